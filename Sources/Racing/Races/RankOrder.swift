import Text
import Timing

/// The facts that rank a runner in a wave.
///
/// It has no texts and lists, since a sort copies it often.
struct RankedRunner {
  /// The index of the row; ``RankOrder/isBefore(_:_:)`` takes it as the order of the bibs.
  var index: Int
  /// The place of the status in the order: ranked first.
  var rank: Int
  /// The laps, less penalties.
  var laps: Int
  /// The result that ranks, before rounding.
  var time: Duration?
  /// The order among runners of the same rank: eliminated runners, and runners without best laps.
  var group = 0
  /// The number of runners who went out of an elimination race up to this one.
  var eliminations: Int { Int.max - group }
  /// The own start.
  var start: Duration?
  /// The best lap.
  var best: Duration?
  /// The event of the last crossing that counts.
  var last: EventID?
  /// Whether it has too few laps to be ranked.
  var isUnclassified = false
  /// The order among runners of equal results that a photo finish has decided; nil without one.
  var photo: Int?
}

/// The order of a runner as numbers, which a table can be sorted by: smaller ones rank first, and
/// no time ranks last.
package struct RankKey: Hashable, Sendable {
  /// The place of the status in the order.
  package var rank: Int
  /// The most important number of the format, such as the order of elimination.
  package var first: Int
  /// The next number, such as the laps with a minus.
  package var second: Int
  /// The time.
  package var time: Duration?
  /// The tie-breaker between equal results: the own start or the best lap.
  package var tie: Duration?

  /// Creates the order of a runner.
  package init(
    rank: Int, first: Int = 0, second: Int = 0, time: Duration? = nil, tie: Duration? = nil
  ) {
    self.rank = rank
    self.first = first
    self.second = second
    self.time = time
    self.tie = tie
  }
}

/// The order of a wave's runners by the format.
struct RankOrder {
  /// Whether the time of a lap, or of laps in a row, orders the runners.
  let isByBestLaps: Bool
  /// Whether runners of a backyard race are ordered, who share places.
  let isBackyard: Bool
  /// Whether the order in which runners went out counts.
  let isElimination: Bool
  /// The order of those with equal results.
  let ties: RaceFormat.Ties

  /// Creates the order of a format.
  init(_ format: RaceFormat) {
    ties = format.ties
    isByBestLaps = format.isByBestLaps
    isBackyard = format.isBackyard
    isElimination = if case .elimination = format.finish { true } else { false }
  }

  /// Whether the first is before the second in the list, where everybody has a place of their own.
  func isBefore(_ left: RankedRunner, _ right: RankedRunner) -> Bool {
    comesBefore(left, right) ?? (left.index < right.index)
  }

  /// Whether the first is before the second in the list; nil if only their bibs tell.
  func comesBefore(_ left: RankedRunner, _ right: RankedRunner) -> Bool? {
    if let isBefore = precedes(left, right) { return isBefore }
    // A photo finish has decided among all runners of equal results, or among none.
    if let left = left.photo, let right = right.photo { return left < right }
    return precedesByTie(left, right)
  }

  /// Whether the first ranks before the second by results alone; nil if they are equal.
  func precedes(_ left: RankedRunner, _ right: RankedRunner) -> Bool? {
    if left.rank != right.rank { return left.rank < right.rank }
    if isElimination, left.laps != right.laps { return left.laps > right.laps }
    if left.group != right.group { return left.group < right.group }
    if isByBestLaps, left.group == 0 { return Self.precedes(left.time, right.time) }
    if left.laps != right.laps { return left.laps > right.laps }
    return isBackyard ? nil : Self.precedes(left.time, right.time)
  }

  /// The order of a runner as numbers: that of ``precedes(_:_:)``, then that of ties.
  func key(of runner: RankedRunner) -> RankKey {
    var key = RankKey(rank: runner.rank, time: runner.time)
    if isBackyard {
      (key.first, key.second, key.time) = (runner.group, -runner.laps, nil)
      return key
    }
    if isElimination {
      (key.first, key.second) = (-runner.laps, runner.group)
    } else if isByBestLaps {
      (key.first, key.second) = (runner.group, runner.group == 0 ? 0 : -runner.laps)
    } else {
      key.second = -runner.laps
    }
    switch ties {
    case .line: key.tie = runner.start
    case .bestLap: key.tie = runner.best
    case .shared: break
    }
    return key
  }

  /// Returns the facts that rank a runner, from the order as numbers.
  ///
  /// - Parameters:
  ///   - key: the order.
  ///   - laps: the laps, less penalties.
  ///   - photo: the order by a photo finish.
  ///   - index: the index of the runner.
  /// - Returns: the facts.
  func ranked(_ key: RankKey, laps: Int, photo: Int?, _ index: Int) -> RankedRunner {
    var ranked = RankedRunner(index: index, rank: key.rank, laps: laps, time: key.time)
    if isElimination {
      ranked.group = key.second
    } else if isByBestLaps || isBackyard {
      ranked.group = key.first
    }
    switch ties {
    case .line: ranked.start = key.tie
    case .bestLap: ranked.best = key.tie
    case .shared: break
    }
    ranked.photo = photo
    return ranked
  }

  /// Whether two neighbors have the same position.
  func share(_ left: RankedRunner, _ right: RankedRunner) -> Bool {
    guard ties != .line || isBackyard, precedes(left, right) == nil else { return false }
    return ties != .bestLap || isBackyard || left.best == right.best
  }

  private func precedesByTie(_ left: RankedRunner, _ right: RankedRunner) -> Bool? {
    if isBackyard { return nil }
    switch ties {
    case .line: return Self.precedes(left.start, right.start)
    case .shared: return nil
    case .bestLap: return Self.precedes(left.best, right.best)
    }
  }

  private static func precedes(_ left: Duration?, _ right: Duration?) -> Bool? {
    if left == right { return nil }
    guard let left else { return false }
    guard let right else { return true }
    return left < right
  }
}

/// The lists in which crossings at equal times were put in order.
struct PhotoFinishes {
  private var entries: [EventID: [(list: Int, order: Int)]] = [:]

  /// - Parameter lists: the lists, the latest last; of equal crossings in a list the first counts.
  /// - Complexity: O(n) in the crossings of all lists.
  init(_ lists: [[EventID]]) {
    for (list, targets) in lists.enumerated() {
      for (order, target) in targets.enumerated()
      where entries[target]?.last?.list != list {
        entries[target, default: []].append((list, order))
      }
    }
  }

  /// Whether there are none.
  var isEmpty: Bool { entries.isEmpty }

  /// The lists that contain a crossing, in their order, and its number in each.
  subscript(crossing: EventID) -> [(list: Int, order: Int)] { entries[crossing] ?? [] }

  /// Puts runners of equal results in the order of the lists.
  ///
  /// - Parameter runners: the runners in their order without photo finishes, each with the deciding
  ///   crossing.
  /// - Returns: the runners in order, and those whom the lists have put in order.
  /// - Complexity: O(n log n) in the runners and their numbers in the lists.
  func sorted(
    _ runners: [(number: Int, crossing: EventID)]
  ) -> (order: [Int], decided: Set<Int>) {
    var lists: [Int: [(order: Int, runner: Int)]] = [:]
    for runner in runners {
      for entry in self[runner.crossing] {
        lists[entry.list, default: []].append((entry.order, runner.number))
      }
    }
    var order = runners.map(\.number)
    var decided: Set<Int> = []
    var places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    for (_, list) in lists.sorted(by: { $0.key < $1.key }) where list.count > 1 {
      let inOrder = list.sorted { $0.order < $1.order }.map(\.runner)
      for (place, runner) in zip(inOrder.compactMap { places[$0] }.sorted(), inOrder) {
        order[place] = runner
        places[runner] = place
      }
      decided.formUnion(inOrder)
    }
    return (order, decided)
  }
}
