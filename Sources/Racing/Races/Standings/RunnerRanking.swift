import Text
import Timing

/// A runner in the order of a wave: all of the result but texts and lists, which take long to copy.
struct RankedRunner {
  var key: RankKey
  var status = Standings.Status.running
  /// The laps, or the points passed, less penalties.
  var laps: Int
  /// The result with penalties, before rounding; also where loops rank.
  var time: Duration?
  var shown: Duration?
  var best, lastLap: Duration?
  var start: Duration?
  /// The event of the deciding crossing: the end of the best laps, else the last that counts.
  var deciding: EventID?
  var flags: RaceFlags
  /// The place; nil for a runner who is not ranked.
  var position: Int?
  /// The index in the order of the wave.
  var line = 0
  /// Whether it has too few laps to be ranked.
  var isUnclassified: Bool { flags.contains(.notClassified) }
}

/// Makes the result of a runner from the judged crossings, by the format of the wave.
struct RunnerRanking {
  let format: RaceFormat
  let present: RacePresent
  /// The place from which splits count, of those without an own clock.
  private let gun: Duration

  init(_ wave: Race.Wave, at present: RacePresent) {
    format = wave.format
    self.present = present
    gun = wave.origin(after: present.start)
  }

  /// The place from which the splits of a runner count, by that of the own start.
  func origin(start: Duration?) -> Duration { format.hasOwnClocks ? start ?? gun : gun }

  /// Returns what ranks a runner.
  func ranked(_ runner: Race.Runner, _ result: WaveJudge.Result) -> RankedRunner {
    let laps = max(0, result.number - runner.penaltyLaps)
    var ranked = RankedRunner(key: RankKey(rank: 0, second: -laps), laps: laps, flags: result.flags)
    ranked.start = result.start
    (ranked.best, ranked.lastLap) = (result.earlier?.best, result.earlier?.last)
    for index in result.laps.indices {
      guard let lap = result.laps[index].lap else { continue }
      ranked.best = ranked.best.map { min($0, lap) } ?? lap
      ranked.lastLap = lap
    }
    ranked.status = status(runner, result, &ranked.flags)
    ranked.flags.formUnion(result.laps.last?.flags ?? result.earlier?.flags ?? [])
    ranked.key.rank = rank(ranked, result)
    let own = result.lastPlace.map { $0 - origin(start: result.start) }
    ranked.time = result.bunched ?? own
    var deciding = result.laps.last
    if case .bestLaps(let count, _) = format.finish {
      if let best = bestLaps(count, of: result) {
        (ranked.key.second, ranked.time, deciding) = (0, best.time, best.end)
      } else {
        ranked.key.first = 1
      }
    } else if case .elimination = format.finish {
      // Of those who are out, the last one out is the first.
      (ranked.key.first, ranked.key.second) = (-laps, result.out.map { Int.max - $0 } ?? 0)
    } else if format.isBackyard {
      ranked.key.first = result.isWinner ? 0 : 1
    }
    ranked.deciding = deciding?.crossing.id
    ranked.time = ranked.time.map { $0 + runner.penaltyTime }
    ranked.shown = format.isByBestLaps && ranked.key.first > 0 ? nil : ranked.time.map(rounded)
    if format.isBackyard { return ranked }
    ranked.key.time = ranked.time
    if format.bunchedWithin != nil { ranked.key.exact = own }
    switch format.ties {
    case .line:
      ranked.key.tie =
        deciding.map { present.recorded($0.crossing) } ?? result.earlier?.deciding ?? RankKey.Tie()
    case .bestLap: ranked.key.tie.place = ranked.best
    case .shared: break
    }
    return ranked
  }

  /// Returns the result of a ranked runner, without gaps.
  func row(
    _ ranked: RankedRunner, _ runner: borrowing Race.Runner, _ result: WaveJudge.Result,
    _ kept: Standings.PassagesKept
  ) -> Standings.Row {
    let entry = runner.entry
    var row = Standings.Row(bib: entry?.bib ?? "")
    row.position = ranked.position
    row.name = entry?.fullName
    row.team = entry?.team
    row.category = entry?.category
    row.wave = entry?.wave
    row.status = ranked.status
    row.laps = ranked.laps
    row.time = ranked.shown
    (row.best, row.last) = (ranked.best, ranked.lastLap)
    (row.penaltyTime, row.penaltyLaps) = (runner.penaltyTime, runner.penaltyLaps)
    row.flags = ranked.flags
    if let last = result.laps.last {
      row.event = last.crossing.id
      row.doubt = result.doubt(isOwnClock: format.hasOwnClocks)
    }
    if kept == .none { return row }
    let origin = origin(start: result.start)
    // In place: copies of the laps that are left out would take longer than all others.
    row.passages = result.laps.withUnsafeBufferPointer { laps in
      laps.indices.compactMap { index in
        let lap = laps[index].lap
        guard kept == .all || lap == row.last || Standings.mayBeShown(lap, asBest: row.best)
        else { return nil }
        return Standings.Passage(laps[index], from: origin)
      }
    }
    row.others = result.others.map { Standings.Passage($0, from: origin) }
    return row
  }

  /// The first successive laps with the least sum, and their end, nil for an earlier lap; nil if there
  /// are fewer.
  private func bestLaps(
    _ count: Int, of result: WaveJudge.Result
  ) -> (time: Duration, end: WaveJudge.Passage?)? {
    var best = count == 1 ? result.earlier?.best.map { (time: $0, end: Int?.none) } : nil
    let laps = result.laps.compactMap(\.lap)
    if let run = laps.bestRun(of: count), best.map({ run.time < $0.time }) ?? true {
      best = (run.time, run.end)
    }
    // The first lap has no time without an own start; then there is none at all.
    return best.map { ($0.time, $0.end.map { result.laps[$0] }) }
  }

  private func status(
    _ runner: Race.Runner, _ result: WaveJudge.Result, _ flags: inout RaceFlags
  ) -> Standings.Status {
    if let ruled = runner.status.flatMap({ Standings.Status(rawValue: $0.rawValue) }) {
      return ruled
    }
    let isSeen = !result.laps.isEmpty || !result.others.isEmpty || result.earlier != nil
    if result.isFinished, isSeen || flags.contains(.eliminated) { return .finished }
    guard present.stop != nil || result.isFinished else { return .running }
    if isSeen { return .dnf }
    flags.insert(.notSeen)
    return .dns
  }

  /// The place of a status in the order: ranked first.
  private func rank(_ ranked: RankedRunner, _ result: WaveJudge.Result) -> Int {
    switch ranked.status {
    case .running, .finished, .countdown, .stopped, .discarded: hasResult(ranked, result) ? 0 : 1
    case .pulled: format.pulled == .unranked ? 2 : hasResult(ranked, result) ? 0 : 1
    case .dnf: 3
    case .dsq: 4
    case .dns: 5
    }
  }

  /// Whether there is a result that ranks: a lap that counts, also where a ruling takes it away, or
  /// one by a ruling, which has no time.
  private func hasResult(_ ranked: RankedRunner, _ result: WaveJudge.Result) -> Bool {
    if result.number > 0 { return true }
    // A runner who is out before the first lap ranks last of all.
    return ranked.flags.contains(.eliminated) || ranked.laps > 0 && !format.isByBestLaps
  }

  /// Returns a time as the rules round it.
  func rounded(_ time: Duration) -> Duration {
    guard let round = format.round, round.unit > .zero else { return time }
    // A penalty may be as long as a number of nanoseconds can say.
    let (step, nanoseconds) = (Int128(round.unit.nanoseconds), Int128(time.nanoseconds))
    let rest = (nanoseconds % step + step) % step
    var rounded = nanoseconds - rest
    if case .up = round, rest > 0 { rounded += step }
    return .nanoseconds(Int64(clamping: rounded))
  }
}

extension RaceFormat {
  /// Whether the time of each runner counts from the own start.
  package var hasOwnClocks: Bool {
    if case .timeTrial = finish { true } else { clock == .chip }
  }

  /// The gap below which runners get the time of the first of their bunch; nil where the time at the
  /// line does not rank.
  var bunchedWithin: Duration? { isBackyard || isByBestLaps ? nil : bunch }

  /// Whether runners of equal results share their place.
  package var sharesPlaces: Bool { isBackyard || ties != .line }

  /// Whether the loops alone order the runners, and not their times.
  package var isBackyard: Bool { if case .backyard = finish { true } else { false } }

  /// Whether points that are passed once order the runners, and not laps.
  package var isByPoints: Bool { if case .points = finish { true } else { false } }

  /// Whether the time of a lap, or of laps in a row, orders the runners.
  package var isByBestLaps: Bool { if case .bestLaps = finish { true } else { false } }
}

extension [Duration] {
  /// The first successive laps with the least sum, and the index of the last one; nil if there are
  /// fewer.
  func bestRun(of count: Int) -> (time: Duration, end: Int)? {
    guard self.count >= count, count > 0 else { return nil }
    var sum = self[..<count].reduce(.zero, +)
    var best = (time: sum, end: count - 1)
    for end in count..<self.count {
      sum += self[end] - self[end - count]
      if sum < best.time { best = (sum, end) }
    }
    return best
  }
}
