package import Text
public import Timing

extension Race {
  /// Returns the results of all crossings as known at the present, or at the newest event after it;
  /// nil if the session is no race.
  ///
  /// - Complexity: O(n log n) in the crossings.
  public func standings(at now: Reading, passages: Standings.PassagesKept = .all) -> Standings? {
    standings(atPlace: present(at: now), passages)
  }

  /// The present at a reading of the clocks: its place, but not before that of the newest events.
  ///
  /// - Complexity: O(n) in the streams.
  package func present(at now: Reading) -> Duration {
    max(session.summary.place(of: now), newestPlace)
  }

  /// The present as of the newest events: the place of the newest reading of the race's own stream,
  /// or of a stream whose place is known by ticks or by comparisons of clocks, less its doubt.
  ///
  /// A stream that is laid by the wall clock does not move it: if that clock is ahead, a time limit
  /// would be over too early.
  ///
  /// - Complexity: O(n) in the streams.
  package var newestPlace: Duration {
    streams.reduce(session.summary.newestPlace) { present, stream in
      guard stream.counts, let newest = stream.session.summary.timeline?.newest,
        let laid = stream.clock.lay(newest.place, by: newest.reading.clock, on: clock),
        let doubt = laid.doubt
      else { return present }
      return max(present, (laid.place - doubt).heldOnTimeline)
    }
  }

  /// The place up to which crossings count at a present: all crossings once it is that of the
  /// newest events, else those before it.
  func latestPlace(at now: Duration) -> Duration {
    guard now >= newestPlace else { return now }
    return runners.reduce(now) { latest, runner in
      runner.crossings.last.map { max(latest, $0.place) } ?? latest
    }
  }

  /// Returns the results at a place of the timeline; crossings after it are left out if it is
  /// before the newest event.
  ///
  /// `place` is nil for the newest event.
  package func standings(
    atPlace place: Duration? = nil, _ passages: Standings.PassagesKept = .all
  ) -> Standings? {
    guard let main = wave(nil) else { return nil }
    let now = place ?? newestPlace
    let rankings = rankings(atPlace: now)
    var standings = Standings(format: main.format)
    standings.runningTime = session.runningTime(atPlace: now)
    standings.unknown = unknownCrossings(through: latestPlace(at: now)).map { key, crossings in
      Standings.Unknown(chip: key.chip, bib: key.bib, crossings: crossings.count)
    }
    standings.waves = rankings.map { ranking in
      Standings.Wave(
        name: ranking.wave.name, format: ranking.wave.format,
        rows: ranking.order.indices.map { ranking.row($0, passages) },
        isStarted: ranking.gun != nil)
    }
    standings.phase = phase(rankings, atPlace: now)
    standings.finishTime = finishTime(rankings, standings.phase)
    return standings
  }

  /// Returns the results that were judged, without gaps and passages; nil if the session is no race.
  package func results(_ judged: JudgedRace) -> [Standings.Row]? {
    guard wave(nil) != nil else { return nil }
    return rankings(judged).flatMap { ranking in
      ranking.order.indices.map { ranking.result($0) }
    }
  }

  /// Returns the result of the runner of a crossing as it was judged, without a place and gaps, and
  /// the format of the wave; nil if the crossing does not stand, or nobody who is entered has it.
  package func result(
    ofCrossing id: EventID, _ judged: JudgedRace
  ) -> (row: Standings.Row, format: RaceFormat)? {
    guard let number = source(of: id).flatMap({ held[$0]?.runner }),
      let (wave, index) = judged.location(ofRunner: number)
    else { return nil }
    let rules = RunnerRanking(judged.waves[wave].wave, at: judged.present)
    let (runner, result) = (runners[number], judged.waves[wave].results[index])
    return (rules.row(rules.ranked(runner, result), runner, result, .all), rules.format)
  }

  /// The phase by the statuses of the runners.
  func phase(_ rankings: [WaveRanking], atPlace now: Duration) -> Phase {
    guard let start = session.summary.startPlace else { return .ready }
    if now < start { return .countdown }
    guard stopPlace(now) == nil else {
      let isAnyLeft = rankings.contains { ranking in
        zip(ranking.ranked, ranking.judged.numbers).contains { ranked, number in
          ranked.status == .dnf && ranking.runners[number].status == nil
        }
      }
      return isAnyLeft ? .stopped : .finished
    }
    let isAnyRunning = rankings.contains { $0.ranked.contains { $0.status == .running } }
    return isAnyRunning || rankings.allSatisfy(\.ranked.isEmpty) ? .running : .finished
  }

  /// The time at which a finished race ended, see ``Standings/finishTime``.
  func finishTime(_ rankings: [WaveRanking], _ phase: Phase) -> Duration? {
    guard phase == .finished else { return nil }
    let ends = rankings.compactMap { ranking in
      let ending = ranking.wave.format.ending
      guard ending.lastsUntilLimit, ranking.end.place == nil, let limit = ending.limit,
        ranking.ranked.contains(where: { $0.status == .finished }),
        let judge = WaveJudge(ranking.wave, at: ranking.rules.present)
      else { return ranking.results.lazy.compactMap(\.lastPlace).max() }
      return judge.limitPlace(limit)
    }
    guard let start = session.summary.startPlace else { return nil }
    return ends.max().map { $0 - start }
  }

  /// Returns the waves in the order of their starts, each with its runners in order.
  ///
  /// - Complexity: O(n log n) in the crossings.
  func rankings(atPlace now: Duration) -> [WaveRanking] {
    var judged = JudgedRace()
    _ = judged.settle(self, at: now)
    return rankings(judged)
  }

  /// Returns the judged waves in the order of their starts, each with its runners in order.
  func rankings(_ judged: JudgedRace) -> [WaveRanking] {
    judged.wavesInOrder.map { WaveRanking($0, of: self, at: judged.present) }
  }

  /// The place at which the clock stands; nil while it runs, and before the start.
  func stopPlace(_ now: Duration) -> Duration? {
    guard let stop = session.summary.stopPlace, stop <= now else { return nil }
    return stop
  }

  /// The crossings up to a place that have no entered runner, except for those that were assigned to
  /// nobody, each in order; by the first of each bib, chip and nobody.
  func unknownCrossings(through latest: Duration) -> [(key: Key, crossings: [Crossing])] {
    var unknown: [(key: Key, crossings: [Crossing])] = []
    for runner in runners where runner.entry == nil {
      let crossings = runner.crossings.filter { $0.place <= latest && !isSettled($0, runner) }
      if !crossings.isEmpty { unknown.append((runner.key, crossings)) }
    }
    return unknown.sorted { $0.crossings[0] < $1.crossings[0] }
  }
}
