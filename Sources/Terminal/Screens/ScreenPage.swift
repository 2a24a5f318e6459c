/// A page that takes the place of the session until a key closes it.
///
/// A new page is a static member of this type in a file of its own, and a ``KeyRow`` that opens it.
package struct ScreenPage: Hashable, Sendable {
  /// Identifies the page.
  private let name: String
  /// Draws the page on an empty canvas, from the scroll position on.
  let draw: @Sendable (inout FrameRenderer) -> Void

  init(_ name: String, draw: @escaping @Sendable (inout FrameRenderer) -> Void) {
    self.name = name
    self.draw = draw
  }

  package static func == (left: ScreenPage, right: ScreenPage) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension KeyMoment {
  /// Opens a page at its top.
  mutating func open(_ page: ScreenPage) {
    state.page = .page(page)
    state.scroll = 0
  }
}
