import Text
package import Timing

/// The judgment of a crossing that is after all others of its runner, from rows.
extension WaveRow {
  /// A runner apart from crossings.
  package struct Runner: Sendable {
    package var bib: String
    package var ruling: RaceEvent.Ruling.Status?
    package var penaltyTime: Duration
    package var penaltyLaps: Int
    /// The place of the own start so far.
    package var start: Duration?

    /// Creates a runner.
    package init(
      bib: String, ruling: RaceEvent.Ruling.Status?, penaltyTime: Duration, penaltyLaps: Int,
      start: Duration?
    ) {
      self.bib = bib
      self.ruling = ruling
      self.penaltyTime = penaltyTime
      self.penaltyLaps = penaltyLaps
      self.start = start
    }
  }

  /// A summary of the crossings of a runner before a new one.
  package struct Earlier: Sendable {
    /// The last one that counts.
    package var last: CrossingRow?
    /// The place from which the lap under way counts, which may be that of a lap after the finish;
    /// nil before the own start.
    package var lapStart: Duration?
    /// The best and the last lap.
    package var best, lastLap: Duration?
    /// What decides between equal results.
    package var deciding = RankKey.Tie()
    /// The flags of the runner.
    package var flags: RaceFlags = []

    /// Creates the summary of no crossings.
    package init() {}
  }

  /// The state of a race's clock.
  package struct Clock: Sendable {
    /// The place of its start; nil without one.
    package var start: Duration?
    /// The place at which it stopped; nil while it runs.
    package var stop: Duration?
    /// The place of the newest event.
    package var now: Duration

    /// Creates the state of a clock.
    package init(start: Duration?, stop: Duration?, now: Duration) {
      self.start = start
      self.stop = stop
      self.now = now
    }

    /// The place at which it stands; nil while it runs.
    package var standingStop: Duration? { stop.flatMap { $0 <= now ? $0 : nil } }
  }

  /// The rows that change with a crossing.
  package struct Judgment: Sendable {
    package var wave: WaveRow
    package var competitor: CompetitorRow
    package var crossing: CrossingRow
  }

  /// Judges a crossing that is after all others of its runner, and returns the new rows; nil if it may
  /// change the results of others, or depends on more than the summary.
  ///
  /// - Complexity: O(1).
  package func judged(
    _ known: Runner, _ crossing: CrossingRow, after earlier: Earlier, _ clock: Clock,
    stream: String
  ) -> Judgment? {
    guard photos != .decisive, format.judgesCrossingsAlone else { return nil }
    let latest = max(crossing.place, clock.now)
    let laid = StreamClock.Laid(place: crossing.place, flags: crossing.flags)
    var runner = Race.Runner(key: .bib(known.bib), entry: Race.Entry(bib: known.bib))
    runner.status = known.ruling
    runner.penaltyTime = known.penaltyTime
    runner.penaltyLaps = known.penaltyLaps
    runner.crossings = [
      Race.Crossing(
        EventID(high: 0, low: 0), Race.Source(version: crossing.event.version), at: laid,
        point: crossing.crossing.point, chip: nil)
    ]
    let wave = Race.Wave(name: name, gun: gun, format: format)
    var row = self
    var result: WaveJudge.Result
    if let start = clock.start, let gun = wave.gun(after: start) {
      // Whether a wave has started before the present depends on the crossings of all.
      guard gun <= clock.now else { return nil }
      let judge = WaveJudge(
        wave, gun: gun, raceGun: start, now: clock.now, latest: latest, stop: clock.standingStop)
      let summary = WaveJudge.Earlier(earlier)
      result = judge.laps(
        of: runner, 0, judge.ownStart(0, ofKnown: known.start), deadTime: nil, after: summary)
      guard let end = judge.end(end, after: result, at: crossing.place) else { return nil }
      row.end = end
      judge.apply(end, to: &result)
    } else {
      result = WaveJudge.Result(beforeStart: runner, 0, latest: latest)
      result.earlier = WaveJudge.Earlier(earlier)
    }
    let origin = wave.gun(after: clock.start) ?? clock.start ?? clock.now
    let rules = RunnerRanking(
      format: format, isOver: clock.standingStop != nil, ownStream: stream)
    var passages = result.passages(format, gun: origin)
    var judged = crossing
    for crossing in runner.crossings {
      judged.flags = passages.flags(of: crossing) ?? crossing.flags
      judged.passage = passages.passage(of: crossing)
    }
    let competitor = CompetitorRow(
      rules.ranked(runner, result, gun: origin), result, runner, bib: known.bib, wave: name,
      after: earlier.last
    ) { _ in judged }
    return Judgment(wave: row, competitor: competitor, crossing: judged)
  }

  /// The end of the wave's race so far.
  private var end: WaveJudge.End {
    get { WaveJudge.End(lap: endLap, place: endPlace, mostLaps: mostLaps) }
    set { (endLap, endPlace, mostLaps) = (newValue.lap, newValue.place, newValue.mostLaps) }
  }
}

extension WaveJudge {
  /// Returns the own start of a runner, which an earlier crossing may have given.
  fileprivate func ownStart(_ index: Int, ofKnown start: Duration?) -> Duration? {
    format.ordersStartsByEntries ? start : ownStart(index) ?? start
  }
}

extension WaveJudge.Earlier {
  fileprivate init(_ earlier: WaveRow.Earlier) {
    number = earlier.last?.passage?.number ?? 0
    place = earlier.last?.place
    lapStart = earlier.lapStart
    best = earlier.best
    last = earlier.lastLap
    deciding = earlier.deciding
    flags = earlier.last?.flags ?? []
    ownFlags = earlier.flags.intersection(.missedPoint)
  }
}

extension WaveJudge.Result {
  /// The judged crossings of a runner, which are asked for in the order of their places.
  struct Passages {
    var result: WaveJudge.Result
    var origin: Duration
    private var lap = 0
    private var other = 0

    init(_ result: WaveJudge.Result, origin: Duration) {
      self.result = result
      self.origin = origin
    }

    /// Returns the flags of the next crossing; nil if it was not judged.
    mutating func flags(of crossing: Race.Crossing) -> RaceFlags? {
      if lap < result.laps.count, result.laps[lap].crossing.source == crossing.source {
        return result.laps[lap].flags
      }
      guard other < result.others.count, result.others[other].crossing.source == crossing.source
      else { return nil }
      other += 1
      return result.others[other - 1].flags
    }

    /// Returns what the next crossing counts for, after its flags; nil if it does not count.
    mutating func passage(of crossing: Race.Crossing) -> CrossingRow.Passage? {
      guard lap < result.laps.count, result.laps[lap].crossing.source == crossing.source else {
        return nil
      }
      lap += 1
      let passage = result.laps[lap - 1]
      return CrossingRow.Passage(
        number: passage.number, split: passage.place - origin, lap: passage.lap)
    }
  }

  func passages(_ format: RaceFormat, gun: Duration) -> Passages {
    Passages(self, origin: origin(format, gun: gun))
  }
}
