import SQLite

/// Checks the tables against the events.
///
/// Each session is folded again into tables in memory, by the code that maintains those of the log,
/// and all columns of all its rows are compared.
struct TableCheck {
  private let log: EventLog
  private let fresh: Connection
  private let skipped: Set<Int>

  /// The tables that can be compared, with the order of a session's rows.
  private let tables: [ProjectedTable]

  /// Compares no session that is `skipped`, because it cannot be folded, and no table with a flaw.
  init(_ log: EventLog, _ fresh: Connection, skipping skipped: Set<Int>, _ flaws: [SchemaFlaw]) {
    self.log = log
    self.fresh = fresh
    self.skipped = skipped
    let missing = flaws.map(\.name)
    tables = log.projection.tables.filter { !missing.contains($0.name) }
  }

  func run(_ connection: Connection, _ report: inout CheckReport) throws {
    let newest = try newestSession(connection)
    var last = 0
    var damage: DatabaseError?
    while let session = try log.session(after: last), session <= newest {
      last = session
      if skipped.contains(session) { continue }
      // The events and the rows of a session are read in one snapshot.
      do {
        let differing = try connection.transaction(.deferred) { () throws -> [String] in
          try compare(session, connection)
        }
        for table in differing { report.add(.table(name: table, session: session)) }
      } catch is LogError {
        // The session cannot be folded; the check of the events has reported the reason.
      } catch let error as DatabaseError where error.isDamage {
        damage = damage ?? error
      }
    }
    let extraRows = try connection.transaction(.deferred) { () throws -> [(String, Int)] in
      try self.extraRows(connection)
    }
    for (table, session) in extraRows { report.add(.table(name: table, session: session)) }
    if let damage { throw damage }
  }

  private func newestSession(_ connection: Connection) throws -> Int {
    try connection.cached("SELECT max(session) FROM events").first { Int($0.int(0)) } ?? 0
  }

  private func compare(_ session: Int, _ connection: Connection) throws -> [String] {
    // One transaction, which is rolled back: its pages are neither journaled nor cleaned up.
    try fresh.execute("BEGIN")
    defer { fresh.rollBack() }
    _ = try log.projection.fold(session, of: log, into: fresh, verifying: false)
    let found = try log.projection.tables(in: connection)
    let expected = try log.projection.tables(in: fresh)
    return try tables.filter { table in
      guard expected.contains(table) else { return false }
      return try !found.contains(table) || !hasSameRows(table, session, connection)
    }.map(\.name)
  }

  private func hasSameRows(
    _ table: ProjectedTable, _ session: Int, _ connection: Connection
  ) throws -> Bool {
    let sql = "SELECT * FROM \(table.name) WHERE session = ? ORDER BY \(table.order)"
    let expected = try fresh.cached(sql).bind(session)
    let found = try connection.cached(sql).bind(session)
    defer {
      found.reset()
      expected.reset()
    }
    while true {
      let isRow = try (found.step(), expected.step())
      guard isRow.0 == isRow.1 else { return false }
      if !isRow.0 { return true }
      guard found.hasSameValues(as: expected) else { return false }
    }
  }

  private func extraRows(_ connection: Connection) throws -> [(String, Int)] {
    let newest = try newestSession(connection)
    let present = try log.projection.tables(in: connection)
    return try tables.filter(present.contains).compactMap { table in
      try connection.prepare(
        "SELECT session FROM \(table.name) WHERE session < 1 OR session > ? LIMIT 1"
      ).bind(newest).first { (table.name, Int($0.int(0))) }
    }
  }
}

extension Statement {
  /// Whether the current rows of both have the same values in all columns.
  fileprivate func hasSameValues(as other: Statement) -> Bool {
    guard columnCount == other.columnCount else { return false }
    for column in 0..<columnCount {
      let kind = kind(column)
      guard kind == other.kind(column) else { return false }
      let isSame =
        switch kind {
        case .null: true
        case .integer: int(column) == other.int(column)
        case .real: real(column) == other.real(column)
        case .text, .blob:
          withBlob(column) { left in other.withBlob(column) { left.elementsEqual($0) } }
        }
      if !isSame { return false }
    }
    return true
  }
}
