extension RaceFormat {
  /// The condition that completes the race.
  public enum Finish: Hashable, Sendable {
    /// The completion of this lap, from 1.
    case laps(Int)
    /// A time, above zero. With further laps, the race ends later: 0 for the first completion, at
    /// or after that time, of a lap that nobody in the wave had completed; more for the completion
    /// of the lap that many further. Without, crossings up to and including that time count.
    case time(Duration, furtherLaps: Int?)
    /// After this time, above zero, the first completion of a lap by each runner is the last one.
    case ownLap(after: Duration)
    /// Each of these points once, in order; at least one.
    case points([String])
    /// The order is that of the best successive laps, this many, within a time.
    case bestLaps(Int, within: Duration)
    /// On each lap that this number divides, the last runner is out.
    case elimination(every: Int)
    /// A lap in each period of this length, until one runner is left.
    case backyard(Duration)
    /// One lap from an own start: at this interval from one another, in the order of the bibs, or
    /// without one at the first crossing.
    case timeTrial(interval: Duration?)

    /// Whether the race ends at a time, which may be long after its last crossing.
    package var isAtTime: Bool {
      switch self {
      case .time, .bestLaps, .backyard: true
      case .laps, .ownLap, .points, .elimination, .timeTrial: false
      }
    }
  }
}
