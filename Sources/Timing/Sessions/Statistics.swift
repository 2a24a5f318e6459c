import Text

/// Figures over the lap times of the laps that count.
public struct Statistics: Hashable, Sendable {
  /// The number of the lap with the shortest time; the first of several.
  public let bestLap: Int
  /// The shortest lap time.
  public let best: Duration
  /// The longest lap time.
  public let worst: Duration
  /// The arithmetic mean, rounded to a whole nanosecond, half away from zero.
  public let mean: Duration
  /// The middle lap time, or the mean of the two middle ones, rounded likewise.
  public let median: Duration
  /// The standard deviation of the sample, n − 1 below the line, rounded likewise; zero for one
  /// lap.
  public let standardDeviation: Duration

  /// Takes the figures; nil if no lap counts.
  ///
  /// - Parameter laps: the laps of one session in order, those too that do not count.
  /// - Complexity: O(n log n).
  public init?(_ laps: some Sequence<Lap>) {
    let counted = laps.filter { $0.number != nil }
    guard let first = counted.first else { return nil }
    let bestLap = counted.reduce(first) { $1.lap < $0.lap ? $1 : $0 }
    let times = counted.map(\.lap.nanoseconds).sorted()
    self.bestLap = bestLap.number ?? 1
    best = bestLap.lap
    worst = .nanoseconds(times[times.count - 1])
    let sum = times.reduce(Int128.zero) { $0 + Int128($1) }
    mean = .nanoseconds(Self.rounded(sum, over: Int128(times.count)))
    let middle = Int128(times[(times.count - 1) / 2]) + Int128(times[times.count / 2])
    median = .nanoseconds(Self.rounded(middle, over: 2))
    standardDeviation = .nanoseconds(StandardDeviation.of(times))
  }

  private static func rounded(_ dividend: Int128, over divisor: Int128) -> Int64 {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    let isHalf = remainder.magnitude * 2 >= divisor.magnitude
    return Int64(clamping: quotient + (isHalf ? dividend.signum() : 0))
  }
}
