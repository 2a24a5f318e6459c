/// What a terminal can show.
package struct Look: Hashable, Sendable {
  /// Whether it shows UTF-8; if not, all is ASCII.
  package var isUTF8: Bool

  package init(isUTF8: Bool = true) {
    self.isUTF8 = isUTF8
  }
}
