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

extension RaceFormat.Finish {
  /// The reason why it is invalid, a clause without a full stop; nil if it is valid.
  public var validationError: String? {
    switch self {
    case .laps(let laps): Self.error(laps: laps)
    case .time(let limit, let furtherLaps):
      Self.error(span: limit, "the time limit")
        ?? furtherLaps.flatMap { $0 == 0 ? nil : Self.error(laps: $0) }
    case .ownLap(after: let limit): Self.error(span: limit, "the time limit")
    case .points(let points): Self.error(points: points)
    case .bestLaps(let laps, let limit):
      Self.error(laps: laps) ?? Self.error(span: limit, "the time limit")
    case .elimination(let every): Self.error(laps: every)
    case .backyard(let loop): Self.error(span: loop, "the time of a loop")
    case .timeTrial(let interval):
      interval.flatMap { Self.error(span: $0, "the interval between starts") }
    }
  }

  private static func error(laps: Int) -> String? {
    RaceFormat.lapRange.contains(laps) ? nil : "the number of laps is not 1 to 1,000,000"
  }

  private static func error(span: Duration, _ name: String) -> String? {
    span > .zero ? nil : "\(name) is not above zero"
  }

  private static func error(points: [String]) -> String? {
    if points.isEmpty { return "the format has no points" }
    if points.count > RaceFormat.mostPoints {
      return "the format has more than \(RaceFormat.mostPoints) points"
    }
    if let error = points.lazy.compactMap(\.pointError).first { return error }
    return Set(points).count < points.count ? "a point is named twice" : nil
  }
}
