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

    init(runner: Int, start: Duration?) {
      self.runner = runner
      self.start = start
    }

    /// Creates the result of a runner before the gun.
    init(beforeStart runner: Race.Runner, _ number: Int, now: Duration) {
      self.runner = number
      others = runner.crossings.lazy.filter { $0.place <= now }.map {
        Passage(crossing: $0, number: 0, flags: $0.flags.union(.beforeStart))
      }
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
    judged(runners).results
  }

  /// Returns the results of the wave's runners, in their order, and the end of the wave's race.
  ///
  /// - Parameter runners: the runners in natural order of their bibs, by number and crossings.
  /// - Returns: a result for each runner, and the end.
  /// - Complexity: O(n log n) in the crossings.
  func judged(
    _ runners: [(number: Int, runner: Race.Runner)]
  ) -> (results: [Result], end: End) {
    let limit = deadTime(runners)
    var results = runners.indices.map { index in
      laps(of: runners[index].runner, runners[index].number, ownStart(index), deadTime: limit)
    }
    let end = end(of: results)
    switch format.finish {
    case .elimination(let every): eliminate(&results, every, runners)
    case .backyard(let period): endBackyard(&results, period, runners)
    case .laps, .time, .points, .bestLaps, .timeTrial:
      for index in results.indices { apply(end, to: &results[index]) }
    }
    return (results, end)
  }

  /// Judges one runner by the end that the wave's race has had so far.
  ///
  /// - Parameters:
  ///   - runner: the runner, with a new crossing.
  ///   - start: the own start of a time trial at intervals, which depends on the other runners.
  ///   - newest: the place of the new crossing.
  ///   - end: the end so far.
  /// - Returns: the result, and the most laps of anybody in the wave; nil if the crossing may change
  ///   the results of others.
  /// - Complexity: O(k) in the crossings of the runner.
  func judged(
    _ runner: Race.Runner, start: Duration?, newest: Duration, before end: End
  ) -> (result: Result, end: End)? {
    guard format.deadTime == nil else { return nil }
    var start = start
    switch format.finish {
    case .elimination, .backyard: return nil
    case .timeTrial(interval: _?): break
    case .laps, .time, .points, .bestLaps, .timeTrial(interval: nil): start = ownStart(0)
    }
    var result = laps(of: runner, 0, start, deadTime: nil)
    guard result.isInRace else {
      apply(end, to: &result)
      return (result, end)
    }
    var end = end
    switch format.finish {
    case .laps(let lap):
      if result.isBefore(end.place, atLap: lap) { return nil }
    case .time(let limit, furtherLaps: _?):
      let limit = limitPlace(limit)
      // A lap that nobody had completed may be the last one, or the one that it is counted from.
      if now >= limit {
        guard newest >= limit, end.place != nil || result.laps.count <= end.mostLaps else {
          return nil
        }
        if let lap = end.lap, result.isBefore(end.place, atLap: lap) { return nil }
      }
      end.mostLaps = max(end.mostLaps, result.laps.count)
    case .time, .points, .bestLaps, .timeTrial, .elimination, .backyard: break
    }
    apply(end, to: &result)
    return (result, end)
  }

  /// The end of a wave's race, which its runners decide.
  struct End: Hashable, Sendable {
    /// The lap that is the last one; nil while it is not known.
    var lap: Int?
    /// The place of its first completion; nil before it.
    var place: Duration?
    /// The most laps of a runner in the race, those after the end included; 0 where the end does not
    /// depend on them.
    var mostLaps = 0
  }

  private func end(of results: [Result]) -> End {
    switch format.finish {
    case .laps(let lap): return End(lap: lap, place: firstCompletion(of: lap, results))
    case .time(let limit, let further?):
      var end = End(mostLaps: results.lazy.filter(\.isInRace).map(\.laps.count).max() ?? 0)
      if let lap = firstNewLap(after: limitPlace(limit), results) {
        end.lap = lap + further
        end.place = firstCompletion(of: lap + further, results)
      }
      return end
    case .time, .points, .bestLaps, .elimination, .backyard, .timeTrial: return End()
    }
  }

  /// Ends the race of a runner, other than in an elimination or a backyard race.
  private func apply(_ end: End, to result: inout Result) {
    switch format.finish {
    case .laps, .time(_, furtherLaps: _?):
      if let lap = end.lap { self.end(&result, atLap: lap, end.place) }
    case .time(let limit, furtherLaps: nil), .bestLaps(_, let limit):
      self.end(&result, atTime: limit)
    case .points(let points): result.isFinished = result.laps.last?.number == points.count
    case .timeTrial:
      result.cut(after: 1)
      result.isFinished = !result.laps.isEmpty
    case .elimination, .backyard: break
    }
  }

  /// The next place after now at which a result changes without a further event; nil if there is
  /// none.
  var nextChange: Duration? {
    var places: [Duration] = []
    if let stop { places.append(stop) }
    switch format.finish {
    case .time(let limit, _), .bestLaps(_, let limit): places.append(limitPlace(limit))
    case .backyard(let period):
      // A lap at the very end of a period still counts.
      let ended = max(0, Int((now - gun) / period))
      places += [ended, ended + 1, ended + 2].map { gun + period * $0 + .nanoseconds(1) }
    case .laps, .points, .elimination, .timeTrial: break
    }
    return places.filter { $0 > now }.min()
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
    of runner: Race.Runner, _ number: Int, _ start: Duration?, deadTime: Int128?
  ) -> Result {
    var result = Result(runner: number, start: start)
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
  private func end(_ result: inout Result, atLap lap: Int, _ finish: Duration?) {
    if format.lapped == .continue {
      result.isFinished = result.laps.count >= lap
      result.cut(after: lap)
      return
    }
    guard let finish else { return }
    let last = result.laps.partitioningIndex { $0.place >= finish }
    guard last < result.laps.count else { return }
    result.isFinished = true
    result.cut(after: last + 1)
  }

  /// Ends the race at a time; crossings up to and including it count.
  private func end(_ result: inout Result, atTime limit: Duration) {
    let last = limitPlace(limit)
    result.cut(after: result.laps.partitioningIndex { $0.place > last })
    result.isFinished = end >= last
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
  /// Whether the runner has completed a lap before a place, or at all where there is none.
  fileprivate func isBefore(_ place: Duration?, atLap lap: Int) -> Bool {
    guard lap > 0, laps.count >= lap else { return false }
    return place.map { laps[lap - 1].place < $0 } ?? true
  }

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
