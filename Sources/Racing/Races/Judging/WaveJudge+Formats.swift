import Text
import Timing

/// The crossings that count as laps or points.
extension WaveJudge {
  /// Whether a crossing is between the gun and the stop.
  private func isInTime(_ crossing: Race.Crossing) -> Bool {
    crossing.place >= gun && crossing.place <= (stop ?? latest)
  }

  /// Returns 2,000 times the dead time in nanoseconds, which is a whole number; nil if the format
  /// has no dead time, or if there are fewer than five intervals.
  ///
  /// - Complexity: O(n log n) in the crossings.
  func deadTime(_ runners: [(number: Int, runner: Race.Runner)]) -> Int128? {
    guard let share = format.deadTime else { return nil }
    var intervals: [Int64] = []
    for (index, (_, runner)) in runners.enumerated() {
      var last = ownStart(index)
      let first = last ?? gun
      for crossing in runner.crossings where isInTime(crossing) && crossing.place >= first {
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
    crossing.point == nil || crossing.point == format.finishPoint
  }

  /// The own start of a runner, if it does not depend on crossings.
  func ownStart(_ index: Int) -> Duration? {
    if case .timeTrial(let interval) = format.finish {
      return interval.map { gun + $0 * index }
    }
    return format.first == .lap ? gun : nil
  }

  /// Judges the crossings of a runner, with no end of the race.
  ///
  /// `start` is the own start; nil if the first crossing is.
  func laps(
    of runner: Race.Runner, _ number: Int, _ start: Duration?, deadTime: Int128?,
    after earlier: EarlierCrossings? = nil
  ) -> Result {
    var result = Result(runner: number, start: start)
    result.earlier = earlier
    result.flags = earlier?.isPointMissed ?? false ? .missedPoint : []
    result.isInRace = runner.status != .dsq && runner.status != .dns
    let hasStart = result.start != nil
    result.laps.reserveCapacity(runner.crossings.count)
    var last = earlier?.lapStart ?? result.start
    for crossing in runner.crossings where crossing.place <= latest {
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
      var began = own
      if case .backyard(let period) = format.finish {
        // A loop begins at its bell; a crossing at its very end is within it.
        began = gun + period * result.number
        if crossing.place <= began || crossing.place > began + period {
          leaveOut(crossing.place <= began ? .reread : .afterFinish)
          continue
        }
      }
      let time = crossing.place - began
      if let deadTime, Int128(time.nanoseconds) * 2000 < deadTime {
        leaveOut(.reread)
      } else if let shortest = format.minimumLap, time < shortest {
        leaveOut(.short)
      } else {
        result.laps.append(
          Passage(
            crossing: crossing, number: result.number + 1, flags: crossing.flags, lap: time))
        last = crossing.place
      }
    }
    return result
  }

  /// Notes a crossing of a point, each of which counts once, in order.
  private func pass(_ crossing: Race.Crossing, _ points: [String], _ result: inout Result) {
    let passed = result.number
    let index = crossing.point.map { points.firstIndex(of: $0) } ?? points.count - 1
    guard let index, index >= passed else {
      result.others.append(
        Passage(crossing: crossing, number: 0, flags: crossing.flags.union(.otherPoint)))
      return
    }
    var flags = crossing.flags
    if !result.missed(points, from: passed, before: index).isEmpty {
      flags.insert(.missedPoint)
      result.flags.insert(.missedPoint)
    }
    let before = result.lastPlace ?? result.start
    result.laps.append(
      Passage(
        crossing: crossing, number: index + 1, flags: flags,
        lap: before.map { crossing.place - $0 }))
  }

  private func isOutsideWindow(_ crossing: Race.Crossing) -> Bool {
    guard !format.windows.isEmpty else { return false }
    let point = crossing.point ?? format.finishPoint
    let time = crossing.place - gun
    return format.windows.contains { window in
      window.point == point
        && (window.earliest.map { time < $0 } ?? false || window.latest.map { time > $0 } ?? false)
    }
  }
}

extension WaveJudge {
  /// On each lap that a number divides, the last one still in is out once all others have completed
  /// it; returns the next of these laps with the number of runners who have not completed it.
  ///
  /// The end is without a lap once at most one runner is in.
  ///
  /// - Complexity: O(n) in the runners and in the laps.
  func eliminate(
    _ results: inout [Result], _ every: Int, _ runners: [(number: Int, runner: Race.Runner)]
  ) -> End {
    var places = results.map { $0.laps.map(\.place) }
    var isIn = Set(results.indices)
    // A runner with a status leaves the race after the last completed lap.
    func canComplete(_ index: Int, _ lap: Int) -> Bool {
      places[index].count >= lap || runners[index].runner.status == nil
    }
    var lap = every
    var out = 0
    while isIn.count > 1 {
      // A runner disqualified while last of all was on the course, and is out on this lap.
      let missing = isIn.filter { places[$0].count < lap }
      let isLastDisqualified =
        missing.count == 1 && missing.allSatisfy { runners[$0].runner.status == .dsq }
      let left = isLastDisqualified ? isIn : isIn.filter { canComplete($0, lap) }
      isIn = left
      guard left.count > 1 else { break }
      let done = left.filter { places[$0].count >= lap }
      guard done.count >= left.count - 1 else {
        return End(lap: lap, missing: left.count - done.count)
      }
      guard let last = left.subtracting(done).first ?? lastOnLap(lap, of: done, &results)
      else { return End() }
      out += 1
      results[last].out = out
      results[last].isFinished = true
      results[last].flags.insert(.eliminated)
      results[last].cut(after: min(lap, places[last].count))
      places[last] = results[last].laps.map(\.place)
      isIn.remove(last)
      lap += every
    }
    guard isIn.count == 1, let winner = isIn.first, !places[winner].isEmpty else { return End() }
    results[winner].isFinished = true
    // The race ends for the winner where it ended for the last one out.
    if out > 0 { results[winner].cut(after: min(places[winner].count, lap - every)) }
    return End()
  }
}

extension WaveJudge {
  /// Returns the runner who completed an elimination lap as the last one, by the rule for ties.
  ///
  /// - Complexity: O(n log n) in the runners.
  private func lastOnLap(_ lap: Int, of runners: Set<Int>, _ results: inout [Result]) -> Int? {
    let place = runners.map { results[$0].laps[lap - 1].place }.max()
    let tied = runners.filter { results[$0].laps[lap - 1].place == place }.sorted()
    guard tied.count > 1 else { return tied.last }
    switch format.ties {
    case .line: break
    case .shared: return tied.last
    case .bestLap:
      return tied.max { one, two in
        (results[one].best(through: lap) ?? .zero, one)
          < (results[two].best(through: lap) ?? .zero, two)
      }
    }
    let recorded = tied.sorted { one, two in
      func order(_ runner: Int) -> (String, Int) {
        let source = results[runner].laps[lap - 1].crossing.source
        return (source.stream.map { streams[$0] } ?? "", source.version)
      }
      return order(one) < order(two)
    }
    let (order, decided) = photoFinishes.sorted(
      recorded.map { ($0, results[$0].laps[lap - 1].crossing.id) })
    for runner in decided { results[runner].flags.insert(.photoFinish) }
    return order.last
  }
}

extension WaveJudge {
  /// A runner who misses a loop is out; who alone completes one more wins.
  func endBackyard(
    _ results: inout [Result], _ period: Duration, _ runners: [(number: Int, runner: Race.Runner)]
  ) {
    var isOut: [Bool] = []
    for index in results.indices {
      // Until a stop, the loop may still be completed at the very end of its period.
      let last = gun + period * (results[index].number + 1)
      isOut.append(end > last || stop == last || runners[index].runner.status != nil)
    }
    let most = results.lazy.map(\.laps.count).max() ?? 0
    let leaders = results.indices.filter { results[$0].laps.count == most }
    let others = results.indices.filter { results[$0].laps.count < most }
    let hasWinner =
      most > 0 && leaders.count == 1 && runners[leaders[0]].runner.status == nil
      && others.allSatisfy { isOut[$0] } && results.count > 1
    for index in results.indices {
      results[index].isWinner = hasWinner && index == leaders[0]
      results[index].isFinished =
        isOut[index] || results[index].isWinner || hasCompletedAll(results[index], period)
      // The race ends with the one lap more.
      if results[index].isWinner {
        results[index].cut(after: (others.map { results[$0].laps.count }.max() ?? 0) + 1)
      }
    }
  }
  /// Whether a stop found the runner off the course: with each lap completed whose period had begun.
  private func hasCompletedAll(_ result: Result, _ period: Duration) -> Bool {
    guard let stop, !result.laps.isEmpty else { return false }
    return stop <= gun + period * result.laps.count
  }
}
