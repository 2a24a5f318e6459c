import Text
import Timing

/// Judges the crossings of a wave by its format.
///
/// Places are on the race's timeline.
struct WaveJudge {
  let wave: Race.Wave
  let gun: Duration
  let raceGun: Duration
  let present: RacePresent
  /// The place up to which the race has been run.
  var end: Duration { min(present.now, present.stop ?? present.now) }
  var format: RaceFormat { wave.format }

  /// Creates the judge of a wave; nil before its gun.
  init?(_ wave: Race.Wave, at present: RacePresent) {
    guard let start = present.start, let gun = wave.gun(after: start), gun <= present.latest else {
      return nil
    }
    self.wave = wave
    self.gun = gun
    self.present = present
    raceGun = start
  }

  /// The place at which a time limit is reached.
  func limitPlace(_ limit: Duration) -> Duration {
    (format.limitFrom == .race ? raceGun : gun) + limit
  }

  /// The facts of a runner by which crossings are judged.
  struct Runner {
    /// The number in the race.
    var number = 0
    var crossings: [Race.Crossing]
    var status: RaceEvent.Ruling.Status?
    var statusPlace = Duration.zero
  }

  /// Returns the results of the wave's runners, in natural order of their bibs: as if the race had no
  /// end, and with it.
  ///
  /// - Complexity: O(n log n) in the crossings.
  func judged(_ runners: [Runner]) -> (laps: [Result], results: [Result], end: WaveEnd) {
    let limit = deadTime(runners)
    let laps = runners.enumerated().map { self.laps(of: $1, ownStart($0), deadTime: limit) }
    var results = laps
    var end = end(of: laps)
    if case .elimination(let every) = format.finish {
      end = eliminate(&results, every, runners)
    } else if case .backyard(let period) = format.finish {
      endBackyard(&results, period, runners)
    } else {
      for index in results.indices { apply(end, to: &results[index]) }
    }
    if let gap = format.bunchedWithin { bunch(&results, within: gap) }
    return (laps, results, end)
  }

  /// Gives the runners who finished close together the time of the first of them.
  ///
  /// Penalties do not move a runner to another bunch, and one who was disqualified is in it, too.
  private func bunch(_ results: inout [Result], within gap: Duration) {
    let rules = RunnerRanking(wave, at: present)
    let finished = results.indices.compactMap { index -> (laps: Int, time: Duration, index: Int)? in
      guard results[index].isFinished, let place = results[index].lastPlace else { return nil }
      return (results[index].number, place - rules.origin(start: results[index].start), index)
    }
    .sorted { ($0.laps, $0.time) < ($1.laps, $1.time) }
    for (number, runner) in finished.enumerated() {
      results[runner.index].bunched = runner.time
      guard number > 0, case let ahead = finished[number - 1], ahead.laps == runner.laps,
        runner.time - ahead.time < gap
      else { continue }
      results[runner.index].bunched = results[ahead.index].bunched
    }
  }

  /// Whether a crossing is between the gun and the stop.
  private func isInTime(_ crossing: Race.Crossing) -> Bool {
    crossing.place >= gun && crossing.place <= (present.stop ?? present.latest)
  }

  /// Returns 2,000 times the dead time in nanoseconds, which is a whole number; nil if the format
  /// has no dead time, or if there are fewer than five intervals (own starts may be at any point).
  ///
  /// - Complexity: O(n log n) in the crossings.
  func deadTime(_ runners: [Runner]) -> Int128? {
    guard let share = format.deadTime else { return nil }
    var intervals: [Int64] = []
    for (index, runner) in runners.enumerated() {
      var last = ownStart(index)
      let first = last ?? gun
      for crossing in runner.crossings where isInTime(crossing) && crossing.place >= first {
        guard last == nil || isAtLine(crossing), !crossing.flags.contains(.double) else { continue }
        if let last, crossing.place - last >= format.minimumLap ?? .zero {
          intervals.append((crossing.place - last).nanoseconds)
        }
        last = crossing.place
      }
    }
    guard intervals.count >= 5 else { return nil }
    intervals.sort()
    return intervals.twiceTheMedian * Int128(share)
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
    of runner: Runner, _ start: Duration?, deadTime: Int128?, after earlier: EarlierCrossings? = nil
  ) -> Result {
    var result = Result(runner: runner.number, start: start)
    result.earlier = earlier
    result.flags = earlier?.isPointMissed ?? false ? .missedPoint : []
    result.isInRace = runner.status != .dsq && runner.status != .dns
    add(runner.crossings[...], to: &result, start, deadTime: deadTime)
    return result
  }

  /// Judges crossings of a runner after those of a result without an end.
  func add(
    _ crossings: ArraySlice<Race.Crossing>, to result: inout Result, _ start: Duration?,
    deadTime: Int128? = nil
  ) {
    // An array grows faster than the slice of the result.
    var laps: [Passage] = []
    laps.reserveCapacity(crossings.count)
    let first = start.map { max(gun, $0) } ?? gun
    var last = result.laps.last?.place ?? result.earlier?.lapStart ?? result.start
    for crossing in crossings where crossing.place <= present.latest {
      if let reason = reasonToLeaveOut(crossing, before: first) {
        result.leaveOut(crossing, reason)
        continue
      }
      guard let own = last else {
        result.start = crossing.place
        result.startSource = crossing.source
        last = crossing.place
        result.leaveOut(crossing)
        continue
      }
      if case .points(let points) = format.finish {
        pass(crossing, points, &result)
        continue
      }
      guard isAtLine(crossing) else {
        result.leaveOut(crossing, .otherPoint)
        continue
      }
      var began = own
      if case .backyard(let period) = format.finish {
        // A loop begins at its bell; a crossing at its very end is within it.
        began = gun + period * (result.number + laps.count)
        if crossing.place <= began || crossing.place > began + period {
          result.leaveOut(crossing, crossing.place <= began ? .reread : .afterFinish)
          continue
        }
      }
      let time = crossing.place - began
      if let deadTime, Int128(time.nanoseconds) * 2000 < deadTime {
        result.leaveOut(crossing, .reread)
      } else if let shortest = format.minimumLap, time < shortest {
        result.leaveOut(crossing, .short)
      } else {
        laps.append(
          Passage(
            crossing: crossing, number: result.number + laps.count + 1, flags: crossing.flags,
            lap: time))
        last = crossing.place
      }
    }
    if result.laps.isEmpty { result.laps = laps[...] } else { result.laps += laps }
  }

  /// Notes a crossing of a point, each of which counts once, in order.
  private func pass(_ crossing: Race.Crossing, _ points: [String], _ result: inout Result) {
    let passed = result.number
    let index = crossing.point.map { points.firstIndex(of: $0) } ?? points.count - 1
    guard let index, index >= passed else {
      return result.leaveOut(crossing, .otherPoint)
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

  /// The reason why a crossing does not count at any point; nil if it may count.
  private func reasonToLeaveOut(_ crossing: Race.Crossing, before first: Duration) -> RaceFlags? {
    if crossing.flags.contains(.double) { return .double }
    if crossing.place < first { return .beforeStart }
    if let stop = present.stop, crossing.place > stop { return .afterFinish }
    return isOutsideWindow(crossing) ? .outsideWindow : nil
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
