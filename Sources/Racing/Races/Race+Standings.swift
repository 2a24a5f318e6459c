import Text
public import Timing

extension Race {
  /// Returns the results as known at a place of the timeline.
  ///
  /// - Parameter now: the present; crossings behind it are left out.
  /// - Returns: the results; nil if the session is no race.
  /// - Complexity: O(n log n) in the crossings.
  public func standings(at now: Reading) -> Standings? {
    standings(atPlace: max(session.summary.place(of: now), newestPlace))
  }

  /// Returns the results at a running time, as known today.
  ///
  /// - Returns: the results; nil if the session is no race, or its clock did not come so far.
  public func standings(atRunningTime time: Duration, asOf now: Reading) -> Standings? {
    session.place(ofRunningTime: time, asOf: now).flatMap { standings(atPlace: $0) }
  }

  /// Returns the results at the newest event; nil if the session is no race.
  public func standingsAtNewestEvent() -> Standings? { standings(atPlace: newestPlace) }

  /// The place of the newest event, or of the latest crossing of another stream.
  package var newestPlace: Duration {
    guard !streams.isEmpty else { return session.newestPlace }
    let latest = runners.lazy.compactMap { runner in
      runner.crossings.last { $0.source.stream != nil }?.place
    }
    return max(session.newestPlace, latest.max() ?? session.newestPlace)
  }

  /// Returns the results at a place of the timeline.
  package func standings(atPlace now: Duration) -> Standings? {
    guard let main = wave(nil) else { return nil }
    var standings = Standings(format: main.format)
    standings.runningTime = session.summary.runningTime(atPlace: now)
    standings.unknown = unknownCrossings(now)
    for (wave, ranking) in rankings(atPlace: now) {
      standings.waves.append(
        Standings.Wave(
          name: wave.name, format: wave.format, rows: ranking.rows,
          isStarted: ranking.gun != nil))
    }
    standings.phase = phase(standings, now, stopPlace(now))
    return standings
  }

  /// Returns the waves in the order of their starts, each with its runners in order.
  ///
  /// - Complexity: O(n log n) in the crossings.
  func rankings(atPlace now: Duration) -> [(wave: Wave, ranking: WaveRanking)] {
    var byWave: [String?: [Int]] = [:]
    for (number, runner) in runners.enumerated() {
      if let entry = runner.entry { byWave[entry.wave, default: []].append(number) }
    }
    if byWave.isEmpty { byWave[nil] = [] }
    let waves = byWave.keys.compactMap { wave($0) }.sorted {
      ($0.gun ?? now + .seconds(1), $0.name ?? "") < ($1.gun ?? now + .seconds(1), $1.name ?? "")
    }
    let photoFinishes = PhotoFinishes(orders)
    return waves.map { ($0, ranking($0, byWave[$0.name] ?? [], now, photoFinishes)) }
  }

  /// Ranks some runners of a wave.
  private func ranking(
    _ wave: Wave, _ numbers: [Int], _ now: Duration, _ photoFinishes: PhotoFinishes
  ) -> WaveRanking {
    let bibs = numbers.map { (number: $0, bib: runners[$0].entry?.bib ?? "") }
      .sorted { $0.bib.precedesNaturally($1.bib) }
    return WaveRanking(
      race: self, wave: wave, numbers: bibs.map(\.number), now: now, stop: stopPlace(now),
      photoFinishes: photoFinishes)
  }

  /// Ranks the runners of the wave with a name; nil if the session is no race.
  func ranking(ofWave name: String?, atPlace now: Duration) -> WaveRanking? {
    let numbers = runners.indices.filter { number in
      runners[number].entry.map { $0.wave == name } ?? false
    }
    return wave(name).map { ranking($0, numbers, now, PhotoFinishes(orders)) }
  }

  /// The place at which the clock stands; nil while it runs, and before the start.
  func stopPlace(_ now: Duration) -> Duration? {
    guard let stop = session.stopPlace, stop <= now else { return nil }
    return stop
  }

  private func phase(
    _ standings: Standings, _ now: Duration, _ stop: Duration?
  ) -> Standings.Phase {
    guard let start = session.startPlace else { return .ready }
    if now < start { return .countdown }
    let rows = standings.waves.lazy.flatMap(\.rows)
    if stop != nil {
      let isAnyLeft = rows.contains { row in
        row.status == .dnf && isOnCourse(row.bib)
      }
      return isAnyLeft ? .stopped : .finished
    }
    return rows.contains { $0.status == .running } || rows.isEmpty ? .running : .finished
  }

  /// Whether no ruling gave a runner a status.
  private func isOnCourse(_ bib: String) -> Bool {
    status(of: bib) == nil
  }

  private func unknownCrossings(_ now: Duration) -> [Standings.Unknown] {
    var unknown: [(first: Crossing, Standings.Unknown)] = []
    for runner in runners where runner.entry == nil {
      let crossings = runner.crossings.filter { $0.place <= now }
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
