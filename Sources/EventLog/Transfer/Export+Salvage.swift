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
    let last = try lastToReport(connection)
    for position in stride(from: 1, through: probed, by: 1) {
      try salvage(position, session, connection, isReported: position <= last)
      if bytes.count >= 1 << 16 { try flush(to: write) }
    }
    var position = probed
    while let found = try number(
      "SELECT min(position) FROM events WHERE position > \(position)", connection),
      found > position
    {
      position = found
      try salvage(position, session, connection, isReported: true)
    }
    for (number, state) in salvaged.sorted(by: { $0.key < $1.key })
    where session == nil || number == session {
      // A salvage of one session does not count the missing positions, so the newest position is
      // the limit.
      let missing = state.missingAtEnd(
        leftOut: report.leftOut.count, newest: session == nil ? nil : last)
      if missing > 0 { ends.append(OmissionLine(events: missing, uid: state.uid)) }
    }
    try flush(to: write)
  }

  private mutating func salvage(
    _ position: Int, _ session: Int?, _ connection: Connection, isReported: Bool
  ) throws {
    let statement = try connection.cached(
      "SELECT \(Record.columns) FROM events WHERE position = ? AND session = ifnull(?, session)")
    defer { statement.reset() }
    do {
      try statement.bind(position, session)
      guard try statement.step() else {
        if session == nil, isReported { leaveOut(position, Self.missing) }
        return
      }
      do {
        let record = try statement.record()
        let (uid, clock) = try verify(record)
        try requirePayload(record)
        // Only a sound index prevents repeated ids; an import of them would refuse the whole file.
        guard salvagedIDs.insert(record.id).inserted else {
          throw LogError.damaged(position: position, "an earlier event has its id")
        }
        try writeOmission(before: record, uid, connection)
        put(record, uid, clock)
      } catch let error as LogError {
        guard let flaw = error.flaw else { throw error }
        leaveOut(position, flaw)
      }
    } catch let error as DatabaseError where error.isDamage {
      if isReported { leaveOut(position, "\(error.message)") }
    }
  }

  /// Writes a line if events of the session are missing before this one, so that a reader sees the
  /// gap.
  private mutating func writeOmission(
    before record: Record, _ uid: EventID, _ connection: Connection
  ) throws {
    let number = record.session
    var session: SalvagedSession
    if let known = salvaged[number] {
      session = known
    } else {
      // Events that others append after this query are found at later positions.
      let counted = try self.number(
        "SELECT events FROM \(log.projection.sessionTable) WHERE session = \(number)", connection)
      session = SalvagedSession(uid: uid, counted: counted)
    }
    let missing = session.missing(before: record)
    if missing > 0 { OmissionLine(events: missing, uid: uid).write(to: &bytes) }
    session.take(record, missing: missing, leftOut: report.leftOut.count)
    salvaged[number] = session
  }

  /// Returns the last position to report as left out.
  ///
  /// It is that of the newest event by the log or by its tables; either may be damaged.
  private func lastToReport(_ connection: Connection) throws -> Int {
    let newest = try number("SELECT max(position) FROM events", connection)
    let count = try number("SELECT sum(events) FROM \(log.projection.sessionTable)", connection)
    return newest == nil && count == nil ? .max : max(newest ?? 0, count ?? 0)
  }

  /// Returns the number that a statement selects; nil if the statement fails.
  private func number(_ sql: String, _ connection: Connection) throws -> Int? {
    try Self.readable { () throws(DatabaseError) in
      try connection.prepare(sql).first { Int($0.int(0)) }
    }
  }

  /// Returns the maximum number of events in the file: each needs more than a hundred bytes.
  private func mostEvents(_ connection: Connection) throws -> Int {
    try connection.number(ofPragma: "page_count") * connection.number(ofPragma: "page_size") / 100
  }

  /// Returns the value of a body; nil if the file is damaged, or lacks the table of an older log.
  private static func readable<Value>(
    _ body: () throws(DatabaseError) -> Value?
  ) throws(DatabaseError) -> Value? {
    do {
      return try body()
    } catch {
      guard error.isOfFile else { throw error }
      return nil
    }
  }
}

/// Finds the session and clock of an event in a damaged log.
extension Export {
  /// Verifies an event with the id of its session, which its digest covers.
  ///
  /// The id is known from an earlier event, or it is the event's own. Otherwise the first event is
  /// lost, and the tables have the id.
  mutating func verify(_ record: Record) throws -> (uid: EventID, clock: ClockIdentity) {
    if let known = salvaged[record.session] { return try verify(record, of: known.uid) }
    do {
      return try verify(record, of: record.id)
    } catch let error as LogError {
      if record.version == 1 { throw error }
      guard let uid = try uidInTables(of: record.session) else {
        throw LogError.damaged(
          position: record.position,
          "the first event of its session is lost, and nothing else tells the session's id")
      }
      return try verify(record, of: uid)
    }
  }

  private func uidInTables(of session: Int) throws -> EventID? {
    let sql = "SELECT uid FROM \(log.projection.sessionTable) WHERE session = \(session)"
    return try Self.readable { () throws(DatabaseError) in
      try log.connection?.prepare(sql).first { EventID($0.text(0)) } ?? nil
    }
  }

  /// Verifies an event with its clock from the row, else from the index; damage seldom affects
  /// both.
  private mutating func verify(
    _ record: Record, of uid: EventID
  ) throws -> (uid: EventID, clock: ClockIdentity) {
    do {
      return try verifier.verify(record, of: uid)
    } catch let error as LogError {
      guard let clock = try indexedClock(record.clock) else { throw error }
      return try verifier.verify(record, of: uid, by: clock)
    }
  }

  private func indexedClock(_ id: ClockID) throws -> ClockIdentity? {
    try Self.readable { () throws(DatabaseError) in
      try log.connection?.cached(
        """
        SELECT boot_id, device, "offset" FROM clocks INDEXED BY sqlite_autoindex_clocks_1 \
        WHERE clock = ?
        """
      ).bind(id.rawValue).first {
        ClockIdentity(bootID: $0.text(0), device: $0.text(1), offset: $0.int(2))
      }
    }
  }
}

/// The progress of salvaging the events of one session.
struct SalvagedSession {
  let uid: EventID
  /// The number of its events by the tables when its first event was found; nil if it is
  /// unreadable.
  private let counted: Int?
  /// The number of its events accounted for: they are saved, or reported as missing.
  private var count = 0
  private var version = 0
  private var position = 0
  /// The number of events of the log left out before the newest saved event of the session.
  private var leftOut = 0

  init(uid: EventID, counted: Int?) {
    self.uid = uid
    self.counted = counted
  }

  /// Returns the number of its events that are missing before the next found one.
  ///
  /// No digest verifies a version, so the number of positions between the two events is the limit.
  func missing(before next: Record) -> Int {
    if next.id == uid { return 0 }
    return max(0, min(next.version - version, next.position - position) - 1)
  }

  mutating func take(_ record: Record, missing: Int, leftOut: Int) {
    count += missing + 1
    (version, position) = (record.version, record.position)
    self.leftOut = leftOut
  }

  /// Returns the minimum number of its events that are missing after its newest one; 0 if none is
  /// known.
  ///
  /// The tables give the number. If they are unreadable, the session of the events of the log that
  /// were left out is unknown, and one of them may belong to this session. `newest` is the newest
  /// position of the log, if not all missing events were counted.
  func missingAtEnd(leftOut: Int, newest: Int?) -> Int {
    let behind = leftOut - self.leftOut
    guard let counted, counted >= count else { return min(1, behind) }
    let room = newest.map { max(0, $0 - position) } ?? behind
    return min(counted - count, room)
  }
}
