import Text
import Timing

/// The order of a wave's runners.
struct WaveRanking {
  private let race: Race
  let wave: Race.Wave
  private let stop: Duration?
  let order: RankOrder
  private let rules: RunnerRanking
  private let photoFinishes: PhotoFinishes
  /// The place from which the wave is judged; nil before it.
  let gun: Duration?
  /// The place from which splits count, of those without an own clock.
  private let origin: Duration
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
    stop: Duration?, photoFinishes: PhotoFinishes
  ) {
    self.photoFinishes = photoFinishes
    self.race = race
    self.wave = wave
    self.stop = stop
    order = RankOrder(wave.format)
    rules = RunnerRanking(format: wave.format, isOver: stop != nil)
    let runners = numbers.map {
      (number: $0, runner: race.runner($0, in: wave.format, through: latest))
    }
    let start = race.session.startPlace
    let gun = wave.gun(after: start)
    origin = gun ?? start ?? now
    self.gun = gun.flatMap { $0 <= latest ? $0 : nil }
    if let gun, let start, gun <= latest {
      let judge = WaveJudge(
        wave, gun: gun, raceGun: start, now: now, latest: latest, stop: stop)
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
      rows.append(row)
      ranked.append(rules.ranked(result, row, index))
    }
    sort(&ranked)
    self.ranked = ranked
    finish()
  }

  private var format: RaceFormat { wave.format }

  /// Whether the time of each runner counts from the own start.
  private var isOwnClock: Bool {
    if case .timeTrial = format.finish { true } else { format.clock == .chip }
  }

  /// The place from which the splits of a runner count.
  func origin(start: Duration?) -> Duration { isOwnClock ? start ?? origin : origin }

  // MARK: Order

  /// Puts the rows in order, with their positions and times.
  private mutating func sort(_ ranked: inout [RankedRunner]) {
    // The closure has a copy of the order alone: not of the race.
    ranked.sort { [order] in order.isBefore($0, $1) }
    applyOrders(&ranked)
    notePhotos(&ranked)
    classify(&ranked)
    let unordered = rows
    rows = ranked.map { unordered[$0.index] }
    for index in rows.indices {
      let runner = ranked[index]
      rows[index].time = rules.shownTime(of: runner)
      guard runner.rank == 0, !runner.isUnclassified else { continue }
      let isShared = index > 0 && order.share(ranked[index - 1], runner)
      rows[index].position = isShared ? rows[index - 1].position : index + 1
    }
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

  /// Moves those with too few laps behind the ranked ones.
  private mutating func classify(_ ranked: inout [RankedRunner]) {
    guard let share = format.classified, let first = ranked.first, first.rank == 0 else { return }
    let least = first.laps * share / 1000
    let count = ranked.partitioningIndex { $0.rank != 0 }
    for index in 0..<count where ranked[index].laps < least {
      ranked[index].isUnclassified = true
      rows[ranked[index].index].flags.insert(.notClassified)
    }
    let classified = ranked[..<count].filter { !$0.isUnclassified }
    let others = ranked[..<count].filter(\.isUnclassified)
    ranked.replaceSubrange(..<count, with: classified + others)
  }

  /// Rounds a time by the rules.
  func rounded(_ time: Duration) -> Duration { rules.rounded(time) }

  // MARK: Times that depend on the runner ahead

  private mutating func finish() {
    if let bunch = format.bunch {
      let own: [Duration?] = rows.map(\.time)
      for index in rows.indices.dropFirst() where rows[index].position != nil {
        guard rows[index].laps == rows[index - 1].laps, let time = own[index],
          let before = own[index - 1], time - before < bunch
        else { continue }
        rows[index].time = rows[index - 1].time
      }
    }
    rows.setGaps(byLaps: !order.isByBestLaps)
  }
}

extension [Standings.Row] {
  /// Computes the gaps to the first and to the one ahead.
  ///
  /// - Parameter byLaps: whether there is no gap in time between runners with other laps.
  mutating func setGaps(byLaps: Bool = true) {
    guard let first else { return }
    for index in indices {
      self[index].gap = nil
      self[index].interval = nil
      self[index].gapLaps = 0
      guard self[index].position != nil else { continue }
      if byLaps { self[index].gapLaps = Swift.max(0, first.laps - self[index].laps) }
      guard let time = self[index].time else { continue }
      if self[index].gapLaps == 0, let leader = first.time { self[index].gap = time - leader }
      let ahead = index > 0 ? self[index - 1] : self[index]
      if !byLaps || ahead.laps == self[index].laps, let before = ahead.time {
        self[index].interval = time - before
      }
    }
  }
}
