package import Signals
package import Text
package import Timing

extension LiveScreen {
  /// The log of the session, as the screen uses it.
  package struct Log {
    /// The session, whenever events have arrived.
    package var boards: Signal<SessionBoard>
    /// Appends the event of a key's command.
    package var append: (KeyCommand) -> AppendAnswer
    /// Reads the clocks.
    package var now: () -> Reading
    /// An element whenever the wall clock was set.
    package var clockSteps: Signal<Void>

    package init(
      boards: Signal<SessionBoard>,
      append: @escaping (KeyCommand) -> AppendAnswer,
      now: @escaping () -> Reading, clockSteps: Signal<Void> = .never
    ) {
      self.boards = boards
      self.append = append
      self.now = now
      self.clockSteps = clockSteps
    }
  }

  /// A command of a key.
  package struct KeyCommand {
    package var command: Command
    /// Whether it is for a new session, which the screen then shows.
    package var isForNewSession = false
    /// The time between the key and its event: a countdown.
    package var delay = Duration.zero
    /// The clocks at the press of the key.
    package var reading: Reading
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
}

extension LiveScreen.KeyCommand {
  /// The phase that the event is expected to lead to.
  func phase(after phase: Phase) -> Phase {
    switch command {
    case .start: delay > .zero ? .countdown : .running
    case .stop: .stopped
    case .resume: .running
    case .lap, .mark, .undo, .redo, .amend, .remove, .plan, .name, .tag, .untag, .identify,
      .discard, .race, .wave, .join, .assign, .order:
      phase
    }
  }
}
