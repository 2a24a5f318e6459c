package import Text

/// The laps of a session as lists show them: the texts of each row, and the bars in proportion.
///
/// The live screen and `show` draw the same rows.
package struct LapTable: Hashable, Sendable {
  package let times: StopwatchLabel
  /// The laps as they are shown, in groups that are compared with one another.
  package let alike: AlikeLaps
  /// The longest of the laps that count, as it is shown.
  package let longestLap: Duration
  /// The time whose bar has the full length: that of the longest lap, or less if that is far from
  /// the others.
  package let longestBar: Duration
  /// The flags that all of several laps have; rows leave them out.
  package let commonFlags: LapFlags
  /// The columns of the longest number, such as `12)`.
  package let numberWidth: Int
  /// The columns of the longest split.
  package let splitWidth: Int

  /// A lap as it is shown.
  package struct Row: Hashable, Sendable {
    /// The number, `3)`; `-)` for a lap that does not count.
    package let number: String
    package let split: String
    package let lap: String
    /// The difference to the best lap that is alike, or `best`; empty without one.
    package let difference: String
    /// The bar as a part of the full length, more than 1 for a bar that is cut; nil for a lap that
    /// does not count.
    package let bar: Double?
    /// The names of the flags that not all laps have.
    package let flags: [String]
    /// Whether it is the best of the laps that are alike.
    package let isBest: Bool
  }

  /// Creates the table of a session's laps, in order, including those that do not count.
  ///
  /// - Complexity: O(n log n).
  package init(_ laps: [Lap], _ times: StopwatchLabel) {
    self.times = times
    let shown = laps.filter { $0.number != nil }.map { $0.shown(times) }
    alike = AlikeLaps(shown)
    longestLap = shown.map(\.lap).max() ?? .zero
    longestBar = Self.longestBar(shown.map(\.lap), longest: longestLap)
    commonFlags = Self.commonFlags(of: laps)
    numberWidth = "\(laps.lazy.compactMap(\.number).max() ?? 0))".utf8.count
    splitWidth = times.text(of: laps.last?.split ?? .zero).utf8.count
  }

  /// Returns the flags that all of several laps have.
  package static func commonFlags(of laps: [Lap]) -> LapFlags {
    guard laps.count > 1 else { return [] }
    return laps.dropFirst().reduce(laps[0].flags) { $0.intersection($1.flags) }
  }

  /// The longest lap, but at most one and a half times the third quartile, so that one long lap
  /// does not make the bars of all others equally short.
  private static func longestBar(_ laps: [Duration], longest: Duration) -> Duration {
    guard let shortest = laps.min(), longest > shortest * 3 / 2 else { return longest }
    let sorted = laps.sorted()
    let quartile = sorted[(3 * sorted.count + 3) / 4 - 1]
    return quartile > .zero ? min(longest, quartile * 3 / 2) : longest
  }

  /// Returns the texts of a lap.
  package func row(of lap: Lap) -> Row {
    let shown = lap.shown(times)
    let isBest = alike.isBest(shown)
    let best = alike.group(of: shown)?.best
    return Row(
      number: lap.number.map { "\($0))" } ?? "-)", split: times.text(of: lap.split),
      lap: times.text(of: shown.lap),
      difference: isBest ? "best" : best.map { times.text(ofDifference: shown.lap - $0) } ?? "",
      bar: lap.number == nil || longestBar == .zero ? nil : max(.zero, shown.lap) / longestBar,
      flags: lap.flags.subtracting(commonFlags).names, isBest: isBest)
  }
}

extension LapTable.Row {
  /// Draws the bar; one that is cut ends in an arrow head, and a lap without one has an empty text.
  ///
  /// `columns` is the full length; `hasBlocks` is true if the terminal shows Unicode's block
  /// characters.
  package func bar(columns: Int, blocks hasBlocks: Bool) -> String {
    guard let bar, columns > 0 else { return "" }
    let text = Bar.text(bar, columns: columns, blocks: hasBlocks)
    return bar > 1 ? text.dropLast() + (hasBlocks ? "»" : ">") : text
  }
}

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
