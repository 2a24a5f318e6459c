import Text

/// Statistics of laps that are alike; see ``AlikeLaps``.
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

  init(_ laps: AlikeLaps.Group) {
    let times = laps.times.sorted()
    bestLap = laps.bestLap
    best = laps.best
    worst = .nanoseconds(times[times.count - 1])
    let sum = times.reduce(Int128.zero) { $0 + Int128($1) }
    mean = .rounded(sum, over: times.count)
    median = .rounded(times.twiceTheMedian, over: 2)
    standardDeviation = .nanoseconds(Self.standardDeviation(of: times))
  }
}

extension [Int64] {
  /// The sum of the two middle values of a sorted array, or twice the middle one.
  package var twiceTheMedian: Int128 { Int128(self[(count - 1) / 2]) + Int128(self[count / 2]) }
}

extension Duration {
  /// A quotient, rounded to whole nanoseconds, half away from zero.
  package static func rounded(_ dividend: Int128, over divisor: Int) -> Duration {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: Int128(divisor))
    let isHalf = remainder.magnitude * 2 >= divisor.magnitude
    return .nanoseconds(Int64(clamping: quotient + (isHalf ? dividend.signum() : 0)))
  }
}

extension Statistics {
  /// Returns the standard deviation of a sample, the square root of Σ(x − mean)² / (n − 1), in whole
  /// nanoseconds, rounded half up; zero for fewer than two values.
  ///
  /// In integers, by (n Σd² − (Σd)²) / (n (n − 1)) with d the distances from the least value, so
  /// that nothing is lost to rounding on the way. Only if the squares do not fit into 128 bits (a
  /// thousand laps of more than a year each), it is computed in floating-point numbers.
  ///
  /// - Complexity: O(n).
  private static func standardDeviation(of values: [Int64]) -> Int64 {
    guard values.count > 1, let least = values.min() else { return 0 }
    let count = Int128(values.count)
    let distances = values.map { Int128($0) - Int128(least) }
    let size = distances.reduce(0.0) { $0 + Double($1) * Double($1) } * Double(count)
    guard size < 0x1.FFFFFFp126 else { return approximate(values) }
    let sum = distances.reduce(0, +)
    let squares = distances.reduce(0) { $0 + $1 * $1 }
    return roundedRoot(of: count * squares - sum * sum, over: count * (count - 1))
  }

  /// The square root of a fraction, rounded half up.
  private static func roundedRoot(of dividend: Int128, over divisor: Int128) -> Int64 {
    var root = Int128((Double(dividend) / Double(divisor)).squareRoot())
    // The guess is right but for its last bits. It is too large if its half below is:
    // (root − ½)² > dividend / divisor; fourfold, so that all is whole.
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    let square = 4 * quotient + 4 * remainder / divisor
    while root > 0, (2 * root - 1) * (2 * root - 1) > square { root -= 1 }
    while (2 * root + 1) * (2 * root + 1) <= square { root += 1 }
    return Int64(clamping: root)
  }

  private static func approximate(_ values: [Int64]) -> Int64 {
    let mean = values.reduce(0.0) { $0 + Double($1) } / Double(values.count)
    let squares = values.reduce(0.0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    let deviation = (squares / Double(values.count - 1)).squareRoot().rounded()
    return Int64(exactly: deviation) ?? .max
  }
}
