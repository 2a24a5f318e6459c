import SQLite
public import Text

extension EventLog {
  /// The number of the newest event; 0 in an empty log.
  ///
  /// - Throws: `LogError.inconsistent` for a number that no event can have; `DatabaseError`.
  public var newestPosition: Int {
    get throws { try highest("SELECT max(position) FROM events") }
  }

  /// The number of the newest session; 0 in an empty log.
  ///
  /// - Throws: `LogError.inconsistent` for a number that no session can have; `DatabaseError`.
  public var newestSession: Int {
    get throws { try highest("SELECT max(session) FROM events") }
  }

  /// Returns the next session after a number that has events; nil if there is none.
  ///
  /// In a damaged log, any number may be missing between two.
  func session(after number: Int) throws(DatabaseError) -> Int? {
    try session("SELECT min(session) FROM events WHERE session > ?", number) { $0 > number }
  }

  /// Returns the next session before a number that has events, as ``session(after:)``.
  package func session(before number: Int) throws -> Int? {
    try session("SELECT max(session) FROM events WHERE session < ?", number) { $0 < number }
  }

  /// With a damaged index, the answer may be any number.
  private func session(
    _ sql: String, _ number: Int, where isNext: (Int) -> Bool
  ) throws(DatabaseError) -> Int? {
    let found = try connection?.cached(sql).bind(number).first { $0.optionalInt(0) } ?? nil
    return found.map { Int($0) }.flatMap { isNext($0) ? $0 : nil }
  }

  private func highest(_ sql: String) throws -> Int {
    try number(connection?.cached(sql).first { Int($0.int(0)) } ?? 0)
  }

  private func number(_ number: Int) throws(LogError) -> Int {
    guard number <= Numbering.range.upperBound else {
      throw .inconsistent("it holds the number \(number), which none can have")
    }
    return max(number, 0)
  }

  /// Reads the events after a position, of the log or of one session, in their order; fewer than the
  /// limit only at the current end of the log.
  ///
  /// Throws `LogError.damaged` for an event that cannot be the appended one; `DatabaseError`.
  public func records(
    after position: Int, of session: Int? = nil, limit: Int = 1000
  ) throws -> [Record] {
    guard let connection else { return [] }
    let statement = try connection.cached(
      session == nil
        ? "SELECT \(Record.columns) FROM events WHERE position > ?1 ORDER BY position LIMIT ?2"
        : """
        SELECT \(Record.columns) FROM events WHERE session = ?3 AND position > ?1 \
        ORDER BY version LIMIT ?2
        """)
    try statement.bind(position, limit)
    if let session { try statement.bind(session, at: 3) }
    var records: [Record] = []
    defer { statement.reset() }
    while try statement.step() {
      let record = try statement.record()
      // Rows of a damaged file may be out of order, which would make the caller loop forever.
      guard record.position > records.last?.position ?? position else {
        throw LogError.damaged(position: record.position, "it is out of order")
      }
      records.append(record)
    }
    return records
  }

  /// Reads a session's events in order, each verified by its digest.
  package func forEachRecord(
    of session: Int, after first: Int = 0, _ body: (Record) throws -> Void
  ) throws {
    guard let reader = try rows(of: session, after: first, through: nil, verifying: true) else {
      return
    }
    defer { reader.statement.reset() }
    while try reader.next() != nil { try body(reader.statement.record()) }
  }

  /// Makes an element of each of a session's events, in order.
  ///
  /// Of many events, another thread reads those after the first ones, ahead of the body.
  ///
  /// An event that is not verified by its digest must be the next one of the session, and one that a
  /// program can have written; else `LogError.damaged` is thrown for the first event with a fault.
  /// `append` appends an element for a row, which is valid inside it only. It may run in another
  /// thread, many rows ahead of the body. Neither closure may use the log.
  package func forEachRow<Element: Sendable>(
    of session: Int, after first: Int = 0, through last: Int? = nil, verifying isVerifying: Bool,
    _ append: @escaping @Sendable (FoldedRow, inout [Element]) throws -> Void,
    _ body: (Element) throws -> Void
  ) throws {
    guard let reader = try rows(of: session, after: first, through: last, verifying: isVerifying)
    else { return }
    defer { reader.statement.reset() }
    var batch: [Element] = []
    var count = 0
    while true {
      let next = Result { try reader.appendBatch(to: &batch, append) }
      for element in batch { try body(element) }
      guard try next.get() else { return }
      count += batch.count
      batch.removeAll(keepingCapacity: true)
      if count >= ReadAhead.leastRows, let thread = ReadAheadThread(reader, append) {
        return try thread.forEach(body)
      }
    }
  }

  /// Returns a reader of a session's events in order; nil without a log.
  func rows(
    of session: Int, after first: Int, through last: Int?, verifying isVerifying: Bool
  ) throws -> RowReader? {
    guard let connection else { return nil }
    newestSessionRead = session
    let columns = isVerifying ? Record.columns : FoldedRow.columns
    guard let range = try compactRange(of: session, after: first, through: last ?? .max) else {
      let statement = try connection.cached(
        """
        SELECT \(columns) FROM events WHERE session = ?1 \
        AND version > ?2 AND version <= ?3 ORDER BY version
        """)
      try statement.bind(session, first, last ?? .max)
      return RowReader(
        statement, of: session, after: first, newest: nil, in: self, verifying: isVerifying)
    }
    // The caller compares the versions: two conditions less for each row.
    let statement = try connection.cached(
      """
      SELECT \(columns) FROM events WHERE position BETWEEN ?2 AND ?3 AND +session = ?1 \
      ORDER BY position
      """)
    try statement.bind(session, range.positions.lowerBound, range.positions.upperBound)
    return RowReader(
      statement, of: session, after: first, newest: range.newest, in: self,
      verifying: isVerifying)
  }

  /// Returns the range of a session's positions if at least half of the events in it are the
  /// session's.
  ///
  /// Looking up each of them by an index takes longer in that case.
  private func compactRange(
    of session: Int, after first: Int, through last: Int
  ) throws -> (positions: ClosedRange<Int>, newest: Int)? {
    func end(_ order: String) throws -> (version: Int, position: Int)? {
      try connection?.cached(
        """
        SELECT version, position FROM events WHERE session = ? AND version > ? AND version <= ? \
        ORDER BY version \(order) LIMIT 1
        """
      ).bind(session, first, last).first { (Int($0.int(0)), Int($0.int(1))) }
    }
    guard let oldest = try end("ASC"), let newest = try end("DESC") else { return nil }
    let numbers = [oldest.version, oldest.position, newest.version, newest.position]
    // In a damaged log they may be any.
    guard numbers.allSatisfy(Numbering.range.contains), oldest.position <= newest.position,
      newest.position - oldest.position <= 2 * (newest.version - oldest.version)
    else { return nil }
    return (oldest.position...newest.position, newest.version)
  }

  /// Returns the event with this id; nil if the log has none.
  package func record(_ id: EventID) throws -> Record? {
    guard let connection else { return nil }
    let statement = try connection.cached("SELECT \(Record.columns) FROM events WHERE id = ?")
    try statement.bind(id)
    guard try statement.step() else { return nil }
    defer { statement.reset() }
    return try statement.record()
  }

  package func has(_ id: EventID) throws -> Bool {
    try connection?.cached("SELECT 1 FROM events WHERE id = ?").bind(id).first { _ in true }
      ?? false
  }

  /// Returns the identity of a session, which is the id of its first event.
  ///
  /// - Throws: `LogError.inconsistent` if there is no such session; `DatabaseError`.
  public func uid(of session: Int) throws -> EventID {
    let id = try connection?.cached("SELECT id FROM events WHERE session = ? AND version = 1")
      .bind(session).first { $0.withBlob(0) { EventID($0) } }
    guard let id, let id else {
      throw LogError.inconsistent(.noFirstEvent(session: session))
    }
    return id
  }

  /// Returns the number of the newest event and the identity of a session, by one statement.
  package func newestPosition(withUIDOf session: Int) throws -> (position: Int, uid: EventID) {
    let statement = try connection?.cached(
      """
      SELECT id, (SELECT max(position) FROM events) FROM events WHERE session = ? AND version = 1
      """
    ).bind(session)
    guard let statement, try statement.step() else {
      throw LogError.inconsistent(.noFirstEvent(session: session))
    }
    defer { statement.reset() }
    guard let uid = statement.withBlob(0, { EventID($0) }) else {
      throw LogError.inconsistent(.noFirstEvent(session: session))
    }
    return (try number(Int(statement.int(1))), uid)
  }

  /// Returns the clock with this number; nil if the log has none.
  package func clock(_ id: ClockID) throws -> ClockIdentity? {
    try connection?.cached("SELECT boot_id, device, \"offset\" FROM clocks WHERE clock = ?")
      .bind(id.rawValue)
      .first { ClockIdentity(bootID: $0.text(0), device: $0.text(1), offset: $0.int(2)) }
  }

  /// Returns the number of a clock; nil if the log does not have it.
  ///
  /// It reads the rows, not their index, because the digests of events are verified with the rows.
  ///
  /// - Complexity: O(n) in the clocks of the log; O(1) for its newest clock.
  package func clockNumber(_ identity: ClockIdentity) throws -> ClockID? {
    try connection?.cached(
      """
      SELECT clock FROM clocks NOT INDEXED WHERE boot_id = ? AND device = ? AND "offset" = ? \
      ORDER BY clock DESC
      """
    )
    .bind(identity.bootID, identity.device, identity.offset)
    .first { ClockID(rawValue: $0.int(0)) }
  }
}
