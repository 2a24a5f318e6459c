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
        let last = ranking.results.lazy.compactMap(\.lastPlace).max()
        return Standings.WaveEnd(name: wave.name, gun: ranking.gun, last: last)
      }
      standings.finishTime = standings.finishPlace(start: session.startPlace, ends)
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
    var byWave: [String?: [Int]] = [:]
    for (number, runner) in runners.enumerated() {
      if let entry = runner.entry { byWave[entry.wave, default: []].append(number) }
    }
    if byWave.isEmpty { byWave[nil] = [] }
    let waves = byWave.keys.compactMap { wave($0) }.sorted {
      ($0.gun ?? now + .seconds(1), $0.name ?? "") < ($1.gun ?? now + .seconds(1), $1.name ?? "")
    }
    let photoFinishes = PhotoFinishes(orders)
    let latest = latestPlace(at: now)
    return waves.map { wave in
      (wave, ranking(wave, byWave[wave.name] ?? [], now, latest, photoFinishes, passages))
    }
  }

  /// Ranks some runners of a wave.
  private func ranking(
    _ wave: Wave, _ numbers: [Int], _ now: Duration, _ latest: Duration,
    _ photoFinishes: PhotoFinishes, _ passages: Standings.PassagesKept = .all
  ) -> WaveRanking {
    WaveRanking(
      race: self, wave: wave,
      numbers: numbers.sortedNaturally { runners[$0].entry?.bib ?? "" }, now: now, latest: latest,
      stop: stopPlace(now), photoFinishes: photoFinishes, passages: passages)
  }

  /// Ranks the runners of the wave with a name; nil if the session is no race.
  func ranking(ofWave name: String?, atPlace now: Duration) -> WaveRanking? {
    let numbers = runners.indices.filter { number in
      runners[number].entry.map { $0.wave == name } ?? false
    }
    return wave(name).map { ranking($0, numbers, now, latestPlace(at: now), PhotoFinishes(orders)) }
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
  /// The end of a wave's race.
  package struct WaveEnd {
    /// The name of the wave.
    package var name: String?
    /// The place from which it is judged; nil before it.
    package var gun: Duration?
    /// The place of the last crossing that counts; nil without one.
    package var last: Duration?

    /// Creates an end.
    package init(name: String?, gun: Duration?, last: Duration?) {
      self.name = name
      self.gun = gun
      self.last = last
    }
  }

  /// Returns the place at which the last runner finished, or at which the time limit was reached;
  /// nil before everybody has finished or has a status, and if nobody crossed.
  ///
  /// - Parameters:
  ///   - start: the place of the race's start.
  ///   - ends: the ends of all waves.
  /// - Returns: the place.
  /// - Complexity: O(n) in the runners.
  package func finishPlace(start: Duration?, _ ends: [WaveEnd]) -> Duration? {
    guard phase == .finished else { return nil }
    return ends.compactMap { end in
      guard let wave = waves.first(where: { $0.name == end.name }) else { return end.last }
      switch wave.format.finish {
      case .time(let limit, furtherLaps: nil), .bestLaps(_, let limit):
        let gun = wave.format.limitFrom == .race ? start : end.gun
        guard let gun, wave.rows.contains(where: { $0.status == .finished }) else { break }
        return gun + limit
      case .laps, .time, .points, .elimination, .backyard, .timeTrial: break
      }
      return end.last
    }.max()
  }
}
