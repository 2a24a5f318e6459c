import EventLog
import Racing
import SQLite
import Text
import Timing

/// The tables of races in the transaction of an append.
extension Appender {
  /// Updates the rows of the races to which a session belongs with one of its events: it may be a
  /// race, or time a point of one.
  ///
  /// A race is folded at the end of the transaction if an event may change more than the runners
  /// that it names, once for all events of a batch.
  mutating func updateRaces(
    with event: Event, from before: Summary?, to after: Summary, _ session: Int, _ uid: EventID,
    among near: SoundReadings?, _ correction: RaceCorrection? = nil
  ) throws {
    let (old, new) = (before?.profile.timingPoint?.race, after.profile.timingPoint?.race)
    let isRace = before?.profile.plan.isRace ?? false || after.profile.plan.isRace
    guard isRace || old != nil || new != nil else { return }
    let isInOrder = correction == nil
    let passage = isInOrder ? before?.passage(of: event, among: near) : nil
    if isRace {
      try updateRace(session, uid, with: event, passage, from: before, to: after, correction)
    }
    for race in Set([old, new].compactMap(\.self)) {
      guard let number = try log.number(ofSession: race), number != session else { continue }
      try updateRace(
        number, race, with: event, passage, ofStream: session, from: isInOrder ? before : nil,
        to: after)
    }
  }

  /// Updates the rows of a race with an event of its own session, and what it corrects.
  private mutating func updateRace(
    _ session: Int, _ uid: EventID, with event: Event, _ passage: Summary.Passage?,
    from before: Summary?, to after: Summary, _ correction: RaceCorrection?
  ) throws {
    guard !staleRaces.contains(session) else { return }
    guard let before, var race = try knownRace(session, uid, after) else {
      staleRaces.insert(session)
      return
    }
    race.scans = cache.scans
    if try races.apply(event, passage, from: before, to: after, correction, &race) {
      cache.knownRace = race
    } else {
      staleRaces.insert(session)
    }
    cache.scans = race.scans
  }

  /// Updates the rows of a race with an event of a session that joined it.
  private mutating func updateRace(
    _ session: Int, _ uid: EventID, with event: Event, _ passage: Summary.Passage?,
    ofStream stream: Int, from before: Summary?, to after: Summary
  ) throws {
    guard !staleRaces.contains(session) else { return }
    let own = try cache.summary(of: session) ?? currentSummary(of: session)
    // A session that is no race has no rows.
    if let own, !own.profile.plan.isRace { return }
    if let before, let own, var race = try knownRace(session, uid, own),
      try races.apply(
        event, passage, ofStream: stream, from: before, to: after, own: own, &race)
    {
      cache.knownRace = race
    } else {
      staleRaces.insert(session)
    }
  }

  /// Returns the summary of a session; nil if another version of the fold wrote its row.
  func currentSummary(of session: Int) throws -> Summary? {
    guard let row = try tables.row(of: session), row.isCurrent else { return nil }
    return row.summary
  }

  /// Takes a race from the cache, or reads it.
  private mutating func knownRace(
    _ session: Int, _ uid: EventID, _ summary: Summary
  ) throws -> KnownRace? {
    if let known = cache.knownRace, known.session == session {
      // Only one copy is left, which is then changed in place.
      cache.knownRace = nil
      return known
    }
    return try races.race(session, uid, summary)
  }

  /// Folds the races whose rows are not up to date.
  ///
  /// - Complexity: O(n log n) in the events of these races.
  mutating func foldStaleRaces() throws {
    for session in staleRaces.sorted() {
      cache.knownRace = nil
      if try renewIfOutdated(race: session) { continue }
      let folded = try log.unlessDamaged(session, leavingOut: .rows) {
        try foldedRace(session, reading: &$0)
      }
      // If it is damaged, the event is appended all the same, to a race without rows.
      try races.replace(folded?.rows ?? RaceRows(), of: session)
      cache.race = folded
    }
    staleRaces = []
  }

  /// Rewrites all rows of a race if another version of the fold wrote those of its own session:
  /// then the next events of its streams need not fold it.
  ///
  /// - Returns: false if they are up to date, or if the race is damaged.
  private func renewIfOutdated(race session: Int) throws -> Bool {
    guard try !log.projection.isCurrent(session, in: connection) else { return false }
    return try log.unlessDamaged(session, leavingOut: .rows) { _ in try renewed(session) } != nil
  }

  /// Returns a race at its newest events, from the cache if possible; `stream` is set to the
  /// session that is read.
  private mutating func foldedRace(
    _ session: Int, reading stream: inout Int
  ) throws -> FoldedRace {
    var folded: FoldedRace
    if let known = cache.race, known.session == session {
      // Only one copy is left, which is then changed in place.
      cache.race = nil
      folded = consume known
    } else {
      cache.race = nil
      if let known = cache.folded, known.session == session {
        folded = FoldedRace(session, Race(known.state))
      } else {
        folded = FoldedRace(session, Race(try log.uid(of: session)))
      }
    }
    try folded.applyNewest(of: log, log.upcasting, verifying: false, reading: &stream)
    return folded
  }
}
