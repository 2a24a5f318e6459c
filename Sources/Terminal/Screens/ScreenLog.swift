package import Live
package import Signals
package import Text
package import Timing

/// A log as a screen uses it; its content is one session or several.
package struct ScreenLog<Content> {
  /// The content, whenever events have arrived.
  package var boards: Signal<Content>
  /// Appends the event of a key's command to the session of a board.
  package var append: (KeyCommand, SessionBoard) -> AppendAnswer
  /// Reads the clocks.
  package var now: () -> Reading
  /// An element whenever the wall clock was set.
  package var clockSteps: Signal<Void>

  package init(
    boards: Signal<Content>, append: @escaping (KeyCommand, SessionBoard) -> AppendAnswer,
    now: @escaping () -> Reading, clockSteps: Signal<Void> = .never
  ) {
    self.boards = boards
    self.append = append
    self.now = now
    self.clockSteps = clockSteps
  }
}

/// The answer to a command.
package enum AppendAnswer {
  /// The event with this id was appended; the note says what a correction changed.
  case appended(EventID, note: String?)
  /// The log decided that there is no such event, or failed; the reason in English.
  case refused(String)
  /// The log records nothing at present; the reason in English. The command is tried again.
  case waiting(String)
}
