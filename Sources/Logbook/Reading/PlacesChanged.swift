import EventLog
package import Racing
package import Text
package import Timing

/// The places that an event of a race changed: a derived event, which is not in the log.
package struct PlacesChanged {
  package var cause: LoggedEvent
  /// The changes, in the order of the places now.
  package var changes: [PlaceChange]
}

extension Logbook {
  /// Returns the places that an event changed in its race; nil without any, for other events than
  /// corrections of a race, and if the race is in another log or has a damaged event.
  ///
  /// `first` is the number of the first event of its command; nil if it is alone.
  ///
  /// - Complexity: O(n log n) in the events of the race.
  package func placesChanged(
    by logged: LoggedEvent, from first: Int? = nil, at now: Reading
  ) throws -> PlacesChanged? {
    try unlessDamaged {
      var watch = PlacesWatch(self)
      return try watch.change(by: logged, from: first, at: now)
    }
  }

  /// Returns the race of an event, with all that joined it; nil if it is in another log or has a
  /// damaged event.
  ///
  /// - Complexity: O(1) if the newest transaction folded it; else O(n log n) in its events.
  package func race(ofEvent logged: LoggedEvent) throws -> Race? {
    try unlessDamaged { try raceNumber(logged.session).flatMap(newestRace) }
  }

  /// Returns the result of the runner of a crossing before the event that removed it, with the format
  /// of the wave; nil for events of other sessions, and as for ``race(ofEvent:)``.
  ///
  /// - Complexity: O(1) if the newest transaction removed it; else O(n log n) in the events of the
  ///   race.
  package func result(
    ofCrossing id: EventID, before logged: LoggedEvent, at now: Reading
  ) throws -> (row: Standings.Row, format: RaceFormat)? {
    if let removed = cache.race?.removed, removed.by == logged.id { return removed.result }
    return try unlessDamaged {
      guard
        let race = try raceNumber(logged.session).flatMap({
          try race($0, throughPosition: logged.position - 1)
        })
      else { return nil }
      var judged = JudgedRace()
      _ = judged.settle(race, at: race.present(at: now))
      return race.result(ofCrossing: id, judged)
    }
  }

  /// Returns the number of the race that a session is or of which it times a point; nil if that is
  /// in another log.
  package func raceNumber(_ session: Int) throws -> Int? {
    guard let point = try entry(session)?.summary.profile.timingPoint else { return session }
    return try number(ofSession: point.race)
  }
}

/// Finds the places that the events of races change, one after the other.
package struct PlacesWatch {
  private let log: Logbook
  /// The race after the last event, which the next one mostly is of.
  private var last: (event: LoggedEvent, race: Race, judged: JudgedRace)?

  package init(_ log: Logbook) {
    self.log = log
  }

  /// Returns the places that an event changed; nil without any, and for events other than
  /// corrections.
  ///
  /// `first` is the number of the first event of its command; nil if it is alone. `now` is
  /// the reading at which places are compared; nil for that of the event.
  ///
  /// - Complexity: O(n log n) in the events of the race that were not folded for the event before.
  package mutating func change(
    by logged: LoggedEvent, from first: Int? = nil, at now: Reading? = nil
  ) throws -> PlacesChanged? {
    let first = first ?? logged.event.version
    guard logged.event.kind.isCorrection, first > 1, let number = try log.raceNumber(logged.session)
    else { return nil }
    let uid = try log.uid(of: logged.session)
    guard var (race, judged) = try race(number, before: first, logged, uid) else { return nil }
    defer { last = (logged, race, judged) }
    func results() -> [Standings.Row]? {
      _ = judged.settle(race, at: race.present(at: now ?? logged.event.reading))
      return race.results(judged)
    }
    // Most entries are recorded before anybody crosses.
    let isCompared = race.hasCrossings
    let before = isCompared ? results() : nil
    try log.forEachEvent(of: logged.session, after: first - 1, through: logged.event.version) {
      race.apply($0, of: uid)
    }
    guard isCompared, let changes = results()?.placeChanges(since: before ?? []), !changes.isEmpty
    else { return nil }
    return PlacesChanged(cause: logged, changes: changes)
  }

  /// Returns the race before an event of the same command as the logged one.
  private mutating func race(
    _ number: Int, before first: Int, _ logged: LoggedEvent, _ uid: EventID
  ) throws -> (Race, JudgedRace)? {
    let last = last
    // Only one copy is left, which is then changed in place.
    self.last = nil
    // Events of other sessions may belong to the race: then it is folded again.
    guard let last, last.event.session == logged.session, last.event.event.version < first,
      logged.position - last.event.position == logged.event.version - last.event.event.version
    else {
      let position = logged.position - (logged.event.version - first) - 1
      return try log.race(number, throughPosition: position).map { ($0, JudgedRace()) }
    }
    var race = last.race
    try log.forEachEvent(
      of: logged.session, after: last.event.event.version, through: first - 1
    ) { race.apply($0, of: uid) }
    return (race, last.judged)
  }
}
