import Text
import Timing

/// The order of a wave's runners.
struct WaveRanking {
  private let race: Race
  let wave: Race.Wave
  private let stop: Duration?
  let order: RankOrder
  let rules: RunnerRanking
  private let photoFinishes: PhotoFinishes
  /// The place from which the wave is judged; nil before it.
  let gun: Duration?
  /// The place from which splits count, of those without an own clock.
  let origin: Duration
  /// The runners in order.
  private(set) var rows: [Standings.Row] = []
  /// The facts that rank them, in the same order.
  private(set) var ranked: [RankedRunner] = []
  /// The judged crossings, in the order of the bibs.
  private(set) var results: [WaveJudge.Result] = []
  /// The end of the wave's race.
  private(set) var end = WaveJudge.End()
  /// The next place at which a result changes without a further event; nil if there is none.
  private(set) var nextChange: Duration?

  init(
    race: Race, wave: Race.Wave, numbers: [Int], now: Duration, latest: Duration,
    stop: Duration?, photoFinishes: PhotoFinishes, passages: Standings.PassagesKept = .all
  ) {
    self.photoFinishes = photoFinishes
    self.race = race
    self.wave = wave
    self.stop = stop
    order = RankOrder(wave.format)
    rules = RunnerRanking(
      format: wave.format, isOver: stop != nil, passages: passages)
    let runners = numbers.map {
      (number: $0, runner: race.runner($0, in: wave.format, through: latest))
    }
    let start = race.session.startPlace
    let gun = wave.gun(after: start)
    origin = gun ?? start ?? now
    self.gun = gun.flatMap { $0 <= latest ? $0 : nil }
    if let gun, let start, gun <= latest {
      var judge = WaveJudge(
        wave, gun: gun, raceGun: start, now: now, latest: latest, stop: stop)
      judge.photoFinishes = photoFinishes
      (results, end) = judge.judged(runners)
      nextChange = judge.nextChange
    } else {
      results = runners.map { WaveJudge.Result(beforeStart: $0.runner, $0.number, latest: latest) }
      nextChange = gun
    }
    var ranked: [RankedRunner] = []
    rows.reserveCapacity(results.count)
    ranked.reserveCapacity(results.count)
    for (index, result) in results.enumerated() {
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
    // The closure has a copy of the order alone: not of the race.
    ranked.sort { [order] in order.isBefore($0, $1) }
    applyOrders(&ranked)
    notePhotos(&ranked)
    for runner in ranked { rows[runner.index].time = rules.shownTime(of: runner) }
    // Only one copy is left, which is then changed in place.
    var unordered: [Standings.Row] = []
    swap(&unordered, &rows)
    rows = Placing(format).placed(consume unordered, &ranked)
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
      let isEqual = place > 0 && order.precedes(ranked[place - 1], ranked[place]) == nil
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
      while end < ranked.count, order.precedes(ranked[end - 1], ranked[end]) == nil { end += 1 }
      if ranked[group..<end].contains(where: { rows[$0.index].flags.contains(.photoFinish) }) {
        for index in group..<end { ranked[index].photo = index - group }
      }
      group = end
    }
  }

  /// Rounds a time by the rules.
  func rounded(_ time: Duration) -> Duration { rules.rounded(time) }
}
