import SQLite
public import EventLog
public import Text
public import Timing

extension Logbook {
  /// Reads the events after a position, as ``EventLog/records(after:of:limit:)``.
  ///
  /// `LogError.damaged` is also thrown for a payload that its kind cannot have.
  public func events(
    after position: Int, of session: Int? = nil, limit: Int = 1000
  ) throws -> [LoggedEvent] {
    try decode(records(after: position, of: session, limit: limit))
  }

  /// Decodes records, such as those of a follower.
  ///
  /// - Throws: `LogError.damaged` for a payload that its kind cannot have.
  public func decode(_ records: [Record]) throws -> [LoggedEvent] {
    try records.map { try LoggedEvent($0) }
  }

  /// Folds a session from its events up to a version, or from all, each verified by its digest; nil
  /// if there is no such session, or it has fewer events.
  ///
  /// Throws `LogError.damaged` for an event that cannot be the appended one.
  ///
  /// - Complexity: O(n log n) in the events of the session.
  public func session(_ number: Int, through version: Int? = nil) throws -> Session? {
    var session = Session()
    try session.applyNewest(of: number, in: self, through: version, verifying: true)
    if session.summary.version == 0 || version.map({ $0 > session.summary.version }) == true {
      return nil
    }
    return session
  }

  /// Returns the value of a body; nil if the log has a fault that the body reads.
  ///
  /// The fault is not reported, unlike by ``unlessDamaged(_:leavingOut:_:)``.
  func unlessDamaged<Value>(_ body: () throws -> Value?) throws -> Value? {
    do {
      return try body()
    } catch let error as LogError where error.flaw != nil {
      return nil
    }
  }

  /// Reads as of one moment, without taking the lock for each statement.
  ///
  /// Until the body returns, the write-ahead file cannot be copied into the database beyond that
  /// moment: the body should not wait.
  package func reading<Value>(_ body: () throws -> Value) throws -> Value {
    guard let connection else { return try body() }
    return try connection.transaction(.deferred, body)
  }

  /// Reads all events of a session in order, each verified by its digest; throws `LogError.damaged`
  /// for one that is not the appended event.
  package func verifiedEvents(of session: Int) throws -> [LoggedEvent] {
    var events: [LoggedEvent] = []
    try forEachRecord(of: session) { events.append(try LoggedEvent($0)) }
    return events
  }

  /// Returns the event with this id; nil if the log has none.
  package func event(_ id: EventID) throws -> LoggedEvent? {
    try record(id).map { try LoggedEvent($0) }
  }

  /// Returns a reading with the clock's number in this log; 0 for a clock that the log does not
  /// have.
  public func reading(_ instant: Instant) throws -> Reading {
    instant.reading(try clockNumber(instant.clock) ?? ClockID(rawValue: 0))
  }
}

extension Session {
  /// Applies the events of a log that it lacks, up to a version if given.
  mutating func applyNewest(
    of number: Int, in log: EventLog, through version: Int? = nil, verifying: Bool = false
  ) throws {
    try applyAll { session in
      if session.summary.version == 0 { session.reserve(version ?? 0) }
      try log.forEachEvent(
        of: number, after: session.summary.version, through: version, verifying: verifying
      ) { session.apply($0) }
    }
  }
}

extension EventLog {
  /// Reads a session's events in order, optionally verified by their digests; the body must not use
  /// the log.
  package func forEachEvent(
    of session: Int, after first: Int = 0, through last: Int? = nil, verifying: Bool = false,
    _ body: (Event) throws -> Void
  ) throws {
    try forEachRow(
      of: session, after: first, through: last, verifying: verifying,
      { $1.append(try Event($0)) }, body)
  }
}

extension Logbook {
  /// The sessions that belong to other devices, and are read-only here.
  package func foreignSessions() throws -> Set<Int> {
    guard let connection, try newestSession > 0 else { return [] }
    return try connection.foreignSessions()
  }

  /// Whether a session times a point of a race for another device: none of its events was recorded
  /// on this one.
  ///
  /// If the session and its race began on one device, and the race is written here, the log moved
  /// here, and the session with it. The sessions of races themselves, and others, may have moved
  /// here.
  ///
  /// - Complexity: O(n) in the events of the session.
  package func timesForOtherDevice(_ session: Int, than device: String) throws -> Bool {
    guard let connection, let point = try entry(session)?.summary.profile.timingPoint else {
      return false
    }
    let own = try connection.cached(
      """
      SELECT 1 FROM events WHERE session = ? \
      AND clock IN (SELECT clock FROM clocks WHERE device = ?) LIMIT 1
      """
    ).bind(session, device).first { _ in true }
    if own != nil { return false }
    guard let race = try number(ofSession: point.race), try !isForeign(race) else { return true }
    return try firstDevice(of: session) != firstDevice(of: race)
  }

  private func firstDevice(of session: Int) throws -> String? {
    try connection?.cached(
      """
      SELECT device FROM clocks WHERE clock = \
      (SELECT clock FROM events WHERE session = ? AND version = 1)
      """
    ).bind(session).first { $0.text(0) }
  }

  /// Returns the sessions that time points of races, of which a session or its race has a number
  /// above a given one, in ascending order.
  ///
  /// - Complexity: O(n) in the sessions that time points.
  package func joinedSessions(newerThan number: Int) throws -> [JoinedSession] {
    guard let tables, try tables.hasOptionalTables() else { return [] }
    return try tables.connection.prepare(
      """
      SELECT j.session FROM race_streams j LEFT JOIN sessions r ON r.uid = j.race \
      WHERE j.session > ?1 OR r.session > ?1 ORDER BY j.session
      """
    ).bind(number).all { Int($0.int(0)) }.compactMap { session in
      try tables.point(of: session).map { JoinedSession(session: session, point: $0) }
    }
  }
}

/// A session that times a point of a race.
package struct JoinedSession: Hashable, Sendable {
  package var session: Int
  package var point: TimingPoint
}
