package import Live
package import Signals
package import Text
package import Timing

/// The content of a screen: one session or race, several sessions, or a replay.
///
/// A mode is one of these and its ``KeyTable``, which ``Scene/keys`` chooses.
package protocol ScreenMode: AnyObject {
  /// The content, whenever it changes, without the parts that depend on the time.
  var scenes: Signal<Scene> { get }
  /// An element whenever the clocks have jumped.
  var clockSteps: Signal<Void> { get }
  /// Reads the clocks that the screen shows, with their speed relative to the scheduler's: 1 for a
  /// live screen, 0 while a replay is paused.
  func clocks() -> (now: Reading, speed: Double)
  /// Updates the parts of a scene that depend on the time.
  func update(_ scene: inout Scene, at now: Reading)
  /// Moves on a tape, or changes its speed.
  func play(_ step: (inout Transport, Tape, Duration) -> Void)
}

/// A mode whose keys append events to a log.
package protocol RecordingMode: ScreenMode {
  /// Messages about events that the keys did not cause.
  var notes: Signal<String> { get }
  /// Returns the board, as of the last events, of the session to which a key appends.
  func board(of key: KeyCommand) -> SessionBoard
  /// Appends the event of a key.
  func append(_ key: KeyCommand) -> AppendAnswer
  /// Returns the message after the event of a key; `note` is that of the log.
  func message(after key: KeyCommand, _ event: EventID, note: String?) -> String?
}

extension RecordingMode {
  package var notes: Signal<String> { .never }
  package func play(_ step: (inout Transport, Tape, Duration) -> Void) {}
}
