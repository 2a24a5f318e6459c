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
  /// The present: limits and the ends of periods up to here have been reached.
  let now: Duration
  /// The place up to which crossings count; not before now.
  let latest: Duration
  /// The place at which the race was stopped; nil while it runs.
  let stop: Duration?
  /// The orders of crossings, which decide ties on elimination laps.
  var photoFinishes = PhotoFinishes([])
  /// The place up to which the race has been run.
  var end: Duration { min(now, stop ?? now) }
  var format: RaceFormat { wave.format }

  init(
    _ wave: Race.Wave, gun: Duration, raceGun: Duration, now: Duration, latest: Duration,
    stop: Duration?
  ) {
    self.wave = wave
    self.gun = gun
    self.raceGun = raceGun
    self.now = now
    self.latest = latest
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
    var end = end(of: results)
    switch format.finish {
    case .elimination(let every): end = eliminate(&results, every, runners)
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
  ///   - earlier: a summary of the crossings before those of the runner; nil if there are none.
  ///   - start: the own start so far.
  ///   - newest: the place of the new crossing.
  ///   - before: the laps that counted before.
  ///   - end: the end so far.
  ///   - isLatest: whether the new crossing is after those of all other runners, whose results an
  ///     end at this place does not change.
  /// - Returns: the result, and the end after the crossing; nil if it may change the results of
  ///   others.
  /// - Complexity: O(k) in the crossings of the runner.
  func judged(
    _ runner: Race.Runner, after earlier: Earlier? = nil, start: Duration?, newest: Duration,
    _ before: LapsBefore, before end: End, isLatest: Bool
  ) -> (result: Result, end: End)? {
    guard format.deadTime == nil else { return nil }
    var start = start
    switch format.finish {
    case .backyard: return nil
    case .timeTrial(interval: _?): break
    case .laps, .time, .points, .bestLaps, .elimination, .timeTrial(interval: nil):
      // An own start by a crossing is found anew if all crossings are known.
      start = ownStart(0) ?? (earlier == nil ? nil : start)
    }
    var result = laps(of: runner, 0, start, deadTime: nil, after: earlier)
    guard result.isInRace else {
      if case .elimination = format.finish { return nil }
      apply(end, to: &result)
      return (result, end)
    }
    var end = end
    switch format.finish {
    case .laps(let lap):
      if before.isReplaced, before.number >= lap { return nil }
      if result.isBefore(end.place, atLap: lap) {
        guard isLatest, let moved = self.end(end, by: result, at: newest) else { return nil }
        end = moved
      }
    case .time(let limit, furtherLaps: _?):
      let limit = limitPlace(limit)
      if before.isReplaced, now >= limit || result.number < before.number { return nil }
      if now >= limit {
        guard newest >= limit else { return nil }
        if end.place == nil, result.number > end.mostLaps {
          guard isLatest, let moved = self.end(end, by: result, at: newest) else { return nil }
          end = moved
        } else if let lap = end.lap, result.isBefore(end.place, atLap: lap) {
          return nil
        }
      }
      if end.place == nil { end.mostLaps = max(end.mostLaps, result.number) }
    case .elimination:
      // The times of earlier laps have decided who is out.
      guard !before.isFinished, before.isNewer, runner.status == nil, let lap = end.lap
      else { return nil }
      if before.number < lap, result.number >= lap { end.missing -= 1 }
      // Somebody is out once all others have completed the lap.
      if end.missing <= 1 { return nil }
    case .time, .points, .bestLaps, .timeTrial, .backyard: break
    }
    apply(end, to: &result)
    return (result, end)
  }

  /// Judges one runner whose crossings or rulings have changed, by the end that the wave's race has
  /// had so far.
  ///
  /// - Parameters:
  ///   - runner: the runner.
  ///   - former: the runner as before.
  ///   - start: the own start so far.
  ///   - end: the end so far.
  ///   - others: the facts about the other runners of the wave.
  /// - Returns: the result, and the end; nil if the results of others may change.
  /// - Complexity: O(k) in the crossings of the runner.
  func judgedAgain(
    _ runner: Race.Runner, insteadOf former: Race.Runner, start: Duration?, before end: End,
    _ others: WaveRow.Others
  ) -> (result: Result, end: End)? {
    guard format.deadTime == nil else { return nil }
    var start = start
    switch format.finish {
    case .backyard, .elimination: return nil
    case .timeTrial(interval: _?): break
    case .laps, .time, .points, .bestLaps, .timeTrial(interval: nil): start = ownStart(0)
    }
    var result = laps(of: runner, 0, start, deadTime: nil)
    let before = laps(of: former, 0, start, deadTime: nil)
    let moved =
      self.end(end, with: result, insteadOf: before, others)
      ?? (others.areEarlier ? self.end(end, withLatestOf: result, insteadOf: before) : nil)
    guard let moved else { return nil }
    apply(moved, to: &result)
    return (result, moved)
  }

  /// Returns the end after a lap that nobody had completed, by a crossing after those of all
  /// others; nil if the lap is another one.
  private func end(_ end: End, by result: Result, at newest: Duration) -> End? {
    let before = result.laps.dropLast().last?.place ?? result.earlier?.place
    // Of several laps at the end, the first is the runner's last.
    guard end.place == nil, result.laps.last?.place == newest, before != newest else { return nil }
    var end = end
    switch format.finish {
    case .laps(let lap): if result.number != lap { return nil }
    case .time(let limit, let further?):
      let limit = limitPlace(limit)
      guard now >= limit, newest >= limit, result.number == end.mostLaps + 1 else { return nil }
      end.lap = end.lap ?? result.number + further
    case .time, .points, .bestLaps, .timeTrial, .elimination, .backyard: return nil
    }
    if result.number == end.lap {
      (end.place, end.mostLaps) = (newest, 0)
    } else {
      end.mostLaps = result.number
    }
    return end
  }

  /// Returns the end with one lap more of a runner, or one less, by a crossing after those of all
  /// others; nil if more laps differ, and if it depends on all runners.
  private func end(_ end: End, withLatestOf result: Result, insteadOf before: Result) -> End? {
    guard before.isInRace, result.isInRace else { return nil }
    let (old, new) = (before.laps.map(\.place), result.laps.map(\.place))
    if let newest = new.last, old == new.dropLast() { return self.end(end, by: result, at: newest) }
    guard let place = old.last, new == old.dropLast(), place != new.last, place == end.place,
      old.count == end.lap
    else { return nil }
    var end = end
    end.place = nil
    switch format.finish {
    case .laps: break
    case .time(_, let further?):
      end.mostLaps = new.count
      // The crossing had completed the lap that nobody had completed before.
      if further == 0 { end.lap = nil }
    case .time, .points, .bestLaps, .timeTrial, .elimination, .backyard: return nil
    }
    return end
  }

  /// Returns the end with another result of one runner; nil if it depends on all runners.
  private func end(
    _ end: End, with result: Result, insteadOf before: Result, _ others: WaveRow.Others
  ) -> End? {
    switch format.finish {
    case .laps(let lap):
      let completions = [before, result].map { firstCompletion(of: lap, [$0]) }
      if completions[0] == completions[1] { return end }
      let isFirst = completions.contains { completion in
        completion.map { completion in end.place.map { completion <= $0 } ?? true } ?? false
      }
      return isFirst ? nil : end
    case .time(let limit, furtherLaps: _?):
      if before.isInRace == result.isInRace {
        let (old, new) = (before.laps.map(\.place), result.laps.map(\.place))
        if old == new { return end }
        // Laps after the end of the race do not move it.
        let same = zip(old, new).prefix { $0 == $1 }.count
        if let place = end.place,
          (old.dropFirst(same) + new.dropFirst(same)).allSatisfy({ $0 > place })
        {
          return end
        }
      }
      guard now < limitPlace(limit) else { return nil }
      let counts = [before, result].map { $0.isInRace ? $0.laps.count : 0 }
      if counts[1] < counts[0], counts[0] >= end.mostLaps, !others.haveMostLaps { return nil }
      var end = end
      end.mostLaps = max(end.mostLaps, counts[1])
      return end
    case .time, .points, .bestLaps, .timeTrial: return end
    case .elimination, .backyard: return nil
    }
  }

  /// What counted of a runner before a new crossing.
  struct LapsBefore {
    /// The number of laps, or that of the last point.
    var number: Int
    /// Whether the runner had finished.
    var isFinished: Bool
    /// Whether the new crossing is after all others of the runner.
    var isNewer = true
    /// Whether another crossing counts now, or no longer counts.
    var isReplaced = false
  }

  /// The end of a wave's race, which its runners decide.
  struct End: Hashable, Sendable {
    /// The lap that is the last one; nil while it is not known.
    var lap: Int?
    /// The place of its first completion; nil before it.
    var place: Duration?
    /// The most laps of a runner in the race; 0 where the end does not depend on them, and once it
    /// has a place.
    var mostLaps = 0
    /// The number of runners who have not completed the next elimination lap, of those still in.
    var missing = 0
  }

  private func end(of results: [Result]) -> End {
    switch format.finish {
    case .laps(let lap): return End(lap: lap, place: firstCompletion(of: lap, results))
    case .time(let limit, let further?):
      var end = End()
      // A crossing of a clock that is ahead does not end the race before the time is over.
      let limit = limitPlace(limit)
      if now >= limit, let lap = firstNewLap(after: limit, results) {
        end.lap = lap + further
        end.place = firstCompletion(of: lap + further, results)
      }
      if end.place == nil {
        end.mostLaps = results.lazy.filter(\.isInRace).map(\.laps.count).max() ?? 0
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
    case .points(let points): result.isFinished = result.number == points.count
    case .timeTrial:
      result.cut(after: 1)
      result.isFinished = result.number > 0
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
      result.isFinished = result.number >= lap
      result.cut(after: lap)
      return
    }
    guard let finish else { return }
    let earlier = result.earlier?.number ?? 0
    let decisive = lap - 1 - earlier
    // Who completes the lap at that very moment may have crossed then for the lap before, too.
    if result.laps.indices.contains(decisive), result.laps[decisive].place == finish {
      result.isFinished = true
      result.cut(after: lap)
      return
    }
    if let place = result.earlier?.place, place >= finish {
      result.isFinished = true
      result.cut(after: earlier)
      return
    }
    let last = result.laps.partitioningIndex { $0.place >= finish }
    guard last < result.laps.count else { return }
    result.isFinished = true
    result.cut(after: earlier + last + 1)
  }

  /// Ends the race at a time; crossings up to and including it count.
  private func end(_ result: inout Result, atTime limit: Duration) {
    let last = limitPlace(limit)
    let count = result.laps.partitioningIndex { $0.place > last }
    result.cut(after: (result.earlier?.number ?? 0) + count)
    result.isFinished = end >= last
  }
}
