/// The name form as it is shown.
package struct FormView: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var title: String
    package var line: TextLine
  }

  package var entries: [Entry]
  /// Which of them is edited.
  package var focus: Int
}
