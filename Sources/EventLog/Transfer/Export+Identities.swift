import Text
import SQLite

/// Finds the session and clock of an event in a damaged log.
extension Export {
  /// Verifies an event with the id of its session, which its digest covers.
  ///
  /// The id is known from an earlier event, or it is the event's own. Otherwise the first event is
  /// lost. The tables also have the id, in a row and in an index of it; damage seldom affects all
  /// of them.
  mutating func verify(
    _ record: Record
  ) throws -> (uid: EventID, clock: ClockIdentity) {
    if let known = salvaged[record.session] { return try verify(record, of: known.uid) }
    do {
      return try verify(record, of: record.id)
    } catch let error as LogError {
      if record.version == 1 { throw error }
      let told = try [tabledUID(record.session), indexedUID(record.session)].compactMap { $0 }
      for uid in told {
        do {
          return try verify(record, of: uid)
        } catch is LogError {
          continue
        }
      }
      throw told.isEmpty
        ? LogError.damaged(
          position: record.position,
          "the first event of its session is lost, and nothing else tells the session's id")
        : error
    }
  }

  /// Returns the identity of a session from its row in the tables.
  private func tabledUID(_ session: Int) throws -> EventID? {
    let table = log.projection.sessionTable
    return try uids("SELECT session, uid FROM \(table) WHERE session = \(session)")[session]
  }

  /// Returns the identity of a session from the index of the tables, which is read once.
  private mutating func indexedUID(_ session: Int) throws -> EventID? {
    let table = log.projection.sessionTable
    let uids =
      try indexedUIDs
      ?? uids("SELECT session, uid FROM \(table) INDEXED BY sqlite_autoindex_\(table)_1")
    indexedUIDs = uids
    return uids[session]
  }

  /// Returns the identities of sessions, as far as they are readable.
  private func uids(_ sql: String) throws -> [Int: EventID] {
    guard let connection = log.connection else { return [:] }
    var uids: [Int: EventID] = [:]
    do throws(DatabaseError) {
      let statement = try connection.prepare(sql)
      while try statement.step() { uids[Int(statement.int(0))] = EventID(statement.text(1)) }
    } catch {
      // A log of an older version has no such tables.
      guard error.isOfFile else { throw error }
    }
    return uids
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
      guard error.isOfFile else { throw error }
      return nil
    }
  }
}
