import Text

/// A line on standard error that shows the progress of a command, redrawn in place.
///
/// It is shown only on a terminal, and only by commands that take some time. It uses no escape
/// sequences, so that it works on every terminal.
package final class ProgressLine {
  /// The time before the line appears.
  static let delay = Duration.milliseconds(500)
  /// The shortest time between two drawings.
  static let period = Duration.milliseconds(100)

  private let world: World
  private let isShown: Bool
  private var due: Duration
  private var width = 0

  /// Starts measuring the time; a line is shown if it is wanted and standard error is a terminal.
  package init(_ world: World, isWanted: Bool) {
    self.world = world
    isShown = isWanted && world.isTerminal(world.errors)
    due = isShown ? world.instant().ticks + Self.delay : .zero
  }

  /// The time until the next drawing; nil if nothing is shown.
  package var timeLeft: Duration? { isShown ? max(.zero, due - world.instant().ticks) : nil }

  /// Draws the line if the next drawing is due.
  package func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = world.instant().ticks
    guard now >= due else { return }
    due = now + Self.period
    let text = Harmless.text(text())
    let columns = DisplayWidth.of(text)
    world.show("\r" + text + String(repeating: " ", count: max(0, width - columns)))
    width = columns
  }

  /// Clears the line and moves the cursor to its beginning.
  package func wipe() {
    guard width > 0 else { return }
    world.show("\r" + String(repeating: " ", count: width) + "\r")
    width = 0
  }
}
