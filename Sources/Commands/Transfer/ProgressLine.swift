import EventLog
import Logbook
import Text
import Timing

/// A line on standard error that tells how far a command is, redrawn in place.
///
/// Only a terminal gets it, and only of a command that takes a while. It needs no escape sequences,
/// so that every terminal shows it.
final class ProgressLine {
  /// How long a command runs before it tells anything.
  static let delay = Duration.milliseconds(500)
  /// How much time passes between two drawings at least.
  static let period = Duration.milliseconds(100)

  private let world: World
  private let isShown: Bool
  private var due: Duration
  /// The columns of what is on the line.
  private var width = 0

  /// Begins to measure the time.
  ///
  /// - Parameters:
  ///   - world: the machine.
  ///   - isWanted: whether a terminal is to show it.
  init(_ world: World, isWanted: Bool) {
    self.world = world
    isShown = isWanted && world.isTerminal(world.errors)
    due = isShown ? world.instant().ticks + Self.delay : .zero
  }

  /// How long it is until the next drawing; nil where nothing is shown.
  var timeLeft: Duration? { isShown ? max(.zero, due - world.instant().ticks) : nil }

  /// Draws the line, if it is time to.
  func show(_ text: @autoclosure () -> String) {
    guard isShown else { return }
    let now = world.instant().ticks
    guard now >= due else { return }
    due = now + Self.period
    let text = Harmless.text(text())
    let columns = DisplayWidth.of(text)
    write("\r" + text + String(repeating: " ", count: max(0, width - columns)))
    width = columns
  }

  /// Leaves the line empty, with the cursor at its beginning.
  func wipe() {
    guard width > 0 else { return }
    write("\r" + String(repeating: " ", count: width) + "\r")
    width = 0
  }

  private func write(_ text: String) {
    var output = Output(descriptor: world.errors)
    output.bytes += text.utf8
    // There is nobody left to tell that standard error is gone.
    try? output.flush()
  }
}
