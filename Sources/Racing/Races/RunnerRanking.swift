import Text
import Timing

/// Makes the result of a runner from the judged crossings, by the format of the wave.
struct RunnerRanking {
  let format: RaceFormat
  /// Whether the race was stopped.
  let isOver: Bool
  /// The order of the joined streams, see ``RaceStream/order``, and of the other one.
  var streams: [String] = []
  var ownStream = ""
  /// The passages that results include.
  var passages = Standings.PassagesKept.all

  /// Returns the result, which has no position yet, and whose time has no penalties.
  ///
  /// - Parameters:
  ///   - runner: the runner.
  ///   - result: the judged crossings.
  ///   - gun: the place from which times count.
  /// - Returns: the result.
  func row(
    _ runner: Race.Runner, _ result: WaveJudge.Result, gun: Duration
  ) -> Standings.Row {
    let entry = runner.entry
    var row = Standings.Row(bib: entry?.bib ?? "")
    row.name = entry?.fullName
    row.team = entry?.team
    row.category = entry?.category
    row.wave = entry?.wave
    row.flags = result.flags
    row.penaltyTime = runner.penaltyTime
    row.penaltyLaps = runner.penaltyLaps
    let origin = result.origin(format, gun: gun)
    row.best = result.earlier?.best
    row.last = result.earlier?.last
    row.time = result.lastPlace.map { $0 - origin }
    for index in result.laps.indices {
      guard let lap = result.laps[index].lap else { continue }
      row.best = row.best.map { min($0, lap) } ?? lap
      row.last = lap
    }
    keepPassages(of: result, origin, &row)
    row.status = status(runner, result, &row.flags)
    row.laps = max(0, result.number - runner.penaltyLaps)
    if let last = result.laps.last {
      row.event = last.crossing.id
      row.flags.formUnion(last.flags)
      row.doubt = result.doubt(isOwnClock: format.hasOwnClocks)
    } else if let earlier = result.earlier {
      row.flags.formUnion(earlier.flags)
    }
    return row
  }

  /// Returns what orders the runner; the index is the order of the bibs.
  func ranked(_ result: WaveJudge.Result, _ row: Standings.Row, _ index: Int)
    -> RankedRunner
  {
    var key = RankKey(rank: rank(row, result), second: -row.laps)
    var time = result.bunched ?? row.time
    var deciding = result.laps.last
    switch format.finish {
    case .bestLaps(let count, _):
      if let best = bestLaps(count, of: result) {
        (key.second, time, deciding) = (0, best.time, best.end)
      } else {
        key.first = 1
      }
    case .elimination:
      // Of those who are out, the last one out is the first.
      (key.first, key.second) = (-row.laps, result.out.map { Int.max - $0 } ?? 0)
    case .backyard: key.first = result.isWinner ? 0 : 1
    case .laps, .time, .points, .timeTrial: break
    }
    time = time.map { $0 + row.penaltyTime }
    if !format.isBackyard {
      key.time = time
      if format.bunchedWithin != nil { key.exact = row.time }
      switch format.ties {
      case .line:
        key.tie =
          deciding.map { recorded($0.crossing) } ?? result.earlier?.deciding ?? RankKey.Tie()
      case .bestLap: key.tie.place = row.best
      case .shared: break
      }
    }
    return RankedRunner(
      index: index, key: key, time: time, start: result.start, last: deciding?.crossing.id)
  }

  /// The order in which crossings at one moment were recorded.
  private func recorded(_ crossing: Race.Crossing) -> RankKey.Tie {
    RankKey.Tie(
      place: crossing.place, stream: crossing.source.stream.map { streams[$0] } ?? ownStream,
      event: crossing.source.version)
  }

  /// The first successive laps with the least sum, and their end, nil for an earlier lap; nil if there
  /// are fewer.
  private func bestLaps(
    _ count: Int, of result: WaveJudge.Result
  ) -> (time: Duration, end: WaveJudge.Passage?)? {
    var best = count == 1 ? result.earlier?.best.map { (time: $0, end: Int?.none) } : nil
    let laps = result.laps.compactMap(\.lap)
    if let run = Standings.bestRun(of: count, in: laps), best.map({ run.time < $0.time }) ?? true {
      best = (run.time, run.end)
    }
    // The first lap has no time without an own start; then there is none at all.
    return best.map { ($0.time, $0.end.map { result.laps[$0] }) }
  }

  private func keepPassages(
    of result: WaveJudge.Result, _ origin: Duration, _ row: inout Standings.Row
  ) {
    if passages == .none { return }
    for index in result.laps.indices {
      let lap = result.laps[index].lap
      let isKept =
        passages == .all
        || lap.map { Standings.mayBeShown($0, last: row.last, best: row.best) } ?? false
      guard isKept else { continue }
      row.passages.append(passage(result.laps[index], lap ?? .zero, origin))
    }
    row.others = result.others.map { passage($0, .zero, origin) }
  }

  private func passage(
    _ passage: WaveJudge.Passage, _ lap: Duration, _ origin: Duration
  ) -> Standings.Passage {
    Standings.Passage(
      number: passage.number, split: passage.place - origin, lap: lap,
      point: passage.crossing.point,
      event: passage.crossing.id, flags: passage.flags, doubt: passage.crossing.doubt)
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
    let isSeen = !result.laps.isEmpty || !result.others.isEmpty || result.earlier != nil
    if result.isFinished, isSeen || flags.contains(.eliminated) { return .finished }
    guard isOver || result.isFinished else { return .running }
    if isSeen { return .dnf }
    flags.insert(.notSeen)
    return .dns
  }

  /// The place of a status in the order: ranked first.
  private func rank(_ row: Standings.Row, _ result: WaveJudge.Result) -> Int {
    switch row.status {
    case .running, .finished: hasResult(row, result) ? 0 : 1
    case .pulled: format.pulled == .unranked ? 2 : hasResult(row, result) ? 0 : 1
    case .dnf: 3
    case .dsq: 4
    case .dns: 5
    }
  }

  /// Whether there is a result that ranks: a lap that counts, also where a ruling takes it away, or
  /// one by a ruling, which has no time.
  private func hasResult(_ row: Standings.Row, _ result: WaveJudge.Result) -> Bool {
    if result.number > 0 { return true }
    // A runner who is out before the first lap ranks last of all.
    return row.flags.contains(.eliminated) || row.laps > 0 && !format.isByBestLaps
  }

  /// The time that is shown: rounded by the rules; nil where it does not rank.
  func shownTime(of runner: RankedRunner) -> Duration? {
    format.isByBestLaps && runner.key.first > 0 ? nil : runner.time.map(rounded)
  }

  /// Returns a time as the rules round it.
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
}

extension WaveJudge.Result {
  /// The place from which the runner's times count.
  func origin(_ format: RaceFormat, gun: Duration) -> Duration {
    format.hasOwnClocks ? start ?? gun : gun
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

extension Standings {
  /// The first successive laps with the least sum, and the index of the last one; nil if there are
  /// fewer.
  static func bestRun(of count: Int, in laps: some RandomAccessCollection<Duration>)
    -> (time: Duration, end: Int)?
  {
    let laps = Array(laps)
    guard laps.count >= count, count > 0 else { return nil }
    var sum = laps[..<count].reduce(.zero, +)
    var best = (time: sum, end: count - 1)
    for end in count..<laps.count {
      sum += laps[end] - laps[end - count]
      if sum < best.time { best = (sum, end) }
    }
    return best
  }
}
