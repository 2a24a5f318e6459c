import Timing

/// A correction that the rows of a session suffice for, without its fold.
struct LapCorrection {
  /// The kind of event that it results in.
  var kind: Event.Kind
  /// Its effect on the rows.
  var change: Change
  /// Whether a standing event is then stated.
  var hasStated: Bool
  /// The lap that an amendment has changed, for the answer.
  var amended: Lap?
  /// The event that an undo takes back, for the answer.
  var reverted: RevertedEvent?

  /// The effect of a correction on the rows of its session.
  enum Change {
    /// Laps are replaced.
    case laps(LapReplacement)
    /// The start is moved; the first lap as it was.
    case start(MovedStart, first: Lap, recordedAhead: Duration)
    /// The timestamp of an event is removed.
    case timestamp(event: Int)
  }
}
