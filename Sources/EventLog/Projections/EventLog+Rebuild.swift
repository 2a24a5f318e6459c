import CSQLite
package import SQLite

extension EventLog {
  /// Rebuilds the tables from the log in one transaction, including dropped or changed ones.
  ///
  /// - Parameter verifying: whether each event is verified by its digest, and the indexes of the
  ///   events are rebuilt.
  /// - Returns: the number of sessions and events that were folded.
  /// - Throws: `LogError.damaged`, or `LogError.inconsistent` if two events have the same id, with
  ///   the tables unchanged; `DatabaseError`.
  /// - Complexity: O(n log n) in the events of the log; memory for the largest session.
  @discardableResult
  public func rebuild(verifying: Bool = true) throws -> (sessions: Int, events: Int) {
    guard connection != nil else { return (0, 0) }
    let connection = try create()
    let fresh = try Connection.asMade(schema)
    let count = try write(ids: [], askingFold: false) { _ throws -> (sessions: Int, events: Int) in
      let flaws = try connection.schemaFlaws(against: fresh).filter { isDerived($0) }
      if !flaws.contains(where: { $0.table == "fold" }) { try refuseNewerFold(connection) }
      if verifying { try reindexEvents(connection) }
      try connection.remake(flaws, like: fresh)
      for table in projection.names { try connection.execute("DELETE FROM \(table)") }
      try projection.dropOptionalTables(of: connection)
      try connection.prepare("INSERT INTO fold VALUES (?1, ?1)").bind(projection.version).run()
      var events = 0
      let sessions = try newestSession
      for session in stride(from: 1, through: sessions, by: 1) {
        events += try projection.fold(session, of: self, into: connection, verifying: verifying)
      }
      try projection.foldAcrossSessions(of: self, in: connection)
      return (sessions, events)
    }
    committed()
    return count
  }

  private func reindexEvents(_ connection: Connection) throws {
    do {
      try connection.execute("REINDEX events; REINDEX clocks")
    } catch  where error.code.primary == .constraint {
      throw LogError.inconsistent(.refused(error.message))
    }
  }

  /// Whether an older version of the rules may have written some of the rows.
  public var hasOutdatedRows: Bool {
    get throws {
      guard let connection, hasCurrentTables else { return false }
      return try oldestVersion(connection) < projection.version
    }
  }

  func oldestVersion(_ connection: Connection) throws -> Int {
    try connection.cached("SELECT oldest_version FROM fold").first { Int($0.int(0)) } ?? 0
  }

  /// Renews the rows that an older version of the rules wrote.
  ///
  /// A transaction renews some 2,000 events, so that other writers need not wait for all.
  ///
  /// - Returns: the number of sessions renewed.
  /// - Throws: `LogError.damaged` for an event that cannot be folded; `DatabaseError`. The sessions
  ///   before stay renewed.
  @discardableResult
  public func renewRows() throws -> Int {
    guard try hasOutdatedRows else { return 0 }
    let connection = try create()
    var (renewed, last, isDone) = (0, 0, false)
    while !isDone {
      try write(ids: []) { _ in
        var events = 0
        while events < 2000 {
          guard let session = try projection.nextOutdated(after: last, in: connection),
            session > last
          else {
            try projection.foldAcrossSessions(of: self, in: connection)
            try connection.prepare("UPDATE fold SET oldest_version = fold_version").run()
            isDone = true
            return
          }
          events += try projection.renew(session, of: self, in: connection)
          (renewed, last) = (renewed + 1, session)
        }
      }
      committed()
    }
    return renewed
  }

  /// The log's own tables and triggers that differ from the migrations; rebuilding does not repair
  /// them.
  package func schemaFlaws() throws -> [SchemaFlaw] {
    guard let connection else { return [] }
    return try connection.schemaFlaws(against: .asMade(schema)).filter { !isDerived($0) }
  }

  /// Whether a flaw is one of the projection's tables, which rebuilding repairs.
  func isDerived(_ flaw: SchemaFlaw) -> Bool { projection.names.contains(flaw.table) }
}

/// A table, index or trigger that is missing or differs from the one that the migrations create.
package struct SchemaFlaw: Hashable, Sendable {
  /// Its name.
  package var name: String
  /// The table itself, or the table of the index or trigger.
  package var table: String
}

extension Connection {
  /// Returns a database in memory with the tables of the migrations, without rows.
  package static func asMade(_ schema: Schema) throws -> Connection {
    let fresh = try Connection(
      path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try fresh.migrate(to: schema, path: fresh.path)
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
      SELECT sql FROM sqlite_schema \
      WHERE (name = ?1 OR tbl_name = ?1) AND sql IS NOT NULL ORDER BY rowid
      """)
    for flaw in flaws {
      // Someone may have created another object with the name of a table.
      if let type = try found.bind(flaw.name).first({ $0.text(0) }) {
        try execute("DROP \(type) \(flaw.name)")
      }
      try made.bind(flaw.name)
      while try made.step() { try execute(made.text(0)) }
    }
  }
}
