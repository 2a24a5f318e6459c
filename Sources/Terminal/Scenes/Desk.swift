package import Timing

/// What the user is doing at the screen, apart from the session: a value that keys change.
package struct Desk: Hashable, Sendable {
  /// What the keys mean now.
  package enum Mode: Hashable, Sendable {
    /// The presses of a stopwatch.
    case watching
    /// The help page is shown.
    case help
    /// The label of a mark is typed, which was asked for at a reading.
    case marking(TextLine, at: Reading)
    /// Names are typed.
    case naming
  }

  package var mode = Mode.watching
  /// How many of the newest entries of the list are scrolled away.
  package var scroll = 0

  package init() {}
}
