import EventLog
package import Racing
import Text
package import Timing

/// The places that an event of a race changed: a derived event, which is not in the log.
package struct PlacesChanged {
  /// The event.
  package var cause: LoggedEvent
  /// The changes, in the order of the places now.
  package var changes: [PlaceChange]
}

extension Logbook {
  /// Returns the places that an event changed in its race.
  ///
  /// - Parameters:
  ///   - logged: the event.
  ///   - now: the reading at which the places are compared.
  /// - Returns: the changes; nil without any, for other events than corrections of a race and
  ///   entries, and if the race is not known, see ``race(ofEvent:)``.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n log n) in the events of the race.
  package func placesChanged(by logged: LoggedEvent, at now: Reading) throws -> PlacesChanged? {
    try unlessDamaged {
      var watch = PlacesWatch(self)
      return try watch.change(by: logged, at: now, orEntry: true)
    }
  }

  /// Returns the race of an event, with all that joined it; nil if it is in another log, had so
  /// many events by then that folding it would take long, or has a damaged one.
  ///
  /// - Parameters:
  ///   - logged: the event.
  ///   - most: the largest number of events that are folded.
  /// - Returns: the race.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n log n) in the events of the race.
  package func race(
    ofEvent logged: LoggedEvent, mostEvents most: Int = Logbook.mostFolded
  ) throws -> Race? {
    try unlessDamaged { try stream(logged, mostEvents: most).flatMap { try race($0.race) } }
  }

  /// Returns the value of a body; nil if it reads a damaged event.
  private func unlessDamaged<Value>(_ body: () throws -> Value?) throws -> Value? {
    do {
      return try body()
    } catch let error as LogError where error.flaw != nil {
      return nil
    }
  }

  /// Returns the number of the race of an event; nil as for ``race(ofEvent:)``.
  func raceNumber(ofEvent logged: LoggedEvent) throws -> Int? {
    try unlessDamaged { try stream(logged)?.race }
  }

  /// The largest number of events that are folded for an answer, at some 10 µs an event.
  package static var mostFolded: Int { 5_000 }

  /// Returns the race of an event; nil if it is in another log, or had so many events by then that
  /// folding it would take long.
  ///
  /// - Complexity: O(n log n) in the sessions of the race.
  fileprivate func stream(
    _ logged: LoggedEvent, mostEvents most: Int = Logbook.mostFolded
  ) throws -> Stream? {
    guard let own = try entry(logged.session) else { return nil }
    let point = own.summary.profile.timingPoint
    guard let race = try point.map({ try number(ofSession: $0.race) }) ?? logged.session else {
      return nil
    }
    var count = 0
    for session in try [race] + streams(of: point?.race ?? own.uid) where count <= most {
      count += try newestVersion(of: session, through: logged.position)
    }
    return count <= most ? Stream(race: race, uid: own.uid) : nil
  }
}

/// A session that takes part in a race.
private struct Stream {
  /// The number of the race's own session.
  var race: Int
  /// The uid of the session.
  var uid: EventID
}

/// Finds the places that the events of races change, one after the other.
package struct PlacesWatch {
  private let log: Logbook
  /// The race after the last event, which the next one mostly is of.
  private var last: (event: LoggedEvent, race: Race)?

  /// Creates a watch without a race.
  package init(_ log: Logbook) {
    self.log = log
  }

  /// Returns the places that an event changed.
  ///
  /// - Parameters:
  ///   - logged: the event.
  ///   - now: the reading at which the places are compared; nil: that of the event.
  ///   - isEntryToo: whether entries are examined, too: their chips may claim earlier crossings.
  /// - Returns: the changes; nil without any, for events other than corrections, and in a race of
  ///   which the log had so many events by then that it would take long.
  /// - Throws: `LogError`; `DatabaseError`.
  /// - Complexity: O(n log n) in the events of the race.
  package mutating func change(
    by logged: LoggedEvent, at now: Reading? = nil, orEntry isEntryToo: Bool = false
  ) throws -> PlacesChanged? {
    let kind = logged.event.kind
    guard kind.isCorrection || isEntryToo && kind.isEntry, logged.event.version > 1,
      let stream = try log.stream(logged), let before = try race(stream, before: logged)
    else { return nil }
    var after = before
    after.apply(logged.event, of: stream.uid)
    last = (logged, after)
    let reading = now ?? logged.event.reading
    let changes =
      after.standings(at: reading)?.placeChanges(since: before.standings(at: reading)) ?? []
    return changes.isEmpty ? nil : PlacesChanged(cause: logged, changes: changes)
  }

  private mutating func race(_ stream: Stream, before logged: LoggedEvent) throws -> Race? {
    // Events of other sessions may belong to the race: then it is folded again.
    guard let last, last.event.session == logged.session,
      logged.position - last.event.position == logged.event.version - last.event.event.version
    else { return try log.race(stream.race, throughPosition: logged.position - 1) }
    var race = last.race
    self.last = nil
    try log.forEachEvent(
      of: logged.session, after: last.event.event.version, through: logged.event.version - 1
    ) { race.apply($0, of: stream.uid) }
    return race
  }
}
