import SQLite
package import EventLog
package import Text
package import Timing
public import Racing

extension Logbook {
  /// Returns the races with crossings, of their own or of sessions that joined them, in ascending
  /// order; none if the tables are of an older version.
  ///
  /// - Complexity: O(n) in the crossings of the log.
  package func racesWithCrossings() throws -> [Int] {
    // The first race makes the tables.
    guard let tables, try tables.hasOptionalTables() else { return [] }
    return try tables.connection.prepare("SELECT DISTINCT session FROM crossings ORDER BY session")
      .all { Int($0.int(0)) }
  }

  /// Folds a race from the events of all its streams, each verified by its digest; nil if there is
  /// no such session.
  ///
  /// `version` is the last event of the race's own session to fold, and of the others all that the
  /// log had before it; nil for all. Throws `LogError.damaged` for an event that cannot be the
  /// appended one.
  ///
  /// - Complexity: O(n log n) in the events of the streams.
  public func race(_ number: Int, through version: Int? = nil) throws -> Race? {
    if version == 0 { return nil }
    let position = try version.flatMap { try self.position(ofEvent: $0, in: number) }
    return try race(number, throughPosition: position)
  }

  /// Folds a race from the events that the log had up to a position, or from all; nil if the log had
  /// no event of its own session.
  ///
  /// - Complexity: O(n log n) in the events of the streams.
  package func race(_ number: Int, throughPosition position: Int?) throws -> Race? {
    var folded = FoldedRace(number)
    try folded.applyNewest(
      of: self, through: position, verifying: true, joined: streams)
    return folded.race.session.summary.version == 0 ? nil : folded.race
  }

  /// Returns the events of the sessions that joined a race which it lacks, each with the id of its
  /// session.
  ///
  /// - Complexity: O(n log n) in these events and in the streams.
  package func newStreamEvents(of race: Race) throws -> [(event: Event, stream: EventID)] {
    guard let uid = race.uid else { return [] }
    var events: [(event: Event, stream: EventID)] = []
    for number in try streams(of: uid) {
      let stream = try self.uid(of: number)
      // No session joins itself.
      if stream == uid { continue }
      try forEachEvent(of: number, after: race.newestVersion(ofStream: stream)) {
        events.append(($0, stream))
      }
    }
    return events
  }

  /// Returns the numbers of the sessions that joined a race, in ascending order.
  ///
  /// - Complexity: O(log n) in the sessions; O(n) in the events of the log if the tables are of
  ///   an older version.
  package func streams(of race: EventID) throws -> [Int] {
    guard let connection else { return [] }
    if let tables { return try tables.sessions(joining: race) }
    let statement = try connection.prepare(
      """
      SELECT session, data, position FROM events WHERE kind = 'joined' AND version = 1 \
      ORDER BY session
      """)
    var sessions: [Int] = []
    while try statement.step() {
      let content = try Event.content(
        "joined", version: 1, statement.text(1), at: Int(statement.int(2)))
      if case .race(.joined(race, _, _)) = content.kind { sessions.append(Int(statement.int(0))) }
    }
    return sessions
  }

  /// Returns the position of an event in the log; nil if there is none.
  package func position(ofEvent version: Int, in session: Int) throws -> Int? {
    try connection?.cached(
      "SELECT position FROM events WHERE session = ? AND version = ?"
    ).bind(session, version).first { Int($0.int(0)) }
  }

  /// Whether somebody is entered with a bib in a race, by the tables.
  package func hasEntry(_ bib: String, in race: Int) throws -> Bool {
    try connection.map { try Tables(connection: $0).isEntered(bib, in: race) } ?? false
  }

  /// Returns the entered bibs of a race that another one may have been meant to be, by the tables.
  ///
  /// - Complexity: O(n log n) in the entries.
  package func entries(nearestTo bib: String, in race: Int) throws -> [String] {
    guard let connection, try Tables(connection: connection).hasOptionalTables() else { return [] }
    let bibs = try connection.cached("SELECT bib FROM entries WHERE session = ?").bind(race)
      .all { $0.text(0) }
    return Spelling.neighbors(of: bib, among: bibs, atMost: 3)
  }

  /// Returns the points at which crossings of a race and its waves count; none for other sessions.
  ///
  /// - Complexity: O(1), and O(n) in the waves.
  package func points(ofRace number: Int) throws -> [String] {
    guard let format = try entry(number)?.summary.profile.plan.race else { return [] }
    var points: [String] = []
    for format in try [format] + (tables?.waves(of: number) ?? []).map(\.wave.format) {
      let own = if case .points(let own) = format.finish { own } else { [format.finishPoint] }
      points += own.filter { !points.contains($0) }
    }
    return points
  }

  /// Returns the number of a session by its uid; nil if this log does not have it.
  package func number(ofSession uid: EventID) throws -> Int? {
    try connection?.number(ofSession: uid)
  }

  /// Whether a session belongs to another device, and is read-only here.
  package func isForeign(_ session: Int) throws -> Bool {
    try connection?.isForeign(session) ?? false
  }

  /// Returns the number of events of a race and of the sessions that joined it.
  package func eventCount(ofRace number: Int, _ uid: EventID) throws -> Int {
    try ([number] + streams(of: uid)).reduce(0) { try $0 + newestVersion(of: $1, through: .max) }
  }

  func id(ofEvent version: Int, in session: Int) throws -> EventID? {
    try connection?.cached("SELECT id FROM events WHERE session = ? AND version = ?")
      .bind(session, version).first { $0.withBlob(0) { EventID($0) } } ?? nil
  }

  /// Returns the reversals of a race's streams that take one another back in a circle, and have no
  /// effect.
  ///
  /// Commands do not make such events: a stream corrects its own events, and the race's own stream
  /// those of all. The events of each circle are in order.
  ///
  /// - Complexity: O(n) in the events of the sessions that joined races, and in those of the races.
  package func cyclesOfReversals() throws -> [[(session: Int, version: Int)]] {
    guard let tables else { return [] }
    var cycles: [[(session: Int, version: Int)]] = []
    for race in try tables.joinedRaces() {
      var reversals: [EventID: (event: (session: Int, version: Int), target: EventID)] = [:]
      let own = try number(ofSession: race)
      for session in try tables.sessions(joining: race) + [own].compactMap(\.self) {
        try forEachEvent(of: session) { event in
          guard case .reverted(let target, _) = event.kind else { return }
          reversals[event.id] = ((session, event.version), target)
        }
      }
      var seen: Set<EventID> = []
      for first in reversals.keys where !seen.contains(first) {
        var path: [EventID] = []
        var next = first
        while let reversal = reversals[next], seen.insert(next).inserted {
          path.append(next)
          next = reversal.target
        }
        guard let start = path.firstIndex(of: next) else { continue }
        cycles.append(path[start...].compactMap { reversals[$0]?.event }.sorted(by: <))
      }
    }
    return cycles.sorted { $0.lexicographicallyPrecedes($1, by: <) }
  }
}

extension EventLog {
  /// Returns the number of the last event of a session up to a position; 0 if there is none.
  ///
  /// - Complexity: O(log n), and O(n) in the later events of the session.
  package func newestVersion(of session: Int, through position: Int) throws -> Int {
    try connection?.cached(
      "SELECT max(version) FROM events WHERE session = ? AND position <= ?"
    ).bind(session, position).first { $0.optionalInt(0).map { Int($0) } ?? 0 } ?? 0
  }
}

/// A race in which everybody has finished or has a status; its clock may still run.
package struct FinishedRace: Hashable, Sendable {
  /// The time at which it finished, see ``Standings/finishTime``; nil if it is not known.
  package var time: Duration?
}

extension Logbook {
  /// Returns whether everybody in a race has finished or has a status; nil for other sessions, and
  /// for races that go on or that nobody entered.
  ///
  /// - Complexity: O(n log n) in the events of the race; mostly O(n) in the runners while it goes on,
  ///   and if it was stopped before all had finished.
  package func finishedRace(
    _ number: Int, _ summary: Summary, at now: Reading
  ) throws -> FinishedRace? {
    guard summary.profile.plan.race != nil, !summary.profile.isDiscarded,
      summary.startPlace != nil, let tables
    else { return nil }
    do {
      if try tables.isUnfinished(number, at: summary.place(of: now)) { return nil }
      guard let standings = try newestRace(number)?.standings(at: now, passages: .none),
        standings.phase == .finished, standings.waves.contains(where: { !$0.rows.isEmpty })
      else { return nil }
      return FinishedRace(time: standings.finishTime)
    } catch let error as DatabaseError where error.isOfFile {
      return nil
    } catch is LogError {
      return nil
    }
  }

  /// Returns a race; nil if there is no such session.
  ///
  /// - Complexity: O(1) if the newest transaction folded it; else O(n log n) in its events.
  func newestRace(_ number: Int) throws -> Race? {
    if isUnchanged, let folded = cache.race, folded.session == number,
      try folded.hasAllEvents(of: self)
    {
      return folded.race
    }
    return try race(number)
  }
}

extension Tables {
  /// Whether somebody is on course at a place by the rows, or was when the clock was stopped; false
  /// if only a fold can tell.
  fileprivate func isUnfinished(_ session: Int, at place: Duration) throws -> Bool {
    guard try waves(of: session).allSatisfy({ $0.nextChange.map { $0 > place } ?? true }) else {
      return false
    }
    return try connection.cached(
      """
      SELECT 1 FROM competitors WHERE session = ? \
      AND (status = 'running' OR status = 'dnf' AND ruling IS NULL) LIMIT 1
      """
    ).bind(session).first { _ in true } ?? false
  }
}
