import Text
public import Timing

extension Race {
  /// Returns the board as known at a reading of the clocks.
  ///
  /// - Returns: the board; nil if the session is no race.
  /// - Complexity: O(n log n) in the crossings.
  public func board(at now: Reading) -> Board? {
    board(atPlace: max(session.summary.place(of: now), newestPlace))
  }

  /// The number of events of all its streams.
  package var eventCount: Int {
    streams.reduce(session.summary.version) { $0 + $1.session.summary.version }
  }

  /// Returns the board at a place of the timeline.
  package func board(atPlace now: Duration) -> Board? {
    var cache = RaceBoard()
    return cache.board(of: self, atPlace: now)
  }

  /// Returns the board of ranked waves, each with its rows.
  func board(_ waves: [(ranking: WaveRanking, rows: Board.Rows)], atPlace now: Duration) -> Board {
    let groups = waves.map { ranking, rows in
      var group = Board.Group(name: ranking.wave.name, format: ranking.wave.format)
      group.gun = gun(of: ranking.wave, at: now)
      group.rows = rows
      return group
    }
    let rankings = waves.map(\.ranking)
    let phase = phase(rankings, atPlace: now)
    var board = Board(place: now, phase: phase, groups: groups)
    board.finishTime = finishTime(rankings, phase)
    let unknown = unknownCrossings(through: latestPlace(at: now)).flatMap { key, crossings in
      crossings.map { (key: key, crossing: $0) }
    }
    board.unknown = unknown.sorted { $0.crossing < $1.crossing }.map { key, crossing in
      let time = session.startPlace.flatMap { crossing.place < $0 ? nil : crossing.place - $0 }
      return Board.Unknown(
        event: crossing.id, place: crossing.place, runningTime: time, bib: key.bib, chip: key.chip)
    }
    board.changesAt = nextChange(after: now, rankings)
    return board
  }

  /// The place of a wave's gun; nil before it.
  func gun(of wave: Wave, at now: Duration) -> Duration? {
    wave.gun(after: session.startPlace).flatMap { $0 > now ? nil : $0 }
  }

  // MARK: Changes by time alone

  /// The first place after a place at which the standings change without an event; nil if there is
  /// none.
  private func nextChange(
    after now: Duration, _ rankings: [WaveRanking]
  ) -> Duration? {
    guard let start = session.startPlace else { return nil }
    var places = [start]
    // Crossings after an earlier present.
    let newest = newestPlace
    if now < newest {
      places.append(newest)
      for runner in runners where (runner.crossings.last?.place ?? now) > now {
        runner.crossings.first { $0.place > now }.map { places.append($0.place) }
      }
    }
    if let stop = session.stopPlace { places.append(stop) }
    if stopPlace(now) == nil {
      for ranking in rankings {
        places += [ranking.wave.gun(after: start), ranking.judged.nextChange].compactMap(\.self)
      }
    }
    return places.filter { $0 > now }.min()
  }
}

extension RaceFlags {
  /// The reasons why a crossing does not count.
  static let notCounted: RaceFlags = [
    .beforeStart, .afterFinish, .short, .reread, .double, .outsideWindow, .otherPoint,
  ]
}
