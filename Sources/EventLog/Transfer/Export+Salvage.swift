import Timing

extension Export {
  /// Reads event by event, so that one which cannot be read does not hide those behind it.
  ///
  /// Positions are tried one by one as far as the file can hold events; beyond that, where only
  /// damage can have put one, as they are found.
  mutating func salvage(
    _ session: Int?, _ connection: Connection, to write: ([UInt8]) throws -> Void
  ) throws {
    let probed = try mostEvents(connection)
    let last = try newestToTell(connection)
    for position in stride(from: 1, through: probed, by: 1) {
      try salvage(position, session, connection, isTold: position <= last)
      if bytes.count >= 1 << 16 { try hand(to: write) }
    }
    var position = probed
    while let found = try next(after: position, connection), found > position {
      position = found
      try salvage(position, session, connection, isTold: true)
    }
    try hand(to: write)
  }

  private mutating func salvage(
    _ position: Int, _ session: Int?, _ connection: Connection, isTold: Bool
  ) throws {
    let statement = try connection.cached(
      "SELECT \(EventRow.whole) FROM events WHERE position = ? AND session = ifnull(?, session)")
    defer { statement.reset() }
    do {
      try statement.bind(position, session)
      guard try statement.step() else {
        if session == nil, isTold { leaveOut(position, "there is no event at this position") }
        return
      }
      do {
        let logged = try statement.loggedEvent(log.upcasting)
        let (uid, clock) = try verify(logged)
        tellMissing(before: logged, uid)
        try add(logged, uid, clock)
        salvaged[logged.session] = SalvagedSession(uid: uid, newest: logged)
      } catch let error as LogError {
        leaveOut(position, error.reason)
      }
    } catch let error as DatabaseError where error.isDamage {
      if isTold { leaveOut(position, error.message) }
    }
  }

  /// Writes a line where events of a session are missing, so that nobody takes what comes behind
  /// them for what came next.
  private mutating func tellMissing(before logged: LoggedEvent, _ uid: EventID) {
    let missing =
      salvaged[logged.session]?.missing(before: logged)
      ?? (logged.event.id == uid ? 0 : min(logged.event.version, logged.position) - 1)
    if missing > 0 { OmissionLine(events: missing, uid: uid).write(to: &bytes) }
  }

  /// Verifies an event: its session has the id of which the digest was made.
  ///
  /// It is known from an event before, or it is the event's own. Else the first event is lost, and
  /// the tables tell the id once more, in a row and in an index of it: damage seldom strikes all.
  private mutating func verify(
    _ logged: LoggedEvent
  ) throws -> (uid: EventID, clock: ClockIdentity) {
    if let known = salvaged[logged.session] { return try verify(logged, of: known.uid) }
    do {
      return try verify(logged, of: logged.event.id)
    } catch let error as LogError {
      if logged.event.version == 1 { throw error }
      let told = try [tabledUID(logged.session), indexedUID(logged.session)].compactMap { $0 }
      for uid in told {
        if let verified = try? verify(logged, of: uid) { return verified }
      }
      throw told.isEmpty
        ? LogError.damaged(
          position: logged.position,
          reason: "the first event of its session is lost, and nothing else tells the session's id")
        : error
    }
  }

  /// The identity of a session as its row in the tables tells it.
  private func tabledUID(_ session: Int) throws -> EventID? {
    try uids("SELECT session, uid FROM sessions WHERE session = \(session)")[session]
  }

  /// The identity of a session as the index of the tables tells it, which is read once.
  private mutating func indexedUID(_ session: Int) throws -> EventID? {
    let uids =
      try indexedUIDs
      ?? uids("SELECT session, uid FROM sessions INDEXED BY sqlite_autoindex_sessions_1")
    indexedUIDs = uids
    return uids[session]
  }

  /// Identities of sessions, as far as they can be read.
  private func uids(_ sql: String) throws -> [Int: EventID] {
    guard let connection = log.connection else { return [:] }
    var uids: [Int: EventID] = [:]
    do throws(DatabaseError) {
      let statement = try connection.prepare(sql)
      while try statement.step() { uids[Int(statement.int(0))] = EventID(statement.text(1)) }
    } catch {
      // A log of an older version has no tables.
      guard error.isDamage || error.code.primary == .error else { throw error }
    }
    return uids
  }

  /// Verifies an event by the clock that its row tells, else by what the index holds of it: damage
  /// seldom strikes both.
  private mutating func verify(
    _ logged: LoggedEvent, of uid: EventID
  ) throws -> (uid: EventID, clock: ClockIdentity) {
    do {
      return try seals.verify(logged, of: uid)
    } catch let error as LogError {
      guard let clock = try indexedClock(logged.event.reading.clock),
        let verified = try? seals.verify(logged, of: uid, by: clock)
      else { throw error }
      return verified
    }
  }

  private mutating func indexedClock(_ id: ClockID) throws -> ClockIdentity? {
    if let clock = indexedClocks[id] { return clock }
    guard let connection = log.connection else { return nil }
    do throws(DatabaseError) {
      let statement = try connection.cached(
        """
        SELECT boot_id, device, "offset" FROM clocks INDEXED BY sqlite_autoindex_clocks_1 \
        WHERE clock = ?
        """)
      let clock = try statement.bind(id.rawValue).first {
        ClockIdentity(bootID: $0.text(0), device: $0.text(1), offset: $0.int(2))
      }
      indexedClocks[id] = .some(clock)
      return clock
    } catch {
      guard error.isDamage else { throw error }
      return nil
    }
  }

  /// Up to which position to tell what is left out: up to the newest event, by the log or by its
  /// tables, of which each may be damaged.
  private func newestToTell(_ connection: Connection) throws -> Int {
    let newest = try number("SELECT max(position) FROM events", connection)
    let count = try number("SELECT sum(events) FROM sessions", connection)
    return newest == nil && count == nil ? .max : max(newest ?? 0, count ?? 0)
  }

  /// The number that a statement tells; nil where it cannot.
  private func number(_ sql: String, _ connection: Connection) throws -> Int? {
    do throws(DatabaseError) {
      return try connection.prepare(sql).first { Int($0.int(0)) }
    } catch {
      // A log of an older version has no tables.
      guard error.isDamage || error.code.primary == .error else { throw error }
      return nil
    }
  }

  /// How many events the file has room for at most: each takes more than a hundred bytes.
  private func mostEvents(_ connection: Connection) throws -> Int {
    try connection.number(ofPragma: "page_count") * connection.number(ofPragma: "page_size") / 100
  }

  private func next(after position: Int, _ connection: Connection) throws -> Int? {
    do throws(DatabaseError) {
      let statement = try connection.cached(
        "SELECT position FROM events WHERE position > ? ORDER BY position LIMIT 1")
      return try statement.bind(position).first { Int($0.int(0)) }
    } catch {
      guard error.isDamage else { throw error }
      return nil
    }
  }
}
