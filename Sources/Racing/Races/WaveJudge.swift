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
  /// The order of the joined streams, which decides ties without these.
  var streams: [String] = []
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

  /// Returns the results of the wave's runners, in their order, and the end of the wave's race.
  ///
  /// - Parameter runners: the runners in natural order of their bibs, by number and crossings.
  /// - Returns: for each runner the result as if the race had no end, and the result; the end.
  /// - Complexity: O(n log n) in the crossings.
  func judged(
    _ runners: [(number: Int, runner: Race.Runner)]
  ) -> (laps: [Result], results: [Result], end: End) {
    let limit = deadTime(runners)
    let laps = runners.indices.map { index in
      self.laps(
        of: runners[index].runner, runners[index].number, ownStart(index), deadTime: limit)
    }
    var results = laps
    var end = end(of: laps)
    switch format.finish {
    case .elimination(let every): end = eliminate(&results, every, runners)
    case .backyard(let period): endBackyard(&results, period, runners)
    case .laps, .time, .points, .bestLaps, .timeTrial:
      for index in results.indices { apply(end, to: &results[index]) }
    }
    if let gap = format.bunchedWithin { bunch(&results, within: gap) }
    return (laps, results, end)
  }

  /// Gives the runners who finished close together the time of the first of them.
  ///
  /// Penalties do not move a runner to another bunch, and one who was disqualified is in it, too.
  private func bunch(_ results: inout [Result], within gap: Duration) {
    let finished = results.indices.compactMap { index -> (laps: Int, time: Duration, index: Int)? in
      guard results[index].isFinished, let place = results[index].lastPlace else { return nil }
      let time = place - results[index].origin(format, gun: gun)
      return (results[index].number, time, index)
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

  /// Returns the end of the wave's race by the results of all runners as if it had none.
  ///
  /// - Complexity: O(n) in the runners; in their laps if the first one after a time ends it.
  func end(of results: [Result]) -> End {
    var firsts = FirstCompletions()
    switch format.finish {
    case .laps(let lap):
      if let place = firstCompletion(of: lap, results) { firsts.add(place, lap: lap) }
    case .time(_, furtherLaps: _?):
      for result in results where result.isInRace { firsts.add(result.laps.lazy.map(\.place)) }
    case .time, .points, .bestLaps, .elimination, .backyard, .timeTrial: break
    }
    return end(by: firsts)
  }

  /// Returns the end of the wave's race by the first completions of its laps.
  func end(by firsts: FirstCompletions) -> End {
    switch format.finish {
    case .laps(let lap): return End(lap: lap, place: firsts[lap])
    case .time(let limit, let further?):
      var end = End()
      // A crossing of a clock that is ahead does not end the race before the time is over.
      let limit = limitPlace(limit)
      if now >= limit, let lap = firsts.firstLap(notBefore: limit) {
        end.lap = lap + further
        end.place = firsts[lap + further]
      }
      if end.place == nil { end.mostLaps = firsts.mostLaps }
      return end
    case .time, .points, .bestLaps, .elimination, .backyard, .timeTrial: return End()
    }
  }

  /// Ends the race of a runner, other than in an elimination or a backyard race.
  func apply(_ end: End, to result: inout Result) {
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

  func firstCompletion(of lap: Int, _ results: [Result]) -> Duration? {
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
