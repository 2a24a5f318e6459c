import Timing
import TimingTestSupport

extension RaceFormat {
  static func random(using seed: inout Seed) -> RaceFormat {
    var format = RaceFormat(.random(using: &seed))
    if seed.chance(20) { return format }
    format.lapped = seed.pick(from: Lapped.allCases) ?? .finish
    format.first = seed.pick(from: First.allCases) ?? .lap
    format.clock = seed.pick(from: Clock.allCases) ?? .gun
    format.limitFrom = seed.pick(from: LimitFrom.allCases) ?? .race
    format.ties = seed.pick(from: Ties.allCases) ?? .line
    format.pulled = seed.pick(from: Pulled.allCases) ?? .ranked
    if seed.chance(40) {
      format.round = seed.chance(50) ? .up(seed.spanAboveZero()) : .down(seed.spanAboveZero())
    }
    if seed.chance(40) { format.bunch = seed.spanAboveZero() }
    if seed.chance(40) { format.minimumLap = seed.spanAboveZero() }
    if seed.chance(40) { format.deadTime = seed.permille() }
    if seed.chance(40) { format.doubles = seed.chance(50) ? nil : seed.spanAboveZero() }
    if seed.chance(40) { format.classified = seed.permille() }
    for point in Set((0..<seed.below(4)).map { _ in seed.point() }) {
      format.windows.append(.random(at: point, using: &seed))
    }
    return format
  }
}

extension RaceFormat.Finish {
  static func random(using seed: inout Seed) -> Self {
    switch seed.below(8) {
    case 0: .laps(1 + seed.below(seed.chance(80) ? 30 : 1_000_000))
    case 1: .time(seed.spanAboveZero(), furtherLaps: seed.chance(40) ? nil : seed.below(5))
    case 2: .points(Array(Set((0...seed.below(5)).map { _ in seed.point() })).sorted())
    case 3: .bestLaps(1 + seed.below(4), within: seed.spanAboveZero())
    case 4: .elimination(every: 1 + seed.below(4))
    case 5: .backyard(seed.spanAboveZero())
    case 6: .ownLap(after: seed.spanAboveZero())
    default: .timeTrial(interval: seed.chance(30) ? nil : seed.spanAboveZero())
    }
  }
}

extension RaceFormat.Window {
  fileprivate static func random(at point: String, using seed: inout Seed) -> Self {
    let (one, other) = (seed.spanAboveZero(), seed.spanAboveZero())
    return switch seed.below(3) {
    case 0: Self(point: point, earliest: one)
    case 1: Self(point: point, latest: one)
    default: Self(point: point, earliest: min(one, other), latest: max(one, other))
    }
  }
}

extension Seed {
  /// A span above zero: round ones more often than others.
  mutating func spanAboveZero() -> Duration {
    switch below(10) {
    case ..<8: max(span(), .nanoseconds(1))
    case 8: .nanoseconds(1 + below(5_000_000_000))
    default: .nanoseconds(max(1, nanoseconds().magnitude >> 1))
    }
  }

  /// A name of a point: any text.
  fileprivate mutating func point() -> String {
    let point =
      chance(60) ? ["A", "B", "finish", "Hole 1", "5 km"][below(5)] : String.random(using: &self)
    return point.isEmpty ? "C" : point
  }

  fileprivate mutating func permille() -> Int {
    chance(60) ? 10 * (1 + below(100)) : 1 + below(1000)
  }
}
