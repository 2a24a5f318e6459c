import Text

/// The shortest laps of each label, without the laps: what ``AlikeLaps`` needs for the best of the
/// largest group.
package struct LabelBests: Hashable, Sendable {
  /// The laps of one label.
  package struct Group: Hashable, Sendable {
    /// The number of laps.
    package var count: Int
    /// The number of the first lap.
    package var first: Int
    package var best: Duration

    package init(count: Int, first: Int, best: Duration) {
      self.count = count
      self.first = first
      self.best = best
    }

    package func merged(with other: Group) -> Group {
      Group(
        count: count + other.count, first: min(first, other.first), best: min(best, other.best))
    }
  }

  /// The laps of each label, and those without one.
  private var groups: [String?: Group] = [:]

  /// The shortest lap of the largest group, while those that are in the tables have not been read.
  private var unread: Duration?

  /// Creates bests without laps; `best` is that of the laps in the tables.
  package init(unread best: Duration? = nil) { unread = best }

  /// Whether it has no laps: those that are in the tables have not been read yet.
  package var isEmpty: Bool { groups.isEmpty }

  /// Collects the laps that count; nil if none of them has a label, and on a course.
  ///
  /// - Complexity: O(n).
  init?(_ laps: some Sequence<Lap>) {
    var bests = LabelBests()
    for lap in laps { bests.add(lap) }
    guard bests.groups.keys.contains(where: { $0 != nil }) else { return nil }
    self = bests
  }

  mutating func add(_ lap: Lap) {
    guard let number = lap.number, lap.segment == nil else { return }
    add(Group(count: 1, first: number, best: lap.lap), label: lap.label)
  }

  package mutating func add(_ group: Group, label: String?) {
    groups[label] = groups[label]?.merged(with: group) ?? group
  }

  /// The shortest lap time of the largest group; nil without laps.
  ///
  /// - Complexity: O(n) in the labels.
  package var best: Duration? {
    var (plain, largest): (Group?, Group?)
    for (label, group) in groups {
      if label == nil || group.count == 1 {
        plain = plain?.merged(with: group) ?? group
      } else if largest.map({ (-group.count, group.first) < (-$0.count, $0.first) }) ?? true {
        largest = group
      }
    }
    guard let largest, largest.count > plain?.count ?? 0 else { return plain?.best ?? unread }
    return largest.best
  }
}

/// The shortest lap time as people see it, with each number of decimal places.
///
/// Hidden digits decide which laps look shorter: see ``Lap/shown(_:)``.
package struct ShownBests: Hashable, Sendable {
  /// The times in nanoseconds by the number of places, 0 to 9; none without a lap.
  package private(set) var nanoseconds: [Int64] = []

  package init() {}

  package init(nanoseconds: [Int64]) { self.nanoseconds = nanoseconds }

  /// The shortest time with all of its digits; nil without a lap.
  package var exact: Duration? { self[places: 9] }

  /// The shortest time with a number of decimal places; nil without a lap.
  package subscript(places places: Int) -> Duration? {
    nanoseconds.isEmpty ? nil : .nanoseconds(nanoseconds[places])
  }

  /// Adds a lap that counts.
  mutating func add(_ lap: Duration, split: Duration) {
    let (lap, split) = (lap.nanoseconds, split.nanoseconds)
    if nanoseconds.isEmpty { nanoseconds = Array(repeating: .max, count: 10) }
    // A time shown is less than a second away from the exact one.
    if nanoseconds[9] < lap - 2_000_000_000 { return }
    var step: Int64 = 1
    for places in nanoseconds.indices.reversed() {
      let shown = (split / step - (split - lap) / step) * step
      nanoseconds[places] = min(nanoseconds[places], shown)
      step *= 10
    }
  }
}
