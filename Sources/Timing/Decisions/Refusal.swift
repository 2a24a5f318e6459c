/// The reason why a command is not possible; nothing was changed.
public enum Refusal: Error, Hashable, Sendable {
  /// The clock is not running; the session is in this phase.
  case notRunning(Phase)
  /// The clock was stopped at the stated moment.
  case notRunningThen
  /// The clock is already running.
  case alreadyRunning
  /// The start is this far in the future.
  case countingDown(Duration)
  /// The clock is not stopped; the session is in this phase.
  case notStopped(Phase)
  /// The session was started before.
  case notReady
  /// The plan is complete.
  case finished
  /// The session is discarded.
  case discarded
  /// The moment is this long before the start.
  case beforeStart(by: Duration)
  /// The moment is this long before the latest start, stop, resume or lap.
  case beforeLastEvent(by: Duration)
  /// The moment is this far in the future.
  case inTheFuture(by: Duration)
  /// The moment or the clocks are beyond the session's timeline.
  case beyondTimeline
  /// There is no such lap; the number of laps that count.
  case noSuchLap(LapReference, count: Int)
  /// The session has no such tag.
  case noSuchTag(String)
  /// The session would have more tags than this.
  case tooManyTags(most: Int)
  /// No standing event can be taken back.
  case nothingToUndo
  /// No standing undo can be taken back, or another event followed it.
  case nothingToRedo

  /// The name of the refusal for scripts.
  public var kind: String {
    switch self {
    case .notRunning: "not_running"
    case .notRunningThen: "not_running_then"
    case .alreadyRunning: "already_running"
    case .countingDown: "counting_down"
    case .notStopped: "not_stopped"
    case .notReady: "not_ready"
    case .finished: "finished"
    case .discarded: "discarded"
    case .beforeStart: "before_start"
    case .beforeLastEvent: "before_last_event"
    case .inTheFuture: "in_the_future"
    case .beyondTimeline: "beyond_timeline"
    case .noSuchLap: "no_such_lap"
    case .noSuchTag: "no_such_tag"
    case .tooManyTags: "too_many_tags"
    case .nothingToUndo: "nothing_to_undo"
    case .nothingToRedo: "nothing_to_redo"
    }
  }
}
