import Text
import Timing

/// The order of a wave's runners.
struct WaveRanking {
  private let race: Race
  let wave: Race.Wave
  private let stop: Duration?
  let order: RankOrder
  private let photoFinishes: PhotoFinishes
  /// The place from which the wave is judged; nil before it.
  let gun: Duration?
  /// The place from which splits count, of those without an own clock.
  private let origin: Duration
  /// The runners in order.
  private(set) var rows: [Standings.Row] = []
  /// What orders them, in the same order.
  private(set) var ranked: [RankedRunner] = []

  init(
    race: Race, wave: Race.Wave, numbers: [Int], now: Duration, stop: Duration?,
    photoFinishes: PhotoFinishes
  ) {
    self.photoFinishes = photoFinishes
    self.race = race
    self.wave = wave
    self.stop = stop
    order = RankOrder(wave.format)
    let runners = numbers.map { (number: $0, runner: race.runner($0, in: wave.format, at: now)) }
    let start = race.session.startPlace
    let gun = wave.gun.flatMap { gun in start.map { max(gun, $0) } }
    origin = gun ?? start ?? now
    self.gun = gun.flatMap { $0 <= now ? $0 : nil }
    var results = runners.map { WaveJudge.Result(runner: $0.number) }
    if let gun, let start, gun <= now {
      let judge = WaveJudge(wave, gun: gun, raceGun: start, now: now, stop: stop)
      results = judge.results(of: runners)
    } else {
      for index in results.indices {
        results[index].others = runners[index].runner.crossings.lazy.filter { $0.place <= now }.map
        {
          WaveJudge.Passage(
            crossing: $0, number: 0, flags: $0.flags.union(.beforeStart))
        }
      }
    }
    var ranked: [RankedRunner] = []
    rows.reserveCapacity(results.count)
    ranked.reserveCapacity(results.count)
    for (index, result) in results.enumerated() {
      let row = row(result)
      rows.append(row)
      ranked.append(self.ranked(result, row, index))
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

  // MARK: One runner

  private func row(_ result: WaveJudge.Result) -> Standings.Row {
    let runner = race.runners[result.runner]
    let entry = runner.entry
    var row = Standings.Row(bib: entry?.bib ?? "")
    row.name = entry?.fullName
    row.team = entry?.team
    row.category = entry?.category
    row.wave = entry?.wave
    row.flags = result.flags
    row.penaltyTime = runner.penaltyTime
    row.penaltyLaps = runner.penaltyLaps
    let origin = origin(start: result.start)
    row.passages = result.laps.indices.map { number in
      let lap = result.lap(number)
      if let lap { row.best = row.best.map { min($0, lap) } ?? lap }
      row.last = lap ?? row.last
      return passage(result.laps[number], lap ?? .zero, origin)
    }
    row.others = result.others.map { passage($0, .zero, origin) }
    row.status = status(runner, result, &row.flags)
    row.laps = max(0, (result.laps.last?.number ?? 0) - runner.penaltyLaps)
    if let last = row.passages.last {
      row.event = last.event
      row.flags.formUnion(last.flags)
      row.doubt = result.doubt(isOwnClock: isOwnClock)
    }
    return row
  }

  private func ranked(_ result: WaveJudge.Result, _ row: Standings.Row, _ index: Int)
    -> RankedRunner
  {
    var ranked = RankedRunner(
      index: index, rank: rank(row), laps: row.laps,
      time: row.passages.last.map { $0.split + row.penaltyTime }, start: result.start,
      best: row.best, last: result.laps.last?.crossing.id)
    switch format.finish {
    case .bestLaps(let count, _):
      let laps = result.laps.indices.compactMap { result.lap($0) }
      if let best = Self.best(count, of: laps) {
        ranked.time = best + row.penaltyTime
      } else {
        ranked.group = 1
      }
    case .elimination:
      // Of those who are out, the last one out is the first.
      if let out = result.out { ranked.group = Int.max - out }
    case .backyard: ranked.group = result.isWinner ? 0 : 1
    case .laps, .time, .points, .timeTrial: break
    }
    return ranked
  }

  private func passage(
    _ passage: WaveJudge.Passage, _ lap: Duration, _ origin: Duration
  ) -> Standings.Passage {
    Standings.Passage(
      number: passage.number, split: passage.place - origin, lap: lap,
      point: passage.crossing.point,
      event: passage.crossing.id, flags: passage.flags, doubt: passage.crossing.doubt)
  }

  /// The least sum of successive laps; nil if there are fewer.
  private static func best(_ count: Int, of laps: [Duration]) -> Duration? {
    guard laps.count >= count, count > 0 else { return nil }
    var sum = laps[..<count].reduce(.zero, +)
    var least = sum
    for end in count..<laps.count {
      sum += laps[end] - laps[end - count]
      least = min(least, sum)
    }
    return least
  }

  private func status(
    _ runner: Race.Runner, _ result: WaveJudge.Result, _ flags: inout RaceFlags
  ) -> Standings.Status {
    switch runner.status {
    case .dns: return .dns
    case .dnf: return .dnf
    case .dsq: return .dsq
    case .pulled: return .pulled
    case .ok, nil: break
    }
    let isSeen = !result.laps.isEmpty || !result.others.isEmpty
    let isOver = stop != nil
    if result.isFinished, isSeen || flags.contains(.eliminated) { return .finished }
    guard isOver || result.isFinished else { return .running }
    if isSeen { return .dnf }
    flags.insert(.notSeen)
    return .dns
  }

  // MARK: Order

  /// The place of a status in the order: ranked first.
  private func rank(_ row: Standings.Row) -> Int {
    switch row.status {
    // Who is out before the first lap is the last of all.
    case .running, .finished: row.laps > 0 || row.flags.contains(.eliminated) ? 0 : 1
    case .pulled: format.pulled == .unranked ? 2 : row.laps > 0 ? 0 : 1
    case .dnf: 3
    case .dsq: 4
    case .dns: 5
    }
  }

  /// Puts the rows in order, with their positions and times.
  private mutating func sort(_ ranked: inout [RankedRunner]) {
    // The closure has a copy of the order alone: not of the race.
    ranked.sort { [order] in order.isBefore($0, $1) }
    applyOrders(&ranked)
    classify(&ranked)
    let unordered = rows
    rows = ranked.map { unordered[$0.index] }
    for index in rows.indices {
      let runner = ranked[index]
      let isTimed = runner.group == 0 || !order.isByBestLaps
      rows[index].time = isTimed ? runner.time.map(rounded) : nil
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
  func rounded(_ time: Duration) -> Duration {
    let (unit, isUp): (Duration, Bool)
    switch format.round {
    case nil: return time
    case .up(let span): (unit, isUp) = (span, true)
    case .down(let span): (unit, isUp) = (span, false)
    }
    // A penalty may be as long as a number of nanoseconds can say.
    let step = Int128(unit.nanoseconds)
    guard step > 0 else { return time }
    let nanoseconds = Int128(time.nanoseconds)
    let rest = (nanoseconds % step + step) % step
    let rounded = rest == 0 ? nanoseconds : nanoseconds - rest + (isUp ? step : 0)
    return .nanoseconds(Int64(clamping: rounded))
  }

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
