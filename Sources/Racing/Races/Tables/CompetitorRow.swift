package import Text
package import Timing

/// An entered runner, with the results that rank the runners of a wave.
package struct CompetitorRow: Hashable, Sendable {
  package var bib: String
  package var wave: String?
  package var status: Standings.Status
  /// The status that a ruling gave; nil without one.
  package var ruling: RaceEvent.Ruling.Status?
  /// The laps, or the points passed, less penalties.
  package var laps: Int
  /// The time that is shown, with penalties; nil before the first passage.
  package var time: Duration?
  package var best: Duration?
  package var last: Duration?
  package var penaltyTime: Duration
  package var penaltyLaps: Int
  /// The place of the own start; nil before it.
  package var start: Duration?
  /// The last crossing that counts.
  package var lastEvent: CrossingRow.Event?
  package var lastAt: Moment?
  /// The flags, without that of too few laps, which depends on the first of the wave.
  package var flags: RaceFlags
  /// The order in the wave.
  package var rank: RankKey

  init(
    _ ranked: RankedRunner, _ result: WaveJudge.Result, _ runner: Race.Runner, bib: String,
    wave: String?, crossing: (Race.Crossing) -> CrossingRow?
  ) {
    self.bib = bib
    self.wave = wave
    status = ranked.status
    ruling = runner.status
    laps = ranked.laps
    time = ranked.shown
    best = ranked.best
    self.last = ranked.lastLap
    penaltyTime = runner.penaltyTime
    penaltyLaps = runner.penaltyLaps
    start = result.start
    let last = result.laps.last.flatMap { crossing($0.crossing) }
    lastEvent = last?.event
    lastAt = last?.at
    flags = ranked.flags.subtracting(.notClassified)
    rank = ranked.key
  }
}
