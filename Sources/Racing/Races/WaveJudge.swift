import Text
import Timing

/// Judges the crossings of a wave by its format.
///
/// Places are on the race's timeline.
struct WaveJudge {
  let wave: Race.Wave
  /// The gun of the wave.
  let gun: Duration
  /// The gun of the race.
  let raceGun: Duration
  /// The place up to which crossings are known.
  let now: Duration
  /// The place at which the race was stopped; nil while it runs.
  let stop: Duration?
  /// The place up to which the race has been run.
  private var end: Duration { min(now, stop ?? now) }
  private var format: RaceFormat { wave.format }
  private var interval: Duration?

  /// What is known of a runner.
  struct Result {
    var runner: Int
    /// The own start; nil before it.
    var start: Duration?
    /// The laps, or points, that count, in order.
    var laps: [Passage] = []
    /// The crossings that do not count, with their reasons, and the own start.
    var others: [Passage] = []
    /// Whether the runner completed the race.
    var isFinished = false
    var flags: RaceFlags = []
    /// The order in elimination, from 1 for the first one out; nil for who is in.
    var out: Int?
    /// Whether the runner is the one left in a backyard race.
    var isWinner = false

    /// Whether the laps decide when the race ends: not those of who was disqualified, or is ruled not
    /// to have started.
    var isInRace = true

    /// The crossing that started the own clock; nil if none did.
    var startCrossing: Race.Crossing?

    /// The largest possible error of the last passage's time; nil if it is unknown.
    ///
    /// - Parameter isOwnClock: whether the time is from the own start.
    /// - Returns: the error.
    func doubt(isOwnClock: Bool) -> Duration? {
      guard let last = laps.last?.crossing else { return .zero }
      guard isOwnClock, let startCrossing else { return last.doubt }
      // On one stream's timeline the distance has no doubt, unless comparisons moved an end.
      let isMoved = [startCrossing.doubt, last.doubt].contains { $0.map { $0 > .zero } ?? false }
      if startCrossing.source.stream == last.source.stream, !isMoved { return .zero }
      return startCrossing.doubt.flatMap { start in last.doubt.map { $0 + start } }
    }

    /// The time between two successive passages.
    func lap(_ index: Int) -> Duration? {
      let before = index == 0 ? start : laps[index - 1].place
      return before.map { laps[index].place - $0 }
    }
  }

  /// A crossing with what it is for.
  struct Passage: Hashable {
    var crossing: Race.Crossing
    /// The lap that it completes, or the number of the point, from 1; 0 for others.
    var number: Int
    var flags: RaceFlags
    var place: Duration { crossing.place }
  }

  init(_ wave: Race.Wave, gun: Duration, raceGun: Duration, now: Duration, stop: Duration?) {
    self.wave = wave
    self.gun = gun
    self.raceGun = raceGun
    self.now = now
    self.stop = stop
  }

  /// The place at which a time limit is reached.
  func limitPlace(_ limit: Duration) -> Duration {
    (format.limitFrom == .race ? raceGun : gun) + limit
  }

  /// Returns the results of the wave's runners, in their order.
  ///
  /// - Parameter runners: the runners in natural order of their bibs, by number and crossings.
  /// - Returns: a result for each runner.
  /// - Complexity: O(n log n) in the crossings.
  func results(of runners: [(number: Int, runner: Race.Runner)]) -> [Result] {
    let limit = deadTime(runners)
    var results = runners.indices.map { index in
      laps(of: runners[index].runner, runners[index].number, index, deadTime: limit)
    }
    switch format.finish {
    case .laps(let laps): end(&results, atLap: laps)
    case .time(let limit, nil): end(&results, atTime: limit)
    case .time(let limit, let further?):
      guard let lap = firstNewLap(after: limitPlace(limit), results) else { break }
      end(&results, atLap: lap + further)
    case .bestLaps(_, let limit): end(&results, atTime: limit)
    case .points(let points):
      for index in results.indices {
        results[index].isFinished = results[index].laps.last?.number == points.count
      }
    case .timeTrial:
      for index in results.indices {
        results[index].cut(after: 1)
        results[index].isFinished = !results[index].laps.isEmpty
      }
    case .elimination(let every): eliminate(&results, every, runners)
    case .backyard(let period): endBackyard(&results, period, runners)
    }
    return results
  }

  // MARK: Laps

  /// The first places that are worth judging: after the gun, and before the stop.
  private func isInTime(_ crossing: Race.Crossing) -> Bool {
    crossing.place >= gun && crossing.place <= (stop ?? now)
  }

  /// The least time between crossings that count, doubled in permille of a median; nil for none.
  private func deadTime(_ runners: [(number: Int, runner: Race.Runner)]) -> Int128? {
    guard let share = format.deadTime else { return nil }
    var intervals: [Int64] = []
    for (index, (_, runner)) in runners.enumerated() {
      var last = ownStart(index)
      for crossing in runner.crossings where crossing.place <= now && isInTime(crossing) {
        guard isAtLine(crossing), !crossing.flags.contains(.double) else { continue }
        if let last, crossing.place - last >= format.minimumLap ?? .zero {
          intervals.append((crossing.place - last).nanoseconds)
        }
        last = crossing.place
      }
    }
    guard intervals.count >= 5 else { return nil }
    intervals.sort()
    let middles =
      Int128(intervals[(intervals.count - 1) / 2]) + Int128(intervals[intervals.count / 2])
    return middles * Int128(share)
  }

  /// Whether a crossing is at the finish line.
  private func isAtLine(_ crossing: Race.Crossing) -> Bool {
    guard let point = crossing.point else { return true }
    if case .points(let points) = format.finish { return points.last == point }
    return point == "finish"
  }

  /// The own start of a runner, if it does not depend on crossings.
  private func ownStart(_ index: Int) -> Duration? {
    if case .timeTrial(let interval) = format.finish {
      return interval.map { gun + $0 * index }
    }
    return format.first == .lap ? gun : nil
  }

  private func laps(
    of runner: Race.Runner, _ number: Int, _ index: Int, deadTime: Int128?
  ) -> Result {
    var result = Result(runner: number, start: ownStart(index))
    result.isInRace = runner.status != .dsq && runner.status != .dns
    let hasStart = result.start != nil
    var last = result.start
    for crossing in runner.crossings where crossing.place <= now {
      if crossing.flags.contains(.double) {
        result.others.append(Passage(crossing: crossing, number: 0, flags: crossing.flags))
        continue
      }
      func leaveOut(_ reason: RaceFlags) {
        result.others.append(
          Passage(crossing: crossing, number: 0, flags: crossing.flags.union(reason)))
      }
      if crossing.place < (hasStart ? max(gun, result.start ?? gun) : gun) {
        leaveOut(.beforeStart)
        continue
      }
      if let stop, crossing.place > stop {
        leaveOut(.afterFinish)
        continue
      }
      if isOutsideWindow(crossing) {
        leaveOut(.outsideWindow)
        continue
      }
      guard let own = last else {
        result.start = crossing.place
        result.startCrossing = crossing
        last = crossing.place
        leaveOut([])
        continue
      }
      if case .points(let points) = format.finish {
        pass(crossing, points, &result)
        continue
      }
      guard isAtLine(crossing) else {
        leaveOut(.otherPoint)
        continue
      }
      let time = crossing.place - own
      if let deadTime, Int128(time.nanoseconds) * 2000 < deadTime {
        leaveOut(.reread)
      } else if let shortest = format.minimumLap, time < shortest {
        leaveOut(.short)
      } else {
        result.laps.append(
          Passage(crossing: crossing, number: result.laps.count + 1, flags: crossing.flags))
        last = crossing.place
      }
    }
    return result
  }

  /// Notes a crossing of a point, each of which counts once, in order.
  private func pass(_ crossing: Race.Crossing, _ points: [String], _ result: inout Result) {
    let passed = result.laps.last?.number ?? 0
    let index = crossing.point.map { points.firstIndex(of: $0) } ?? points.count - 1
    guard let index, index >= passed else {
      result.others.append(
        Passage(crossing: crossing, number: 0, flags: crossing.flags.union(.otherPoint)))
      return
    }
    var flags = crossing.flags
    if index > passed {
      flags.insert(.missedPoint)
      result.flags.insert(.missedPoint)
    }
    result.laps.append(Passage(crossing: crossing, number: index + 1, flags: flags))
  }

  private func isOutsideWindow(_ crossing: Race.Crossing) -> Bool {
    guard !format.windows.isEmpty else { return false }
    let point: String
    if let name = crossing.point {
      point = name
    } else if case .points(let points) = format.finish, let last = points.last {
      point = last
    } else {
      point = "finish"
    }
    let time = crossing.place - gun
    return format.windows.contains { window in
      window.point == point
        && (window.earliest.map { time < $0 } ?? false || window.latest.map { time > $0 } ?? false)
    }
  }

  // MARK: Finishes

  /// The first lap that anybody completed at or after a place; nil if there is none.
  private func firstNewLap(after place: Duration, _ results: [Result]) -> Int? {
    // The first completion of each lap; the laps of a runner are in order.
    var firsts: [Duration] = []
    for result in results where result.isInRace {
      for (index, passage) in result.laps.enumerated() {
        if index == firsts.count {
          firsts.append(passage.place)
        } else if passage.place < firsts[index] {
          firsts[index] = passage.place
        }
      }
    }
    return firsts.firstIndex { $0 >= place }.map { $0 + 1 }
  }

  private func firstCompletion(of lap: Int, _ results: [Result]) -> Duration? {
    results.lazy.filter(\.isInRace)
      .compactMap { $0.laps.count >= lap ? $0.laps[lap - 1].place : nil }.min()
  }

  /// Ends the race at the first completion of a lap; with `lapped=continue` each at their own.
  private func end(_ results: inout [Result], atLap lap: Int) {
    if format.lapped == .continue {
      for index in results.indices {
        results[index].isFinished = results[index].laps.count >= lap
        results[index].cut(after: lap)
      }
      return
    }
    guard let finish = firstCompletion(of: lap, results) else { return }
    for index in results.indices {
      let last = results[index].laps.partitioningIndex { $0.place >= finish }
      guard last < results[index].laps.count else { continue }
      results[index].isFinished = true
      results[index].cut(after: last + 1)
    }
  }

  /// Ends the race at a time; crossings up to and including it count.
  private func end(_ results: inout [Result], atTime limit: Duration) {
    let last = limitPlace(limit)
    for index in results.indices {
      results[index].cut(after: results[index].laps.partitioningIndex { $0.place > last })
      results[index].isFinished = end >= last
    }
  }

  /// On each lap that a number divides, the last one still in is out once all others have completed
  /// it.
  private func eliminate(
    _ results: inout [Result], _ every: Int, _ runners: [(number: Int, runner: Race.Runner)]
  ) {
    var places = results.map { $0.laps.map(\.place) }
    var isIn = Set(results.indices)
    // Who has a status leaves the race after the last lap completed.
    func canComplete(_ index: Int, _ lap: Int) -> Bool {
      places[index].count >= lap || runners[index].runner.status == nil
    }
    var lap = every
    var out = 0
    while isIn.count > 1 {
      // Who was disqualified as the last of all was on the course, and out on this lap.
      let missing = isIn.filter { places[$0].count < lap }
      let isLastDisqualified =
        missing.count == 1 && missing.allSatisfy { runners[$0].runner.status == .dsq }
      let left = isLastDisqualified ? isIn : isIn.filter { canComplete($0, lap) }
      isIn = left
      guard left.count > 1 else { break }
      let done = left.filter { places[$0].count >= lap }
      guard done.count >= left.count - 1 else { break }
      let last =
        left.subtracting(done).first
        ?? done.max { (places[$0][lap - 1], $0) < (places[$1][lap - 1], $1) }
      guard let last else { break }
      out += 1
      results[last].out = out
      results[last].isFinished = true
      results[last].flags.insert(.eliminated)
      results[last].cut(after: min(lap, places[last].count))
      places[last] = results[last].laps.map(\.place)
      isIn.remove(last)
      lap += every
    }
    guard isIn.count == 1, let winner = isIn.first, !places[winner].isEmpty else { return }
    results[winner].isFinished = true
    // The race ends for the winner where it ended for the last one out.
    if out > 0 { results[winner].cut(after: min(places[winner].count, lap - every)) }
  }

  /// A lap counts if it is completed within its period; who misses one is out.
  private func endBackyard(
    _ results: inout [Result], _ period: Duration, _ runners: [(number: Int, runner: Race.Runner)]
  ) {
    var isOut: [Bool] = []
    for index in results.indices {
      var kept: [Passage] = []
      for var passage in results[index].laps {
        let begin = gun + period * kept.count
        // A crossing at its very end is within a period.
        if passage.place > begin, passage.place <= begin + period {
          passage.number = kept.count + 1
          kept.append(passage)
          continue
        }
        passage.flags.insert(passage.place <= begin ? .reread : .afterFinish)
        passage.number = 0
        results[index].others.append(passage)
      }
      results[index].others.sort { $0.crossing < $1.crossing }
      results[index].laps = kept
      let isPast = end > gun + period * (kept.count + 1)
      isOut.append(isPast || runners[index].runner.status != nil)
    }
    let most = results.lazy.map(\.laps.count).max() ?? 0
    let leaders = results.indices.filter { results[$0].laps.count == most }
    let others = results.indices.filter { results[$0].laps.count < most }
    let hasWinner =
      most > 0 && leaders.count == 1 && runners[leaders[0]].runner.status == nil
      && others.allSatisfy { isOut[$0] } && results.count > 1
    for index in results.indices {
      results[index].isWinner = hasWinner && index == leaders[0]
      results[index].isFinished = isOut[index] || results[index].isWinner
      // The race ends with the one lap more.
      if results[index].isWinner {
        results[index].cut(after: (others.map { results[$0].laps.count }.max() ?? 0) + 1)
      }
    }
  }
}

extension WaveJudge.Result {
  /// Keeps a number of laps; later crossings are after the finish.
  fileprivate mutating func cut(after count: Int) {
    guard count < laps.count else { return }
    for var passage in laps[count...] {
      passage.flags.insert(.afterFinish)
      passage.number = 0
      others.append(passage)
    }
    laps.removeLast(laps.count - count)
    others.sort { $0.crossing < $1.crossing }
  }
}
