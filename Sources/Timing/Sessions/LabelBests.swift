/// The shortest laps of each label, without the laps: what ``AlikeLaps`` needs for the best of the
/// largest group.
package struct LabelBests: Hashable, Sendable {
  /// The laps of one label.
  package struct Group: Hashable, Sendable {
    /// The number of laps.
    package var count: Int
    /// The number of the first lap.
    package var first: Int
    /// The shortest lap time.
    package var best: Duration

    package init(count: Int, first: Int, best: Duration) {
      self.count = count
      self.first = first
      self.best = best
    }

    /// The laps of two groups in one.
    package func merged(with other: Group) -> Group {
      Group(
        count: count + other.count, first: min(first, other.first), best: min(best, other.best))
    }
  }

  /// The laps without a label; nil if there are none.
  package var unlabeled: Group?
  /// The laps of each label.
  package var labeled: [String: Group] = [:]

  /// The shortest lap of the largest group, while those that are in the tables have not been read.
  private var unread: Duration?

  /// Creates bests without laps; `best` is that of the laps in the tables.
  package init(unread best: Duration? = nil) { unread = best }

  /// Whether it has no laps: those that are in the tables have not been read yet.
  package var isEmpty: Bool { labeled.isEmpty && unlabeled == nil }

  /// Collects the laps that count; nil if none of them has a label, and on a course.
  ///
  /// - Complexity: O(n).
  init?(_ laps: some Sequence<Lap>) {
    var bests = LabelBests()
    for lap in laps { bests.add(lap) }
    guard !bests.labeled.isEmpty else { return nil }
    self = bests
  }

  mutating func add(_ lap: Lap) {
    guard let number = lap.number, lap.segment == nil else { return }
    add(Group(count: 1, first: number, best: lap.lap), label: lap.label)
  }

  /// Adds laps of a label.
  package mutating func add(_ group: Group, label: String?) {
    if let label {
      labeled[label] = labeled[label]?.merged(with: group) ?? group
    } else {
      unlabeled = unlabeled?.merged(with: group) ?? group
    }
  }

  /// The shortest lap time of the largest group; nil without laps.
  ///
  /// - Complexity: O(n) in the labels.
  package var best: Duration? {
    var plain = unlabeled
    var largest: Group?
    for group in labeled.values {
      if group.count == 1 {
        plain = plain?.merged(with: group) ?? group
      } else if largest.map({ (-group.count, group.first) < (-$0.count, $0.first) }) ?? true {
        largest = group
      }
    }
    guard let largest, largest.count > plain?.count ?? 0 else { return plain?.best ?? unread }
    return largest.best
  }
}
