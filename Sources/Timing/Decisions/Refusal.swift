public import Text

/// The reason why a command is not possible; nothing was changed.
public enum Refusal: Error, Hashable, Sendable {
  /// The clock is not running; the session is in this phase.
  case notRunning(Phase)
  /// The clock was stopped at the stated moment.
  case notRunningThen
  case alreadyRunning
  /// The start is this far in the future.
  case countingDown(Duration)
  /// The clock is not stopped; the session is in this phase.
  case notStopped(Phase)
  /// The session was started before.
  case notReady
  /// The plan is complete.
  indirect case finished(by: Plan)
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
  case noSuchLap(EventReference, count: Int)
  /// There is no such event that can be moved, relabeled or removed.
  case noSuchEvent(EventReference)
  /// Only laps, timestamps and events of a race can be removed.
  case notRemovable(EventReference)
  /// The event would change its order among the starts, stops and resumes.
  case outOfOrder
  /// Only laps and timestamps have labels.
  case noLabel(EventReference)
  /// A timestamp must have a label.
  case needsLabel
  case noCourse
  /// No segment has this name, or only passed ones have it; the segments still to come.
  case noSuchSegment(String, isPassed: Bool, toCome: [String])
  case noSuchTag(String)
  /// The session would have more tags than this.
  case tooManyTags(most: Int)
  case noRace
  /// A race has no rules of its clock, and no course.
  case ruledByFormat
  /// The session times a point of this race: the command belongs in the race's own session.
  case timesPoint(of: EventID)
  /// Nobody is entered with this bib; `nearest` are some entered ones that it may have been meant
  /// to be.
  case noSuchEntry(String, nearest: [String])
  /// The event is no crossing, or there is none with this number; the number of events.
  case noSuchCrossing(EventReference, events: Int)
  /// Nobody planned this wave, and no entry names it.
  case noSuchWave(String)
  case waveStarted(String)
  /// The crossings are not at equal times.
  case notATie
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
    case .noSuchEvent: "no_such_event"
    case .notRemovable: "not_removable"
    case .outOfOrder: "out_of_order"
    case .noLabel: "no_label"
    case .needsLabel: "needs_label"
    case .noCourse: "no_course"
    case .noSuchSegment: "no_such_segment"
    case .noSuchTag: "no_such_tag"
    case .tooManyTags: "too_many_tags"
    case .noRace: "no_race"
    case .ruledByFormat: "ruled_by_format"
    case .timesPoint: "times_point"
    case .noSuchEntry: "no_such_entry"
    case .noSuchCrossing: "no_such_crossing"
    case .noSuchWave: "no_such_wave"
    case .waveStarted: "wave_started"
    case .notATie: "not_a_tie"
    case .nothingToUndo: "nothing_to_undo"
    case .nothingToRedo: "nothing_to_redo"
    }
  }
}
