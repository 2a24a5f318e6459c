import Text

/// The laps of a session that count, in groups that are compared with one another.
///
/// Laps of the same label are alike. A label that only one lap has counts as none. Laps of a course
/// are in no group: each completes another segment, and is compared with that of other attempts.
public struct AlikeLaps: Hashable, Sendable {
  /// Laps that are alike.
  public struct Group: Hashable, Sendable {
    /// The label; nil for the laps without one, and for those whose label no other lap has.
    public let label: String?
    /// The number of the lap with the shortest time; the first of several.
    public internal(set) var bestLap: Int
    /// The shortest lap time.
    public internal(set) var best: Duration
    /// The lap times in nanoseconds, in the order of the laps.
    var times: [Int64] = []

    /// The number of laps.
    public var count: Int { times.count }

    /// The statistics of the laps.
    ///
    /// - Complexity: O(n log n).
    public var statistics: Statistics { Statistics(self) }
  }

  /// The groups: first the laps without a label, then each label in the order of its first lap.
  public private(set) var groups: [Group] = []
  private var indices: [String?: Int] = [:]

  /// Groups the laps of a session, in order, including those that do not count.
  ///
  /// - Complexity: O(n).
  public init(_ laps: some Sequence<Lap>) {
    let counted = laps.filter { $0.number != nil && $0.segment == nil }
    var counts: [String?: Int] = [:]
    for lap in counted { counts[lap.label, default: 0] += 1 }
    let isLabeled = { (lap: Lap) in lap.label != nil && counts[lap.label] != 1 }
    for lap in counted where !isLabeled(lap) { add(lap, nil) }
    for lap in counted where isLabeled(lap) { add(lap, lap.label) }
  }

  private mutating func add(_ lap: Lap, _ label: String?) {
    let index = indices[label] ?? groups.count
    if index == groups.count {
      groups.append(Group(label: label, bestLap: lap.number ?? 0, best: lap.lap))
      indices[label] = index
    }
    groups[index].times.append(lap.lap.nanoseconds)
    if lap.lap < groups[index].best {
      (groups[index].best, groups[index].bestLap) = (lap.lap, lap.number ?? 0)
    }
  }

  /// The largest group; of several, the laps without a label, else the one with the first lap.
  public var largest: Group? {
    var largest: Group?
    for group in groups where group.count > largest?.count ?? 0 { largest = group }
    return largest
  }

  /// Returns the laps that are like another one; nil for a lap that does not count, and for one of
  /// a course.
  public func group(of lap: Lap) -> Group? {
    guard lap.number != nil, lap.segment == nil else { return nil }
    return (indices[lap.label] ?? indices[nil]).map { groups[$0] }
  }

  /// Whether no lap like this one is shorter, or as short and before it.
  public func isBest(_ lap: Lap) -> Bool {
    lap.number != nil && group(of: lap)?.bestLap == lap.number
  }
}

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
