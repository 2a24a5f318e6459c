import Text
import Timing

/// The order of a wave's runners.
struct WaveRanking {
  let judged: JudgedWave
  let rules: RunnerRanking
  private let photoFinishes: PhotoFinishes
  /// The place from which splits count, of those without an own clock.
  let origin: Duration
  /// The runners in order.
  private(set) var rows: [Standings.Row] = []
  /// The facts that rank them, in the same order.
  private(set) var ranked: [RankedRunner] = []

  var wave: Race.Wave { judged.wave }
  /// The place from which the wave is judged; nil before it.
  var gun: Duration? { judged.gun }
  /// The end of the wave's race.
  var end: WaveJudge.End { judged.end }
  /// The judged crossings, in the order of the bibs.
  var results: [WaveJudge.Result] { judged.results }

  /// Ranks the runners of a judged wave.
  ///
  /// - Complexity: O(n log n) in the runners, and O(n) in their crossings.
  init(
    _ judged: JudgedWave, of race: Race, at present: RacePresent,
    passages: Standings.PassagesKept = .all
  ) {
    self.judged = judged
    photoFinishes = present.photoFinishes
    rules = RunnerRanking(
      format: judged.wave.format, isOver: present.stop != nil, streams: present.streams,
      passages: passages)
    origin = judged.origin(after: present.start, at: present.now)
    var ranked: [RankedRunner] = []
    rows.reserveCapacity(judged.results.count)
    ranked.reserveCapacity(judged.results.count)
    for (index, result) in judged.results.enumerated() {
      let row = rules.row(race.runners[result.runner], result, gun: origin)
      ranked.append(rules.ranked(result, row, index))
      rows.append(row)
    }
    sort(&ranked)
    self.ranked = ranked
  }

  private var format: RaceFormat { wave.format }

  /// Whether the time of each runner counts from the own start.
  private var isOwnClock: Bool { format.hasOwnClocks }

  /// The place from which the splits of a runner count.
  func origin(start: Duration?) -> Duration { isOwnClock ? start ?? origin : origin }

  // MARK: Order

  /// Puts the rows in order, with their positions and times.
  private mutating func sort(_ ranked: inout [RankedRunner]) {
    ranked.sort(by: RankedRunner.isBefore)
    applyOrders(&ranked)
    notePhotos(&ranked)
    for runner in ranked { rows[runner.index].time = rules.shownTime(of: runner) }
    // Only one copy is left, which is then changed in place.
    var unordered: [Standings.Row] = []
    swap(&unordered, &rows)
    rows = Placing(format: format).placed(consume unordered, &ranked)
  }

  /// Puts crossings of equal results in the order that was given.
  ///
  /// - Complexity: O(n log n) in the runners, and in their crossings that were put in order.
  private mutating func applyOrders(_ ranked: inout [RankedRunner]) {
    guard format.ties == .line, !photoFinishes.isEmpty else { return }
    // The runners of each list, by their numbers; where each runner is; the first place of each
    // group of equal results.
    var lists: [Int: [(order: Int, runner: Int)]] = [:]
    var places = [Int](repeating: 0, count: ranked.count)
    var groups = places
    for place in ranked.indices {
      let isEqual = place > 0 && ranked[place - 1].key.precedes(ranked[place].key) == nil
      groups[place] = isEqual ? groups[place - 1] : place
      places[ranked[place].index] = place
      guard let last = ranked[place].last else { continue }
      for entry in photoFinishes[last] {
        lists[entry.list, default: []].append((entry.order, ranked[place].index))
      }
    }
    for (_, list) in lists.sorted(by: { $0.key < $1.key }) where list.count > 1 {
      let inOrder = list.sorted { $0.order < $1.order }
      let byGroup = Dictionary(grouping: inOrder) { groups[places[$0.runner]] }
      for runners in byGroup.values where runners.count > 1 {
        let own = runners.map { places[$0.runner] }
        for (place, runner) in zip(own.sorted(), own.map { ranked[$0] }) {
          rows[runner.index].flags.insert(.photoFinish)
          ranked[place] = runner
          places[runner.index] = place
        }
      }
    }
  }

  /// Notes the order of runners of equal results among whom a photo finish has decided.
  private func notePhotos(_ ranked: inout [RankedRunner]) {
    guard ranked.contains(where: { rows[$0.index].flags.contains(.photoFinish) }) else { return }
    var group = 0
    while group < ranked.count {
      var end = group + 1
      while end < ranked.count, ranked[end - 1].key.precedes(ranked[end].key) == nil {
        end += 1
      }
      if ranked[group..<end].contains(where: { rows[$0.index].flags.contains(.photoFinish) }) {
        for index in group..<end { ranked[index].key.photo = index - group }
      }
      group = end
    }
  }

  /// Rounds a time by the rules.
  func rounded(_ time: Duration) -> Duration { rules.rounded(time) }
}
