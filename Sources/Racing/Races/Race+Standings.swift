import Text
public import Timing

extension Race {
  /// Returns the results as known at a place of the timeline.
  ///
  /// - Parameters:
  ///   - now: the present, or the newest event after it.
  ///   - passages: the passages that the results include.
  /// - Returns: the results of all crossings; nil if the session is no race.
  /// - Complexity: O(n log n) in the crossings.
  public func standings(
    at now: Reading, passages: Standings.PassagesKept = .all
  ) -> Standings? {
    standings(atPlace: max(session.summary.place(of: now), newestPlace), passages)
  }

  /// Returns the results at a running time, as known today.
  ///
  /// - Returns: the results; nil if the session is no race, or its clock did not come so far.
  public func standings(atRunningTime time: Duration, asOf now: Reading) -> Standings? {
    session.place(ofRunningTime: time, asOf: now).flatMap { standings(atPlace: $0) }
  }

  /// Returns the results at the newest event; nil if the session is no race.
  public func standingsAtNewestEvent(
    passages: Standings.PassagesKept = .all
  ) -> Standings? {
    standings(atPlace: newestPlace, passages)
  }

  /// The present as of the newest events: the place of the newest reading of the race's own stream,
  /// or of a stream whose place is known by ticks or by comparisons of clocks, less its doubt.
  ///
  /// A stream that is laid by the wall clock does not move it: if that clock is ahead, a time limit
  /// would be over too early.
  ///
  /// - Complexity: O(n) in the streams.
  package var newestPlace: Duration {
    streams.reduce(session.newestPlace) { present, stream in
      guard stream.counts, let newest = stream.session.summary.timeline?.newest,
        let laid = stream.clock.lay(newest.place, by: newest.reading.clock, on: clock),
        let doubt = laid.doubt
      else { return present }
      return max(present, (laid.place - doubt).heldOnTimeline)
    }
  }

  /// The place up to which crossings count at a present: all crossings once it is that of the
  /// newest events, else those before it.
  ///
  /// - Complexity: O(n) in the runners.
  func latestPlace(at now: Duration) -> Duration {
    guard now >= newestPlace else { return now }
    return runners.reduce(now) { latest, runner in
      runner.crossings.last.map { max(latest, $0.place) } ?? latest
    }
  }

  /// Returns the results at a place of the timeline; crossings after it are left out if it is
  /// before the newest event.
  package func standings(
    atPlace now: Duration, _ passages: Standings.PassagesKept = .all
  ) -> Standings? {
    guard let main = wave(nil) else { return nil }
    return standings(main.format, rankings(atPlace: now, passages), atPlace: now)
  }

  /// Returns the results that were judged, without passages; nil if the session is no race.
  package func standings(_ judged: JudgedRace) -> Standings? {
    wave(nil).map { standings($0.format, rankings(judged, .none), atPlace: judged.now) }
  }

  /// Returns the results of ranked waves.
  func standings(
    _ format: RaceFormat, _ rankings: [(wave: Wave, ranking: WaveRanking)],
    atPlace now: Duration
  ) -> Standings {
    var standings = Standings(format: format)
    standings.runningTime = session.runningTime(atPlace: now)
    standings.unknown = unknownCrossings(through: latestPlace(at: now))
    for (wave, ranking) in rankings {
      standings.waves.append(
        Standings.Wave(
          name: wave.name, format: wave.format, rows: ranking.rows,
          isStarted: ranking.gun != nil))
    }
    standings.setPhase(start: session.startPlace, stop: stopPlace(now), now: now) { bib in
      status(of: bib) != nil
    }
    if standings.phase == .finished {
      let ends = rankings.map { wave, ranking in
        Standings.WaveEnd(
          format: wave.format, gun: ranking.gun,
          last: ranking.results.lazy.compactMap(\.lastPlace).max(),
          hasFinished: ranking.rows.contains { $0.status == .finished })
      }
      standings.finishTime = ends.compactMap { $0.place(start: session.startPlace) }.max()
        .flatMap { session.runningTime(atPlace: $0) }
    }
    return standings
  }

  /// Returns the waves in the order of their starts, each with its runners in order.
  ///
  /// - Parameters:
  ///   - now: the present.
  ///   - passages: the passages that the results include.
  /// - Returns: the waves.
  /// - Complexity: O(n log n) in the crossings.
  func rankings(
    atPlace now: Duration, _ passages: Standings.PassagesKept = .all
  ) -> [(wave: Wave, ranking: WaveRanking)] {
    var judged = JudgedRace()
    _ = judged.settle(self, at: now)
    return rankings(judged, passages)
  }

  /// Returns the judged waves in the order of their starts, each with its runners in order.
  func rankings(
    _ judged: JudgedRace, _ passages: Standings.PassagesKept = .all
  ) -> [(wave: Wave, ranking: WaveRanking)] {
    let present = RacePresent(self, at: judged.now)
    let later = judged.now + .seconds(1)
    return judged.waves.sorted { left, right in
      (left.wave.gun ?? later, left.wave.name ?? "")
        < (right.wave.gun ?? later, right.wave.name ?? "")
    }
    .map { ($0.wave, WaveRanking($0, of: self, at: present, passages: passages)) }
  }

  /// Ranks the runners of the wave with a name; nil if the session is no race.
  func ranking(ofWave name: String?, atPlace now: Duration) -> WaveRanking? {
    let present = RacePresent(self, at: now)
    return wave(name).map { wave in
      let judged = JudgedWave(
        wave, naturally(numbersByWave[name] ?? []), of: self, at: present)
      return WaveRanking(judged, of: self, at: present)
    }
  }

  /// The place at which the clock stands; nil while it runs, and before the start.
  func stopPlace(_ now: Duration) -> Duration? {
    guard let stop = session.stopPlace, stop <= now else { return nil }
    return stop
  }

  private func unknownCrossings(through latest: Duration) -> [Standings.Unknown] {
    var unknown: [(first: Crossing, Standings.Unknown)] = []
    for runner in runners where runner.entry == nil {
      let crossings = runner.crossings.filter { $0.place <= latest && !isSettled($0, runner) }
      guard let first = crossings.first else { continue }
      let (chip, bib): (String?, String?) =
        switch runner.key {
        case .bib(let bib): (nil, bib)
        case .chip(let chip): (chip, nil)
        case .nobody: (nil, nil)
        }
      unknown.append(
        (
          first,
          Standings.Unknown(chip: chip, bib: bib, crossings: crossings.count, first: first.id)
        ))
    }
    return unknown.sorted { $0.first < $1.first }.map(\.1)
  }
}

extension Standings {
  /// Sets the phase by the statuses of the runners.
  ///
  /// - Parameters:
  ///   - start: the place of the race's start; nil without one.
  ///   - stop: the place at which its clock stands; nil while it runs.
  ///   - now: the present.
  ///   - isRuled: whether a ruling gave the status to the runner with a bib.
  mutating func setPhase(
    start: Duration?, stop: Duration?, now: Duration, isRuled: (String) -> Bool
  ) {
    guard let start else { return phase = .ready }
    if now < start { return phase = .countdown }
    if stop != nil {
      let isAnyLeft = waves.contains { wave in
        wave.hasRow { wave.rows[$0].status == .dnf && !isRuled(wave.rows[$0].bib) }
      }
      phase = isAnyLeft ? .stopped : .finished
    } else {
      let isAnyRunning = waves.contains { wave in
        wave.hasRow { wave.rows[$0].status == .running }
      }
      phase = isAnyRunning || waves.allSatisfy(\.rows.isEmpty) ? .running : .finished
    }
  }
}

extension Standings.Wave {
  /// Whether the index of a row meets a condition: a row has many texts and lists, whose copy takes
  /// longer than most conditions.
  fileprivate func hasRow(_ condition: (Int) -> Bool) -> Bool {
    rows.indices.contains(where: condition)
  }
}

extension Standings {
  /// The end of a wave's race in which everybody has finished or has a status.
  package struct WaveEnd {
    private let format: RaceFormat
    private let gun, last: Duration?
    private let hasFinished: Bool

    /// - Parameters:
    ///   - format: the format of the wave.
    ///   - gun: the place from which it is judged; nil before it.
    ///   - last: the place of the last crossing that counts; nil without one.
    ///   - hasFinished: whether somebody has finished.
    package init(format: RaceFormat, gun: Duration?, last: Duration?, hasFinished: Bool) {
      self.format = format
      self.gun = gun
      self.last = last
      self.hasFinished = hasFinished
    }

    /// Returns the place at which the last runner finished, or at which the time limit was reached;
    /// nil if nobody crossed.
    ///
    /// - Parameter start: the place of the race's start.
    /// - Returns: the place.
    package func place(start: Duration?) -> Duration? {
      switch format.finish {
      case .time(let limit, furtherLaps: nil), .bestLaps(_, let limit):
        guard let from = format.limitFrom == .race ? start : gun, hasFinished else { return last }
        return from + limit
      case .laps, .time, .points, .elimination, .backyard, .timeTrial: return last
      }
    }
  }
}
