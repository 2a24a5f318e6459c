import Text
import SQLite

/// Whose an event is of a damaged log: of which session, and by which clock.
extension Export {
  /// Verifies an event: its session has the id of which the digest was made.
  ///
  /// It is known from an event before, or it is the event's own. Else the first event is lost, and
  /// the tables tell the id once more, in a row and in an index of it: damage seldom strikes all.
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
          .lostSessionID)
        : error
    }
  }

  /// The identity of a session as its row in the tables tells it.
  private func tabledUID(_ session: Int) throws -> EventID? {
    let table = log.projection.sessionTable
    return try uids("SELECT session, uid FROM \(table) WHERE session = \(session)")[session]
  }

  /// The identity of a session as the index of the tables tells it, which is read once.
  private mutating func indexedUID(_ session: Int) throws -> EventID? {
    let table = log.projection.sessionTable
    let uids =
      try indexedUIDs
      ?? uids("SELECT session, uid FROM \(table) INDEXED BY sqlite_autoindex_\(table)_1")
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
      guard error.isOfFile else { throw error }
    }
    return uids
  }

  /// Verifies an event by the clock that its row tells, else by what the index holds of it: damage
  /// seldom strikes both.
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
