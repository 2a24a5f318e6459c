import Text
import Timing

/// The judgment of one runner after a crossing, a correction or a ruling, from rows.
extension WaveRow {
  /// The rows that change with the judgment.
  package struct Judgment: Sendable {
    package var wave: WaveRow
    package var competitor: CompetitorRow
    /// The crossings of the runner, in the order of their places.
    package var crossings: [CrossingRow]
  }

  /// Whether a new crossing can be judged by a summary of those before it.
  package var needsNoEarlierCrossings: Bool {
    guard photos != .decisive, format.deadTime == nil else { return false }
    return switch format.finish {
    case .bestLaps(let count, _): count == 1
    case .backyard: false
    // The point of the crossing that started the own clock is not missed.
    case .points: format.first == .lap
    case .laps, .time, .elimination, .timeTrial: true
    }
  }

  /// Whether the own start of a runner depends on the entries of the wave.
  package var entriesOrderStarts: Bool {
    if case .timeTrial(interval: _?) = format.finish { true } else { false }
  }

  /// Whether the first completion of a lap ends the race.
  package var endsWithLap: Bool {
    guard format.deadTime == nil else { return false }
    return switch format.finish {
    case .laps, .time(_, furtherLaps: _?): true
    case .time, .points, .bestLaps, .elimination, .backyard, .timeTrial: false
    }
  }

  /// Judges a runner after a new crossing.
  ///
  /// - Parameters:
  ///   - known: the runner.
  ///   - crossings: the crossings of the runner with the new one, in the order of their places, and
  ///     of their ids at one place.
  ///   - newest: the index of the new one.
  ///   - earlier: a summary of the crossings before these; nil if there are none.
  ///   - clock: the race's clock.
  ///   - priorities: the priorities of the sessions that joined the race, by their numbers; the
  ///     race's own has none.
  ///   - isLatest: whether the new crossing is after those of all other runners.
  /// - Returns: the new rows; nil if the crossing may change the results of other runners.
  /// - Complexity: O(k) in the crossings of the runner.
  package func judged(
    _ known: Runner, _ crossings: [CrossingRow], newest: Int, after earlier: Earlier? = nil,
    _ clock: Clock, priorities: [Int: Int] = [:], isLatest: Bool
  ) -> Judgment? {
    // The decision of a photo finish depends on all equal results. One that decides nothing now may
    // do so again, unless the runner's last crossing is a new one.
    guard photos == .none || photos == .idle && newest == crossings.count - 1 else { return nil }
    let latest = crossings.last.map { max($0.place, clock.now) } ?? clock.now
    let runner = raceRunner(known, crossings, through: latest, priorities)
    // A crossing that counts in place of an earlier one may undo what that has ended.
    let isReplaced = zip(crossings, runner.crossings).enumerated().contains { index, pair in
      index != newest && pair.0.flags.contains(.double) != pair.1.flags.contains(.double)
    }
    if photos == .idle, isReplaced { return nil }
    let number = earlier?.last?.passage?.number
    let before = WaveJudge.LapsBefore(
      number: number ?? crossings.lazy.compactMap(\.passage?.number).max() ?? 0,
      isFinished: known.isFinished, isNewer: newest == crossings.count - 1,
      isReplaced: isReplaced)
    let summary = earlier.map(WaveJudge.Earlier.init)
    guard clock.start != nil, gun != nil else {
      var result = WaveJudge.Result(beforeStart: runner, 0, latest: latest)
      result.earlier = summary
      return judgment(known, runner, result, crossings, clock, after: earlier?.last)
    }
    guard
      let judged = judge(clock, through: latest)?.judged(
        runner, after: summary, start: known.start, newest: crossings[newest].place, before,
        before: end, isLatest: isLatest)
    else { return nil }
    var row = self
    row.end = judged.end
    return row.judgment(known, runner, judged.result, crossings, clock, after: earlier?.last)
  }

  /// Judges a runner again whose rulings or crossings have changed.
  ///
  /// - Parameters:
  ///   - known: the runner with all rulings.
  ///   - crossings: the crossings of the runner in their order.
  ///   - former: the runner as before.
  ///   - formerCrossings: the crossings as before.
  ///   - clock: the race's clock.
  ///   - priorities: as for a new crossing.
  ///   - othersHaveMostLaps: whether another runner of the wave is known to have the most laps.
  /// - Returns: the new rows; nil if the results of other runners may change.
  /// - Complexity: O(k) in the crossings of the runner.
  package func judgedAgain(
    _ known: Runner, _ crossings: [CrossingRow], insteadOf former: Runner,
    _ formerCrossings: [CrossingRow], _ clock: Clock, priorities: [Int: Int],
    othersHaveMostLaps: Bool
  ) -> Judgment? {
    guard photos == .none else { return nil }
    let latest = [clock.now, crossings.last?.place, formerCrossings.last?.place]
      .compactMap(\.self).reduce(clock.now) { max($0, $1) }
    let runner = raceRunner(known, crossings, through: latest, priorities)
    guard clock.start != nil, gun != nil else {
      let result = WaveJudge.Result(beforeStart: runner, 0, latest: latest)
      return judgment(known, runner, result, crossings, clock)
    }
    let before = raceRunner(former, formerCrossings, through: latest, priorities)
    guard
      let judged = judge(clock, through: latest)?.judgedAgain(
        runner, insteadOf: before, start: known.start, before: end,
        othersHaveMostLaps: othersHaveMostLaps)
    else { return nil }
    var row = self
    row.end = judged.end
    return row.judgment(known, runner, judged.result, crossings, clock)
  }

  /// The judge of the wave; nil before its gun: whether it has started depends on the crossings of
  /// all.
  func judge(_ clock: Clock, through latest: Duration) -> WaveJudge? {
    let wave = Race.Wave(name: name, gun: gun, format: format)
    guard let start = clock.start, let gun = wave.gun(after: start), gun <= clock.now else {
      return nil
    }
    return WaveJudge(
      wave, gun: gun, raceGun: start, now: clock.now, latest: latest, stop: clock.standingStop)
  }

  /// The runner with the crossings, of which those are marked in whose place another one counts.
  func raceRunner(
    _ known: Runner, _ crossings: [CrossingRow], through latest: Duration,
    _ priorities: [Int: Int]
  ) -> Race.Runner {
    var runner = Race.Runner(key: .bib(known.bib), entry: Race.Entry(bib: known.bib))
    runner.status = known.ruling
    runner.penaltyTime = known.penaltyTime
    runner.penaltyLaps = known.penaltyLaps
    runner.crossings = crossings.enumerated().map { index, row in
      let laid = StreamClock.Laid(place: row.place, flags: row.flags.intersection(.ofPlace))
      let session = row.event.session
      let source = Race.Source(
        stream: priorities[session] == nil ? nil : session, version: row.event.version)
      return Race.Crossing(
        EventID(high: 0, low: UInt64(index)), source, at: laid, point: row.crossing.point,
        chip: nil)
    }
    runner.markDoubles(in: format, through: latest) { crossing in
      crossing.source.stream.flatMap { priorities[$0] } ?? 0
    }
    return runner
  }

  /// The rows of a result.
  func judgment(
    _ known: Runner, _ runner: Race.Runner, _ result: WaveJudge.Result,
    _ crossings: [CrossingRow], _ clock: Clock, after last: CrossingRow? = nil
  ) -> Judgment {
    let wave = Race.Wave(name: name, gun: gun, format: format)
    let origin = wave.gun(after: clock.start) ?? clock.start ?? clock.now
    let rules = RunnerRanking(format: format, isOver: clock.standingStop != nil)
    let ranking = rules.row(runner, result, gun: origin)
    let ranked = rules.ranked(result, ranking, 0)
    var passages = result.passages(format, gun: origin)
    let rows = zip(crossings, runner.crossings).map { row, crossing in
      var row = row
      row.flags = passages.flags(of: crossing) ?? crossing.flags
      row.passage = passages.passage(of: crossing)
      return row
    }
    let competitor = CompetitorRow(
      ranking, ranked, result, runner, bib: known.bib, wave: name, rules, after: last
    ) { crossing in rows[Int(crossing.id.low)] }
    return Judgment(wave: self, competitor: competitor, crossings: rows)
  }
}

extension RaceFlags {
  /// The flags of a crossing that do not depend on its runner.
  package static let ofPlace: RaceFlags = [.stated, .amended, .bridged, .compared]
}

extension WaveRow {
  /// The end of the wave's race so far.
  var end: WaveJudge.End {
    get {
      if case .elimination = format.finish { return WaveJudge.End(lap: endLap, missing: mostLaps) }
      return WaveJudge.End(lap: endLap, place: endPlace, mostLaps: mostLaps)
    }
    set {
      endLap = newValue.lap
      endPlace = newValue.place
      mostLaps = max(newValue.mostLaps, newValue.missing)
    }
  }
}

extension WaveJudge.Earlier {
  fileprivate init(_ earlier: WaveRow.Earlier) {
    number = earlier.last?.passage?.number ?? 0
    place = earlier.last?.place
    lapStart = earlier.lapStart
    best = earlier.best
    last = earlier.lastLap
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
        number: passage.number, split: passage.place - origin, lap: result.lap(lap - 1))
    }
  }

  func passages(_ format: RaceFormat, gun: Duration) -> Passages {
    Passages(self, origin: origin(format, gun: gun))
  }
}
