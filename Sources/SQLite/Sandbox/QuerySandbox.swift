import CSQLite

/// Restricts statements of the user to reading the log.
///
/// The connection is read-only; SQL on it cannot write, attach, load, change a setting, or run or
/// grow without limit. Most of these are prevented by more than one measure, as SQLite advises for
/// untrusted SQL (security.html).
package final class QuerySandbox {
  private let connection: Connection
  private let permissions: Permissions
  private let cutoff = QueryDeadline()
  private let limits: QueryLimits

  /// Makes `connection`, which it takes over, a sandbox.
  ///
  /// - Parameters:
  ///   - connection: a connection opened for reading.
  ///   - tables: the tables and views that may be read; `sqlite_master` for the schema, `json_each`
  ///     and `json_tree` for the contents of JSON.
  ///   - functions: functions in addition to SQLite's.
  ///   - limits: the resources that a query may use.
  /// - Throws: the error of SQLite.
  package init(
    _ connection: Connection, tables: some Sequence<String>, functions: [SQLFunction] = [],
    limits: QueryLimits = QueryLimits()
  ) throws(DatabaseError) {
    self.connection = connection
    self.limits = limits
    permissions = Permissions(tables: tables, functions: functions.map(\.name))
    try connection.configure()
    try connection.execute("PRAGMA query_only = ON; PRAGMA cell_size_check = ON")
    for function in functions { try connection.add(function) }
    try connection.limit(limits)
    try connection.set(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, false)
    // Before the authorizer is installed: the schema is read, and declaring a table-valued function
    // looks like writing.
    try connection.execute("SELECT 1 FROM sqlite_schema LIMIT 0")
    for name in ["json_each", "json_tree"] where tables.contains(name) {
      try connection.execute("SELECT 1 FROM \(name)('[]') LIMIT 0")
    }
    try permissions.install(on: connection)
    cutoff.install(on: connection)
  }

  deinit {
    sqlite3_set_authorizer(connection.handle.pointer, nil, nil)
    sqlite3_progress_handler(connection.handle.pointer, 0, nil, nil)
  }

  /// Runs one statement and passes on its rows one by one.
  ///
  /// The time counts from the call, and includes the processing of the rows.
  ///
  /// - Parameters:
  ///   - sql: one statement; comments and a semicolon may follow.
  ///   - isInterrupted: called every few microseconds; `true` ends the query.
  ///   - columns: called once, before the first row, with the names of the columns.
  ///   - row: called for each row. Its error ends the query and is rethrown.
  /// - Throws: a `QueryError`, or the errors of `columns` and `row`.
  package func run(
    _ sql: String, isInterrupted: @escaping () -> Bool = { false },
    columns: ([String]) throws -> Void, row: (borrowing QueryRow) throws -> Void
  ) throws {
    permissions.clear()
    cutoff.start(limits.time, isInterrupted: isInterrupted)
    let statement: Statement
    do {
      statement = try onlyStatement(of: sql)
    } catch let error as DatabaseError {
      throw explain(error)
    }
    // VACUUM INTO writes a file without calling the authorizer; this check prevents it.
    guard sqlite3_stmt_readonly(statement.pointer) != 0 else {
      throw QueryError.denied("to write")
    }
    try columns((0..<statement.columnCount).map(statement.name))
    defer { statement.reset() }
    while true {
      do {
        guard try statement.step() else { return }
      } catch {
        throw explain(error)
      }
      try row(QueryRow(statement))
    }
  }

  /// Prepares the only statement of `sql`.
  private func onlyStatement(of sql: String) throws -> Statement {
    var found: Statement?
    // SQLite stops reading at a zero byte, and would ignore the text after it.
    guard !sql.utf8.contains(0) else { throw QueryError.notOneStatement }
    var sql = sql
    try sql.withUTF8 { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let (statement, length) = try Statement.first(in: rest, on: connection.handle)
        rest = rest.dropFirst(length)
        guard let statement else { continue }
        guard found == nil else { throw QueryError.notOneStatement }
        found = statement
      }
    }
    guard let found else { throw QueryError.notOneStatement }
    return found
  }

  private func explain(_ error: DatabaseError) -> QueryError {
    // A denial has several codes, since the denied part is compiled sooner or later.
    if let denied = permissions.denied { return .denied(denied) }
    return switch error.code.primary {
    case .interrupt: cutoff.reason ?? .interrupted
    case .noMemory: .tooMuchMemory(limit: limits.memory)
    case .auth: .denied(error.message)
    case .readOnly: .denied("to write")
    case .error, .tooBig, .range, .constraint, ResultCode(rawValue: SQLITE_MISMATCH):
      .wrong(error)
    default: .failed(error)
    }
  }
}

@available(*, unavailable)
extension QuerySandbox: Sendable {}
