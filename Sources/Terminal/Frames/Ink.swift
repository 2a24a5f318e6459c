/// What a piece of text is, for the device to show in its way: by color, weight, or not at all.
package enum Ink: Hashable, Sendable, CaseIterable {
  case plain, strong, faint
  /// The clock runs, the best lap.
  case good
  /// The clock stands, or is about to run.
  case waiting
  /// Something was refused.
  case bad
  /// Bars of a diagram.
  case bar
  /// A field that is being edited.
  case field
}
