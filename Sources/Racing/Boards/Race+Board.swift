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
    wave(nil).map { board(atPlace: now, $0.format, rankings(atPlace: now)) { _, _ in nil } }
  }

  /// Returns the board of ranked waves at a place of the timeline.
  ///
  /// - Parameters:
  ///   - now: the place.
  ///   - format: the format of the race.
  ///   - rankings: the ranked waves.
  ///   - rows: makes the rows of a wave, with the number of places gained, from results in order
  ///     that lack it; nil: it is counted here.
  /// - Returns: the board.
  func board(
    atPlace now: Duration, _ format: RaceFormat,
    _ rankings: [(wave: Wave, ranking: WaveRanking)],
    rows: (_ group: Int, _ results: [Board.Row]) -> Board.Rows?
  ) -> Board {
    let standings = standings(format, rankings, atPlace: now)
    let start = session.startPlace
    let groups = zip(rankings, standings.waves).enumerated().map { index, item in
      let (judged, wave) = item
      var group = Board.Group(name: wave.name, format: wave.format)
      group.gun = judged.wave.gun(after: start)
      if let gun = group.gun, gun > now { group.gun = nil }
      var results = wave.rows.map { boardRow($0, gun: group.gun) }
      if let rows = rows(index, results) {
        group.rows = rows
      } else {
        for (index, gained) in wave.placesGained.enumerated() { results[index].gained = gained }
        group.rows = Board.Rows(results)
      }
      return group
    }
    var board = Board(place: now, phase: standings.phase, groups: groups)
    board.finishTime = standings.finishTime
    board.unknown = unknownOnBoard(through: latestPlace(at: now))
    board.changesAt = nextChange(after: now, rankings)
    return board
  }

  /// Returns the row of a result, without the number of places gained.
  func boardRow(_ result: Standings.Row, gun: Duration?) -> Board.Row {
    var row = Board.Row(result)
    row.began = result.status == .running ? place(of: result) ?? gun : nil
    return row
  }

  /// The place of a runner's last passage, or of the own start; nil without one.
  private func place(of row: Standings.Row) -> Duration? {
    let event = row.event ?? row.others.last { $0.flags.isDisjoint(with: .notCounted) }?.event
    guard let event, let runner = numbers[.bib(row.bib)] else { return nil }
    return runners[runner].crossings.last { $0.id == event }?.place
  }

  func unknownOnBoard(through latest: Duration) -> [Board.Unknown] {
    var unknown: [(crossing: Crossing, Board.Unknown)] = []
    for runner in runners where runner.entry == nil {
      let (bib, chip): (String?, String?) =
        switch runner.key {
        case .bib(let bib): (bib, nil)
        case .chip(let chip): (nil, chip)
        case .nobody: (nil, nil)
        }
      for crossing in runner.crossings
      where crossing.place <= latest && !isSettled(crossing, runner) {
        let time = session.startPlace.flatMap { crossing.place < $0 ? nil : crossing.place - $0 }
        unknown.append(
          (
            crossing,
            Board.Unknown(
              event: crossing.id, place: crossing.place, runningTime: time, bib: bib, chip: chip)
          ))
      }
    }
    return unknown.sorted { $0.crossing < $1.crossing }.map(\.1)
  }

  // MARK: Changes by time alone

  /// The first place after a place at which the standings change without an event; nil if there is
  /// none.
  private func nextChange(
    after now: Duration, _ rankings: [(wave: Wave, ranking: WaveRanking)]
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
      for (wave, ranking) in rankings {
        places += [wave.gun(after: start), ranking.judged.nextChange].compactMap(\.self)
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

extension Standings.Wave {
  /// The places that each runner gained since the passage before the last one; nil for who is not
  /// ranked, and where the order of passages does not rank.
  fileprivate var placesGained: [Int?] {
    // The ranked ones come first.
    let ranked = rows.prefix { $0.position != nil }
    let gained: [Int?]
    switch format.finish {
    case .laps, .time, .points, .elimination:
      gained = RankedTrack.placesGained(ranked.map(\.track))
    case .bestLaps(let count, _):
      gained = RankedTrack.placesGained(
        byBest: count, of: ranked.map { ($0.passages.map(\.lap), $0.penaltyTime) })
    case .backyard, .timeTrial: gained = ranked.map { _ in nil }
    }
    return gained + rows.dropFirst(ranked.count).map { _ in nil }
  }
}

extension Standings.Row {
  /// The passages as places are compared by them.
  var track: RankedTrack {
    var track = RankedTrack(splits: [], lapsBefore: 0)
    track.granted = max(0, -penaltyLaps)
    for passage in passages where passage.number - penaltyLaps > track.granted + track.splits.count
    {
      track.lapsBefore = track.splits.isEmpty ? 0 : track.granted + track.splits.count
      let count = passage.number - penaltyLaps - track.granted - track.splits.count
      track.splits += Array(repeating: passage.split + penaltyTime, count: count)
    }
    return track
  }
}
