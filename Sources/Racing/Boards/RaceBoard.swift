import Text
public import Timing

/// Caches the board of a race, and updates it with events.
///
/// The judge says which runners an event changes: these are ranked again, or all if there are many.
/// The boards are those of ``Race/board(atPlace:)``.
package struct RaceBoard: Sendable {
  /// The last board; nil of a session that is no race.
  package private(set) var board: Board?
  private(set) var judged = JudgedRace()
  /// Whether the board is one of all events.
  private var isCurrent = false

  package init() {}

  /// Returns the board of a race at a place of its timeline; nil if it is no race.
  ///
  /// A board holds until an event arrives or time alone changes it: its place may be an earlier
  /// one.
  ///
  /// - Complexity: O(1) between two changes. O(n) in the runners for an event that changes the results
  ///   of a few, in comparisons of neighbors; else O(n log n) in the crossings.
  package mutating func board(of race: Race, atPlace now: Duration) -> Board? {
    guard race.wave(nil) != nil else {
      self = RaceBoard()
      return nil
    }
    if let board, judged.isCurrent(race), now >= board.place,
      board.changesAt.map({ now < $0 }) ?? true
    {
      return board
    }
    // A view of the past lacks crossings, which later places add without an event.
    let isNow = now >= race.newestPlace
    if !isCurrent || !isNow { judged = JudgedRace() }
    isCurrent = isNow
    let settled = judged.settle(race, at: now)
    let changed = settled.flatMap { $0.count < race.runners.count ? Set($0.keys) : nil }
    let former = board?.groups ?? []
    let waves = judged.wavesInOrder.map { wave in
      Board.Rows(
        wave, of: race, at: judged.present,
        after: former.first { $0.name == wave.wave.name }?.rows, changing: changed)
    }
    board = race.board(waves, atPlace: now)
    return board
  }
}

extension Race {
  /// Returns the board as known at a reading of the clocks; nil if the session is no race.
  ///
  /// - Complexity: O(n log n) in the crossings.
  public func board(at now: Reading) -> Board? {
    board(atPlace: present(at: now))
  }

  /// The number of events of all its streams.
  package var eventCount: Int {
    streams.reduce(session.summary.version) { $0 + $1.session.summary.version }
  }

  package func board(atPlace now: Duration) -> Board? {
    var cache = RaceBoard()
    return cache.board(of: self, atPlace: now)
  }

  fileprivate func board(_ waves: [Board.Rows], atPlace now: Duration) -> Board {
    let rankings = waves.compactMap(\.ranking)
    let groups = zip(rankings, waves).map { ranking, rows in
      Board.Group(
        name: ranking.wave.name, format: ranking.wave.format, gun: ranking.pastGun, rows: rows)
    }
    let phase = phase(rankings, atPlace: now)
    var board = Board(place: now, phase: phase, groups: groups)
    board.finishTime = finishTime(rankings, phase)
    let unknown = unknownCrossings(through: latestPlace(at: now)).flatMap { key, crossings in
      crossings.map { (key: key, crossing: $0) }
    }
    board.unknown = unknown.sorted { $0.crossing < $1.crossing }.map { key, crossing in
      let time = session.summary.startPlace.flatMap {
        crossing.place < $0 ? nil : crossing.place - $0
      }
      return Board.Unknown(
        event: crossing.id, runningTime: time, bib: key.bib, chip: key.chip)
    }
    board.changesAt = nextChange(after: now, rankings)
    return board
  }

  /// The first place after a place at which the standings change without an event; nil if there is
  /// none.
  private func nextChange(after now: Duration, _ rankings: [WaveRanking]) -> Duration? {
    let start = session.summary.startPlace
    var places = [start, session.summary.stopPlace].compactMap(\.self)
    // Crossings after an earlier present.
    let newest = newestPlace
    if now < newest {
      places.append(newest)
      for runner in runners where (runner.crossings.last?.place ?? now) > now {
        runner.crossings.first { $0.place > now }.map { places.append($0.place) }
      }
    }
    // A gun is shown after the stop, too.
    places += rankings.compactMap { $0.wave.gun(after: start) }
    if stopPlace(now) == nil { places += rankings.compactMap(\.judged.nextChange) }
    return places.filter { $0 > now }.min()
  }
}
