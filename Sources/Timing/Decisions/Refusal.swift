/// Why a command cannot be done to a session: nothing was changed.
public enum Refusal: Error, Hashable, Sendable {
  /// The clock is not running; the session is in this phase.
  case notRunning(Phase)
  /// The clock stood at the moment that was stated.
  case notRunningThen
  /// The clock runs already.
  case alreadyRunning
  /// The start lies ahead by so much.
  case countingDown(Duration)
  /// There is no stopped clock that could run on; the session is in this phase.
  case notStopped(Phase)
  /// The session was started before.
  case notReady
  /// The plan is complete.
  case finished
  /// The session was thrown away.
  case discarded
  /// The moment lies so much before the start.
  case beforeStart(by: Duration)
  /// The moment lies so much before the latest start, stop, resume or lap.
  case beforeLastEvent(by: Duration)
  /// The moment lies so much in the future.
  case inTheFuture(by: Duration)
  /// The moment, or the clocks, lie further from the session's first event than a session is long.
  case beyondTimeline
  /// No such lap is there; so many laps count.
  case noSuchLap(LapReference, count: Int)
  /// The session has no such tag.
  case noSuchTag(String)
  /// The session would have more tags than this.
  case tooManyTags(most: Int)
  /// No event stands that could be taken back.
  case nothingToUndo
  /// No undo stands that could be taken back, or something new came after it.
  case nothingToRedo

  /// The name of the refusal, as scripts see it.
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
