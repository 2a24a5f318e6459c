import Text
import Timing

/// Judges the crossings of a wave by its format.
///
/// Places are on the race's timeline.
struct WaveJudge {
  let wave: Race.Wave
  let gun: Duration
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

  /// Returns the results of the wave's runners, in natural order of their bibs: as if the race had no
  /// end, and with it.
  ///
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
}
