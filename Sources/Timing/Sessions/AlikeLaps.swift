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
