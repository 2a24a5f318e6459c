import Text
package import Timing

/// A wave, with the facts by which its runners are judged.
package struct WaveRow: Hashable, Sendable {
  package var wave: Race.Wave
  package var end = WaveEnd()
  /// The next place at which a result changes without a further event.
  package var nextChange: Duration?
  /// Whether crossings of the race were put in order.
  package var hasPhotos = false

  package init(_ wave: Race.Wave) { self.wave = wave }

  /// A runner before a crossing.
  package struct Runner: Sendable {
    package private(set) var row: CompetitorRow
    /// The last crossing that counts; nil without one.
    private var last: CrossingRow?
    /// The place from which the lap under way counts; nil before the own start.
    package var lapStart: Duration?

    /// Creates a runner with the last crossing that counts.
    package init(_ row: CompetitorRow, last: CrossingRow?) {
      self.row = row
      self.last = last
      lapStart = last?.place ?? row.start
    }

    fileprivate var earlier: EarlierCrossings {
      EarlierCrossings(
        number: last?.number ?? 0, place: last?.place, flags: last?.flags ?? [],
        lapStart: lapStart, best: row.best, last: row.last, deciding: row.rank.tie,
        isPointMissed: row.flags.contains(.missedPoint))
    }

    /// Updates the runner with the next crossing.
    fileprivate mutating func follow(_ crossing: CrossingRow, _ row: CompetitorRow) {
      self.row = row
      if crossing.number != nil { last = crossing }
      // A lap after the finish is one all the same.
      if crossing.number != nil || crossing.flags.contains(.afterFinish) {
        lapStart = crossing.place
      }
      lapStart = lapStart ?? row.start
    }
  }

  /// Judges a crossing that is after all others of its runner, and returns the new rows; nil if it may
  /// change the results of others, or depends on more than the summary.
  ///
  /// `race` is the summary of the race's session after the crossing.
  ///
  /// - Complexity: O(1).
  package func judged(
    _ known: Runner, _ crossing: CrossingRow, _ race: Summary
  ) -> (wave: WaveRow, runner: Runner, crossing: CrossingRow)? {
    let format = wave.format
    guard !hasPhotos, format.judgesCrossingsAlone else { return nil }
    // A second lap at the very moment of the finish may make the first one count, too.
    if crossing.place == end.place, known.lapStart == end.place { return nil }
    let (now, start) = (race.newestPlace, race.startPlace)
    let present = RacePresent(
      now: now, latest: max(crossing.place, now), start: start,
      stop: race.stopPlace.flatMap { $0 <= now ? $0 : nil })
    let laid = StreamClock.Laid(place: crossing.place, flags: crossing.flags)
    let former = known.row
    var runner = Race.Runner(key: .bib(former.bib))
    (runner.status, runner.penaltyTime, runner.penaltyLaps) =
      (former.ruling, former.penaltyTime, former.penaltyLaps)
    let crossings = [
      Race.Crossing(
        .zero, Race.Source(version: crossing.event.version), at: laid, point: crossing.point,
        chip: nil)
    ]
    let judgedRunner = WaveJudge.Runner(crossings: crossings, status: former.ruling)
    var row = self
    var result: WaveJudge.Result
    if let gun = wave.gun(after: start) {
      // Whether a wave has started before the present depends on the crossings of all.
      guard gun <= now, let judge = WaveJudge(wave, at: present) else { return nil }
      // The own start is by the order of the entries, or an earlier crossing may have given it.
      let isByEntries = if case .timeTrial(interval: _?) = format.finish { true } else { false }
      let own = isByEntries ? former.start : judge.ownStart(0) ?? former.start
      result = judge.laps(
        of: judgedRunner, own, deadTime: nil, after: known.earlier)
      guard let end = judge.end(end, after: result, at: crossing.place) else { return nil }
      row.end = end
      judge.apply(end, to: &result)
    } else {
      result = WaveJudge.Result(beforeStart: judgedRunner, latest: present.latest)
      result.earlier = known.earlier
    }
    let rules = RunnerRanking(wave, at: present)
    var judged = crossing
    if let passage = result.crossings.first {
      judged.apply(passage, from: rules.origin(start: result.start))
    }
    var competitor = CompetitorRow(
      rules.ranked(runner, result), result, runner, wave, last: judged)
    if result.laps.isEmpty {
      (competitor.lastEvent, competitor.lastAt) = (former.lastEvent, former.lastAt)
    }
    var next = known
    next.follow(judged, competitor)
    return (row, next, judged)
  }
}
