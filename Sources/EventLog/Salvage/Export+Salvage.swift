import Text
import SQLite

extension Export {
  /// Reads event by event, so that an unreadable one does not hide the events after it.
  ///
  /// Positions are tried one by one up to the number of events that the file can hold. Only damage
  /// can put an event beyond that; such events are searched for.
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
    for (number, state) in salvaged.sorted(by: { $0.key < $1.key })
    where session == nil || number == session {
      // A salvage of one session does not count the missing positions, so the newest position is
      // the limit.
      let missing = state.missingAtEnd(
        leftOut: report.leftOut.count, newest: session == nil ? nil : last)
      if missing > 0 { ends.append(OmissionLine(events: missing, uid: state.uid)) }
    }
    try hand(to: write)
  }

  private mutating func salvage(
    _ position: Int, _ session: Int?, _ connection: Connection, isTold: Bool
  ) throws {
    let statement = try connection.cached(
      "SELECT \(Record.columns) FROM events WHERE position = ? AND session = ifnull(?, session)")
    defer { statement.reset() }
    do {
      try statement.bind(position, session)
      guard try statement.step() else {
        if session == nil, isTold { leaveOut(position, Self.missing) }
        return
      }
      do {
        let record = try statement.record()
        let (uid, clock) = try verify(record)
        try demandPayload(record)
        // Only a sound index prevents repeated ids; an import of them would refuse the whole file.
        guard salvagedIDs.insert(record.id).inserted else {
          throw LogError.damaged(position: position, "an earlier event has its id")
        }
        try tellMissing(before: record, uid, connection)
        put(record, uid, clock)
      } catch let error as LogError {
        guard let flaw = error.flaw else { throw error }
        leaveOut(position, flaw)
      }
    } catch let error as DatabaseError where error.isDamage {
      if isTold { leaveOut(position, "\(error.message)") }
    }
  }

  /// Writes a line if events of the session are missing before this one, so that a reader sees the
  /// gap.
  private mutating func tellMissing(
    before record: Record, _ uid: EventID, _ connection: Connection
  ) throws {
    let number = record.session
    var session: SalvagedSession
    if let known = salvaged[number] {
      session = known
    } else {
      // Events that others append after this query are found at later positions.
      let told = try self.number(
        "SELECT events FROM \(log.projection.sessionTable) WHERE session = \(number)", connection)
      session = SalvagedSession(uid: uid, told: told)
    }
    let missing = session.missing(before: record)
    if missing > 0 { OmissionLine(events: missing, uid: uid).write(to: &bytes) }
    session.take(record, missing: missing, leftOut: report.leftOut.count)
    salvaged[number] = session
  }

  /// Returns the last position to report as left out.
  ///
  /// It is that of the newest event by the log or by its tables; either may be damaged.
  private func newestToTell(_ connection: Connection) throws -> Int {
    let newest = try number("SELECT max(position) FROM events", connection)
    let count = try number(
      "SELECT sum(events) FROM \(log.projection.sessionTable)", connection)
    return newest == nil && count == nil ? .max : max(newest ?? 0, count ?? 0)
  }

  /// Returns the number that a statement selects; nil if the statement fails.
  private func number(_ sql: String, _ connection: Connection) throws -> Int? {
    do throws(DatabaseError) {
      return try connection.prepare(sql).first { Int($0.int(0)) }
    } catch {
      // A log of an older version has no tables.
      guard error.isDamage || error.code.primary == .error else { throw error }
      return nil
    }
  }

  /// Returns the maximum number of events in the file: each needs more than a hundred bytes.
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
