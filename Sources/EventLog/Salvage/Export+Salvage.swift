import Text
import SQLite

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
    for (number, state) in salvaged.sorted(by: { $0.key < $1.key })
    where session == nil || number == session {
      // Of the events of one session only those that are there are counted.
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
        if session == nil, isTold { leaveOut(position, .missing) }
        return
      }
      do {
        let record = try statement.record()
        let (uid, clock) = try verify(record)
        try demandPayload(record)
        try tellMissing(before: record, uid, connection)
        put(record, uid, clock)
      } catch let error as LogError {
        guard let flaw = error.flaw else { throw error }
        leaveOut(position, flaw)
      }
    } catch let error as DatabaseError where error.isDamage {
      if isTold { leaveOut(position, .unreadable(error.message)) }
    }
  }

  /// Writes a line where events of a session are missing, so that nobody takes what comes behind
  /// them for what came next.
  private mutating func tellMissing(
    before record: Record, _ uid: EventID, _ connection: Connection
  ) throws {
    let number = record.session
    var session: SalvagedSession
    if let known = salvaged[number] {
      session = known
    } else {
      // What others append from here on is found behind it.
      let told = try self.number(
        "SELECT events FROM \(log.projection.sessionTable) WHERE session = \(number)", connection)
      session = SalvagedSession(uid: uid, told: told)
    }
    let missing = session.missing(before: record)
    if missing > 0 { OmissionLine(events: missing, uid: uid).write(to: &bytes) }
    session.take(record, missing: missing, leftOut: report.leftOut.count)
    salvaged[number] = session
  }

  /// Up to which position to tell what is left out: up to the newest event, by the log or by its
  /// tables, of which each may be damaged.
  private func newestToTell(_ connection: Connection) throws -> Int {
    let newest = try number("SELECT max(position) FROM events", connection)
    let count = try number(
      "SELECT sum(events) FROM \(log.projection.sessionTable)", connection)
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
