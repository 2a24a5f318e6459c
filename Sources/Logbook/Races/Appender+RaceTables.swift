import EventLog
import Racing
import SQLite
import Timing

/// The tables of races in the transaction of an append.
extension Appender {
  /// Updates the rows of a race with an event of its session.
  ///
  /// An event that changes more than one runner is folded at the end of the transaction, once for
  /// all events of a batch.
  mutating func updateRace(
    with event: Event, from before: Summary?, to after: Summary, _ session: Int, isInOrder: Bool
  ) throws {
    guard after.profile.plan.race != nil || before?.profile.plan.race != nil,
      !staleRaces.contains(session)
    else { return }
    if isInOrder, let before {
      var waves: [WaveRow]?
      if let known = cache.waves, known.session == session { waves = known.rows }
      cache.waves = nil
      if try races.apply(event, of: session, from: before, to: after, waves: &waves) {
        cache.waves = waves.map { (session, $0) }
        return
      }
    }
    staleRaces.insert(session)
  }

  /// Folds the races whose rows are not up to date.
  ///
  /// - Complexity: O(n log n) in the events of these races.
  mutating func foldStaleRaces() throws {
    for session in staleRaces.sorted() {
      guard let race = try log.unlessDamaged(session, { try foldedRace(session) }) else {
        // The event is appended all the same, to a race without rows.
        try races.replace(RaceRows(), of: session)
        (cache.waves, cache.race) = (nil, nil)
        continue
      }
      let rows = race.rows(of: session)
      try races.replace(rows, of: session)
      cache.waves = (session, rows.waves)
      cache.race = (session, race)
    }
    staleRaces = []
  }

  /// Returns a race at its newest event, from the cache if possible.
  private mutating func foldedRace(_ session: Int) throws -> Race {
    var race: Race
    if cache.race?.session == session, let known = cache.race?.state {
      // Only one copy is left, which is then changed in place.
      cache.race = nil
      race = consume known
    } else if let folded = cache.folded, folded.session == session {
      race = Race(folded.state)
    } else {
      cache.race = nil
      var replay = SessionReplay()
      try log.forEachEvent(of: session) { replay.apply($0) }
      return Race(replay.finished())
    }
    try log.forEachEvent(of: session, after: race.session.summary.version) { race.apply($0) }
    return race
  }
}
