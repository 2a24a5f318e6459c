import CSQLite
package import SQLite
import Text

/// Tables that are updated from a log's events in the transaction of each append.
///
/// Only the projection knows the kinds of events: which can be read, and which may be imported.
package protocol Projection: Sendable {
  var tables: [ProjectedTable] { get }

  /// The table with a row for each session, which helps if events are damaged.
  ///
  /// It has the unique columns `session` and `uid`, and a column `events`, the number of events.
  var sessionTable: String { get }

  /// The kind and payload of the event that marks an incomplete session.
  var salvageMark: (kind: String, data: String) { get }

  /// Whether a file has the tables that it may lack.
  func hasOptionalTables(_ connection: Connection) throws(DatabaseError) -> Bool

  /// Makes the tables that a log may lack, in a file without them.
  func makeOptionalTables(in connection: Connection) throws(DatabaseError)

  /// Drops the tables that a log may lack; the folds of its sessions make them again.
  func dropOptionalTables(of connection: Connection) throws(DatabaseError)

  /// Writes the rows that depend on several sessions, from the other tables and from the events.
  func foldAcrossSessions(of log: EventLog, in connection: Connection) throws

  /// Returns whether the kind of an event is known; throws `LogError.damaged` for a payload that it
  /// cannot have.
  func knows(_ record: Record) throws(LogError) -> Bool

  /// Returns the reason why an event of another log must not be imported; nil if it may be.
  func invalidity(of event: ExportedEvent) -> String?

  /// Writes the rows of a session that has none, and returns the number of its events.
  func fold(
    _ session: Int, of log: EventLog, into connection: Connection, verifying isVerifying: Bool
  ) throws -> Int

  /// Replaces the rows of the sessions of an import, and of others that belong to them.
  ///
  /// `lines` are the lines of the new events of each session, in their order; an `ImportError` names
  /// one of them.
  func refold(_ lines: [Int: [Int]], of log: EventLog, in connection: Connection) throws
}

package struct ProjectedTable: Hashable, Sendable {
  /// The table's name; it has a column `session`.
  package let name: String
  /// The column that orders the rows of a session.
  package let order: String
  /// Whether the log may lack the table, which is made when its first row is written.
  package let isOptional: Bool

  package init(_ name: String, order: String, isOptional: Bool = false) {
    self.name = name
    self.order = order
    self.isOptional = isOptional
  }
}

extension Projection {
  /// The names of all tables that every log has.
  var names: [String] { tables.filter { !$0.isOptional }.map(\.name) }

  func tables(in connection: Connection) throws(DatabaseError) -> [ProjectedTable] {
    try hasOptionalTables(connection) ? tables : tables.filter { !$0.isOptional }
  }
}

extension EventLog {
  /// Rebuilds the tables from the log in one transaction, including dropped or changed ones.
  ///
  /// Each event is verified by its digest, and the indexes of the events are rebuilt.
  ///
  /// - Returns: the number of sessions and events that were folded.
  /// - Throws: `LogError.damaged`, or `LogError.inconsistent` if two events have the same id, with
  ///   the tables unchanged; `LogError.newerTables`; `DatabaseError`.
  /// - Complexity: O(n log n) in the events of the log; memory for the largest session.
  @discardableResult
  public func rebuild() throws -> (sessions: Int, events: Int) {
    guard connection != nil else { return (0, 0) }
    let connection = try create()
    let count = try write(ids: [], checkingTables: false) { _ in
      try refuseNewerTables(connection)
      try reindexEvents(connection)
      return try remakeTables(in: connection, verifying: true)
    }
    hasCurrentTables = true
    committed()
    return count
  }

  /// Rebuilds the tables that an older version wrote.
  ///
  /// A damaged session has no rows then. Another process may be rebuilding them, so the wait for its
  /// lock is ten times the usual one.
  func rebuildOutdated(_ connection: Connection) throws {
    file.willRebuild()
    var tries = 0
    while true {
      do {
        try write(ids: [], checkingTables: false) { _ in
          try refuseNewerTables(connection)
          if try hasTablesOfThisVersion(connection) { return }
          try remakeTables(in: connection, verifying: false)
        }
        hasCurrentTables = true
        return committed()
      } catch let error as DatabaseError where error.isBusy && tries < 9 {
        tries += 1
      }
    }
  }

  /// Makes the tables of this version from the events of a file, in a transaction of it.
  ///
  /// When verifying, a damaged event is an error; otherwise its session has no rows.
  @discardableResult
  func remakeTables(
    in connection: Connection, verifying isVerifying: Bool
  ) throws -> (sessions: Int, events: Int) {
    let fresh = try Connection.made(schema)
    try connection.remake(
      connection.schemaFlaws(against: fresh).filter(\.isDerived), like: fresh)
    for table in projection.names { try connection.execute("DELETE FROM \(table)") }
    try projection.dropOptionalTables(of: connection)
    var (sessions, events, session) = (0, 0, 0)
    let newest = try newestSession
    while let next = try self.session(after: session), next <= newest {
      // A missing session is an error of the log.
      session = isVerifying ? session + 1 : next
      sessions += 1
      events +=
        try isVerifying
        ? projection.fold(session, of: self, into: connection, verifying: true)
        : unlessDamaged(session) {
          try projection.fold(session, of: self, into: connection, verifying: false)
        } ?? 0
    }
    try projection.foldAcrossSessions(of: self, in: connection)
    try connection.execute("PRAGMA user_version = \(schema.version)")
    return (sessions, events)
  }

  private func reindexEvents(_ connection: Connection) throws {
    do {
      try connection.execute("REINDEX events; REINDEX clocks")
    } catch {
      throw error.asFlaw
    }
  }

  /// The log's own tables and triggers that differ from the schema; rebuilding does not repair them.
  package func schemaFlaws() throws -> [SchemaFlaw] {
    guard let connection else { return [] }
    return try connection.schemaFlaws(against: .made(schema)).filter { !$0.isDerived }
  }
}

/// A table, index or trigger that is missing or differs from that of the schema.
package struct SchemaFlaw: Hashable, Sendable {
  package var name: String
  /// The table itself, or the table of the index or trigger.
  package var table: String

  /// Whether rebuilding repairs it: only the tables of the events are no cache of the events.
  var isDerived: Bool { !["events", "clocks"].contains(table) }
}

extension Connection {
  /// Returns a database in memory with the tables of a schema, without rows.
  package static func made(_ schema: Schema) throws(DatabaseError) -> Connection {
    let fresh = try Connection(
      path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try schema.make(in: fresh)
    return fresh
  }

  /// Returns the objects that are missing or changed; objects that someone added are ignored.
  ///
  /// Triggers and indexes of a missing table are not reported separately.
  func schemaFlaws(against fresh: Connection) throws(DatabaseError) -> [SchemaFlaw] {
    let expected = try fresh.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    let found = try prepare("SELECT sql FROM sqlite_schema WHERE type = ? AND name = ?")
    var flaws: [SchemaFlaw] = []
    while try expected.step() {
      let flaw = SchemaFlaw(name: expected.text(1), table: expected.text(2))
      if flaws.contains(where: { $0.name == flaw.table }) { continue }
      try found.bind(expected.text(0), flaw.name)
      let sql = try found.first { $0.optionalText(0) }
      // Logs of earlier versions have comments in the SQL of their tables.
      let isSame = sql??.withoutSQLComments == expected.optionalText(3)?.withoutSQLComments
      if sql == nil || !isSame { flaws.append(flaw) }
    }
    return flaws
  }

  /// Drops the remains of tables, indexes and triggers, and creates them again.
  ///
  /// Dropping a table also drops the triggers and indexes that someone added to it. Call it in a
  /// transaction, and fill the tables afterwards.
  func remake(_ flaws: [SchemaFlaw], like fresh: Connection) throws(DatabaseError) {
    let found = try prepare("SELECT type FROM sqlite_schema WHERE name = ?")
    let made = try fresh.prepare(
      """
      SELECT name, sql FROM sqlite_schema \
      WHERE (name = ?1 OR tbl_name = ?1) AND sql IS NOT NULL ORDER BY rowid
      """)
    for flaw in flaws {
      try made.bind(flaw.name)
      while try made.step() {
        // Someone may have created another object with the name of a table or of its index.
        let name = made.text(0)
        if let type = try found.bind(name).first({ $0.text(0) }) {
          try execute("DROP \(type) \(name)")
        }
        try execute(made.text(1))
      }
    }
  }
}
