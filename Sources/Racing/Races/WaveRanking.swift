import Text
import Timing

/// The order of a wave's runners.
struct WaveRanking {
  private let race: Race
  private let wave: Race.Wave
  private let stop: Duration?
  /// The runners in order.
  private(set) var rows: [Standings.Row] = []

  private struct Ranked {
    var row: Standings.Row
    /// The result that ranks, before rounding.
    var time: Duration?
    /// The order among runners of the same group: of the eliminated, of who has no best laps.
    var group = 0
    var start: Duration?
    var last: Race.Crossing?
    /// The order of the bibs.
    var index: Int
  }

  init(race: Race, wave: Race.Wave, numbers: [Int], now: Duration, stop: Duration?) {
    self.race = race
    self.wave = wave
    self.stop = stop
    let runners = numbers.map { (number: $0, runner: race.runners[$0]) }
    let start = race.session.startPlace
    let gun = wave.gun.flatMap { gun in start.map { max(gun, $0) } }
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
    var ranked = results.enumerated().map { index, result in
      self.ranked(result, index, gun: gun ?? start ?? now)
    }
    sort(&ranked)
    rows = ranked.map(\.row)
    finish()
  }

  private var format: RaceFormat { wave.format }

  // MARK: One runner

  private func ranked(_ result: WaveJudge.Result, _ index: Int, gun: Duration) -> Ranked {
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
    var isOwnClock = format.clock == .chip
    if case .timeTrial = format.finish { isOwnClock = true }
    let origin = isOwnClock ? result.start ?? gun : gun
    row.passages = result.laps.indices.map { number in
      passage(result.laps[number], result.lap(number) ?? .zero, origin)
    }
    row.others = result.others.map { passage($0, .zero, origin) }
    row.status = status(runner, result, &row.flags)
    row.laps = max(0, (result.laps.last?.number ?? 0) - runner.penaltyLaps)
    if let last = result.laps.last {
      row.event = race.session.event(version: last.crossing.version)?.id
      row.flags.formUnion(last.flags)
    }
    let laps = result.laps.indices.compactMap { result.lap($0) }
    row.last = laps.last
    row.best = laps.min()
    var ranked = Ranked(
      row: row, time: row.passages.last.map { $0.split + runner.penaltyTime },
      start: result.start, last: result.laps.last?.crossing, index: index)
    switch format.finish {
    case .bestLaps(let count, _):
      if let best = Self.best(count, of: laps) {
        ranked.time = best + runner.penaltyTime
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
    let version = passage.crossing.version
    return Standings.Passage(
      number: passage.number, split: passage.place - origin, lap: lap,
      point: passage.crossing.point,
      event: race.session.event(version: version)?.id ?? EventID(high: 0, low: 0),
      flags: passage.flags)
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

  /// Whether the first ranks before the second by results alone; nil if they are equal.
  private func precedes(_ left: Ranked, _ right: Ranked) -> Bool? {
    let (one, two) = (rank(left.row), rank(right.row))
    if one != two { return one < two }
    if case .elimination = format.finish, left.row.laps != right.row.laps {
      return left.row.laps > right.row.laps
    }
    if left.group != right.group { return left.group < right.group }
    if case .bestLaps = format.finish, left.group == 0 {
      return Self.precedes(left.time, right.time)
    }
    if left.row.laps != right.row.laps { return left.row.laps > right.row.laps }
    if case .backyard = format.finish { return nil }
    return Self.precedes(left.time, right.time)
  }

  private static func precedes(_ left: Duration?, _ right: Duration?) -> Bool? {
    if left == right { return nil }
    guard let left else { return false }
    guard let right else { return true }
    return left < right
  }

  private func sort(_ ranked: inout [Ranked]) {
    // Numbers are moved, not rows.
    let order = ranked.indices.sorted { one, two in
      precedes(ranked[one], ranked[two]) ?? precedesByTie(ranked[one], ranked[two]) ?? (one < two)
    }
    ranked = order.map { ranked[$0] }
    applyOrders(&ranked)
    classify(&ranked)
    var isShared = format.ties != .line
    if case .backyard = format.finish { isShared = true }
    for index in ranked.indices where isRanked(ranked[index].row) {
      ranked[index].row.position = index + 1
      guard isShared, index > 0, precedes(ranked[index - 1], ranked[index]) == nil else { continue }
      var isBackyard = false
      if case .backyard = format.finish { isBackyard = true }
      if format.ties == .bestLap, !isBackyard,
        ranked[index - 1].row.best != ranked[index].row.best
      {
        continue
      }
      ranked[index].row.position = ranked[index - 1].row.position
    }
    for index in ranked.indices {
      let ranks = ranked[index].group == 0 || !isByBestLaps
      ranked[index].row.time = ranks ? ranked[index].time.map(rounded) : nil
    }
  }

  private var isByBestLaps: Bool { if case .bestLaps = format.finish { true } else { false } }

  private func isRanked(_ row: Standings.Row) -> Bool {
    rank(row) == 0 && !row.flags.contains(.notClassified)
  }

  private func precedesByTie(_ left: Ranked, _ right: Ranked) -> Bool? {
    if case .backyard = format.finish { return nil }
    switch format.ties {
    case .line:
      if left.start != right.start { return Self.precedes(left.start, right.start) }
      return nil
    case .shared: return nil
    case .bestLap: return Self.precedes(left.row.best, right.row.best)
    }
  }

  /// Puts crossings of equal results in the order that was given.
  private func applyOrders(_ ranked: inout [Ranked]) {
    guard format.ties == .line else { return }
    for order in race.orders {
      let numbers = Dictionary(zip(order, 0...), uniquingKeysWith: { first, _ in first })
      var group = 0
      while group < ranked.count {
        var end = group + 1
        while end < ranked.count, precedes(ranked[end - 1], ranked[end]) == nil { end += 1 }
        let places = (group..<end).filter { numbers[ranked[$0].last?.version ?? 0] != nil }
        if places.count > 1 {
          let sorted = places.map { ranked[$0] }.sorted {
            numbers[$0.last?.version ?? 0] ?? 0 < numbers[$1.last?.version ?? 0] ?? 0
          }
          for (place, var runner) in zip(places, sorted) {
            runner.row.flags.insert(.photoFinish)
            ranked[place] = runner
          }
        }
        group = end
      }
    }
  }

  /// Moves those with too few laps behind the ranked ones.
  private func classify(_ ranked: inout [Ranked]) {
    guard let share = format.classified, let first = ranked.first, rank(first.row) == 0 else {
      return
    }
    let least = first.row.laps * share / 1000
    let count = ranked.partitioningIndex { rank($0.row) != 0 }
    for index in 0..<count where ranked[index].row.laps < least {
      ranked[index].row.flags.insert(.notClassified)
    }
    let classified = ranked[..<count].filter { !$0.row.flags.contains(.notClassified) }
    let others = ranked[..<count].filter { $0.row.flags.contains(.notClassified) }
    ranked.replaceSubrange(..<count, with: classified + others)
  }

  private func rounded(_ time: Duration) -> Duration {
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
    rows.setGaps(byLaps: !isByBestLaps)
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
