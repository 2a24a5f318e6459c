package import Live
import Racing
package import Timing

/// A scene at the moment of a key, which may change its state, or of a frame.
struct KeyMoment {
  private(set) var scene: Scene
  let now: Reading
  /// The key that was pressed; for a frame any that has no effect.
  let key: Key
  /// The commands that wait; they count as recorded.
  let waiting: [KeyCommand]
  /// The phase of the scene's session.
  let phase: Phase
  /// The chosen lap or timestamp of the scene's session; nil if none is chosen.
  let chosen: LapOrTimestamp?
  /// The effect of the key beyond the state.
  var action = ScreenAction.none

  init(_ scene: Scene, at now: Reading, key: Key = .paste(""), waiting: [KeyCommand] = []) {
    self.scene = scene
    self.now = now
    self.key = key
    self.waiting = waiting
    phase = waiting.phase(of: scene.board, at: now)
    chosen = scene.state.chosen.flatMap(scene.board.entry(ofEvent:))
  }

  var board: SessionBoard { scene.board }

  var state: ScreenState {
    get { scene.state }
    set { scene.state = newValue }
  }

  /// Whether the hold-off of the keys lasts.
  var isHeldOff: Bool { scene.holdOff(at: now) > .zero }

  /// Whether no other session runs, so that the log allows a start.
  var isAlone: Bool { board.others.remainingTime(after: now.ticks) == .zero }

  /// Whether there is a session, of this log or another device's.
  var hasSession: Bool { board.number != nil || board.timedPoint != nil }

  /// Whether the session was not discarded.
  var isKept: Bool { phase != .discarded || board.timedPoint != nil }

  /// Whether all bibs, or keys of sessions, are single digits, and none of several was typed.
  var isWholeDigit: Bool { hasOnlyDigits && state.digits.isEmpty }
  var hasOnlyDigits: Bool { scene.runners?.hasOnlyDigits ?? false }

  /// Appends a command to a session of a board, else to the one session of the scene; without a
  /// session, a start is for a new one.
  mutating func perform(
    _ command: Command, in board: SessionBoard? = nil, after delay: Duration = .zero
  ) {
    let board = board ?? scene.board
    var isStart = false
    if case .start = command { isStart = true }
    action = .perform(
      KeyCommand(
        command: command, session: scene.sessions.isEmpty ? nil : board.number,
        isForNewSession: isStart && board.number == nil, delay: delay, reading: now))
  }

  /// Starts the session of the scene with a countdown.
  mutating func startCountdown() { perform(.start(board.start), after: scene.countdown) }
}

/// The effect of a key beyond the state of the screen.
package enum ScreenAction {
  case none, quit
  case perform(KeyCommand)
  /// Show a message.
  case explain(String)
  case openForm
  case editForm(Key)
  case saveForm
  /// Move on the tape of a replay, or change its speed, at a time of the scheduler.
  case play((inout Transport, Tape, Duration) -> Void)
}

/// A command of a key.
package struct KeyCommand: Hashable, Sendable {
  package var command: Command
  /// The number of its session on a board of several; nil: the one session that is shown.
  package var session: Int?
  /// Whether it is for a new session, which the screen then shows.
  package var isForNewSession = false
  /// The time between the key and its event: a countdown.
  package var delay = Duration.zero
  /// The clocks at the press of the key.
  package var reading: Reading
}

extension [KeyCommand] {
  /// The phase of a session once these commands have their events.
  func phase(of board: SessionBoard, at now: Reading) -> Phase {
    reduce(board.session.summary.phase(at: now)) { phase, key in
      guard key.session == nil || key.session == board.number else { return phase }
      return switch key.command {
      case .start: key.delay > .zero ? .countdown : .running
      case .stop: .stopped
      case .resume: .running
      case .lap, .mark, .undo, .redo, .amend, .remove, .plan, .name, .tag, .untag, .identify,
        .discard, .race, .wave, .join, .assign, .order:
        phase
      }
    }
  }
}
