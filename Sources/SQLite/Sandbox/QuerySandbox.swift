import CSQLite

/// Restricts statements of the user to reading the log.
///
/// The connection is read-only; SQL on it cannot write, attach, load, change a setting, or run or
/// grow without limit. Most of these are prevented by more than one measure, as SQLite advises for
/// untrusted SQL (security.html).
package final class QuerySandbox {
  private let connection: Connection
  private let permissions: Permissions
  private let deadline = QueryDeadline()
  private let limits: QueryLimits

  /// Makes `connection`, which it takes over, a sandbox.
  ///
  /// The tables include `sqlite_master` for the schema, `json_each` and `json_tree` for JSON.
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
    deadline.install(on: connection)
  }

  deinit {
    sqlite3_set_authorizer(connection.handle.pointer, nil, nil)
    sqlite3_progress_handler(connection.handle.pointer, 0, nil, nil)
  }

  /// Runs one statement, which comments and a semicolon may follow, and passes on its rows one by
  /// one, each valid until the next.
  ///
  /// The time counts from the call, and includes the processing of the rows. `isInterrupted` is
  /// called every few microseconds; `true` ends the query. `columns` is called once, before the
  /// first row. An error of `row` ends the query. Errors of both are rethrown; others are
  /// `QueryError`s.
  package func run(
    _ sql: String, isInterrupted: @escaping () -> Bool = { false },
    columns: ([String]) throws -> Void, row: (Statement) throws -> Void
  ) throws {
    permissions.clear()
    deadline.start(limits.time, isInterrupted: isInterrupted)
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
      try row(statement)
    }
  }

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
    case .interrupt: deadline.reason ?? .interrupted
    case .noMemory: .tooMuchMemory(limit: limits.memory)
    case .auth: .denied(error.message)
    case .readOnly: .denied("to write")
    case .error, .tooBig, .range, .constraint, ResultCode(rawValue: SQLITE_MISMATCH):
      .wrong(error)
    default: .failed(error)
    }
  }
}

/// The actions allowed to the user's statements: to read these tables and to call these functions.
///
/// It is SQLite's authorizer (set_authorizer.html). SQLite calls it for each action of a statement
/// during compilation; it denies all actions that are not named here.
private final class Permissions {
  private let tables: Set<String>
  private let functions: Set<String>

  /// The first action that was denied, in words.
  private(set) var denied: String?

  /// Creates permissions for tables and functions, whose case is ignored.
  init(tables: some Sequence<String>, functions: some Sequence<String>) {
    self.tables = Set(tables.map { $0.lowercased() })
    self.functions = Self.builtIn.union(functions.map { $0.lowercased() })
  }

  /// Authorizes every statement compiled on `connection` from now on, which must not outlive this.
  func install(on connection: Connection) throws(DatabaseError) {
    try connection.handle.check(
      sqlite3_set_authorizer(
        connection.handle.pointer,
        { context, action, first, second, database, _ in
          guard let context else { return SQLITE_DENY }
          let permissions = Unmanaged<Permissions>.fromOpaque(context).takeUnretainedValue()
          let words = [first, second].map { $0.map { String(cString: $0) } ?? "" }
          return permissions.judge(
            action, words[0], words[1], isNamedInDatabase: database != nil)
            ? SQLITE_OK : SQLITE_DENY
        }, Unmanaged.passUnretained(self).toOpaque()))
  }

  func clear() { denied = nil }

  private func judge(
    _ action: Int32, _ first: String, _ second: String, isNamedInDatabase: Bool
  ) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return true
    case SQLITE_READ:
      // "When a table is referenced by a SELECT but no column values are extracted from the table …
      // the SQLITE_READ authorizer callback is invoked once for that table with a column name that
      // is an empty string" (set_authorizer.html). The same happens for the name of a WITH, which
      // is not a table. The two cannot be distinguished, and counting rows is harmless.
      if tables.contains(first.lowercased()) || second.isEmpty && !isNamedInDatabase { return true }
    case SQLITE_FUNCTION:
      if functions.contains(second.lowercased()) { return true }
    default: break
    }
    if denied == nil { denied = Self.words(action, first, second) }
    return false
  }

  private static func words(_ action: Int32, _ first: String, _ second: String) -> String {
    switch action {
    case SQLITE_READ: "to read \(first)"
    case SQLITE_FUNCTION: "the function \(second)"
    case SQLITE_PRAGMA: "PRAGMA \(first)"
    case SQLITE_ATTACH: "ATTACH"
    case SQLITE_DETACH: "DETACH"
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: first
    case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: "to write to \(first)"
    default: "to change the log"
    }
  }

  /// SQLite's functions that only compute, without side effects.
  private static let builtIn = Set(
    """
    abs avg acos acosh asin asinh atan atan2 atanh cast ceil ceiling char coalesce cos cosh count \
    cume_dist date datetime degrees dense_rank exp first_value floor format glob group_concat hex \
    ifnull iif instr json json_array json_array_length json_each json_extract json_group_array \
    json_group_object json_insert json_object json_patch json_quote json_remove json_replace \
    json_set json_tree json_type json_valid -> ->> julianday lag last_value lead length like \
    likelihood likely ln log log10 log2 lower ltrim max min mod nth_value ntile nullif \
    percent_rank pi pow power printf quote radians random randomblob rank replace round \
    row_number rtrim sign sin sinh sqlite_version sqrt strftime substr substring sum tan tanh \
    time total trim trunc typeof unicode unixepoch unlikely upper zeroblob
    """.split(separator: " ").map(String.init))
}

/// An additional function that SQL can call.
package struct SQLFunction {
  /// An error in the arguments of a call, in words for the user.
  package struct Failure: Error {
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  package let name: String

  package let arguments: Int

  package typealias Body = ([SQLValue]) throws -> SQLValue

  /// The implementation: the same arguments always give the same result, so that SQLite may call it
  /// only once.
  ///
  /// It may read the log through another connection. If it captured a statement of the query's own
  /// connection, that connection would stay open forever.
  package let body: Body

  package init(_ name: String, arguments: Int, _ body: @escaping Body) {
    self.name = name
    self.arguments = arguments
    self.body = body
  }
}

extension Connection {
  /// Adds `function` for statements; a schema cannot call it ("DIRECTONLY", c_deterministic.html).
  package func add(_ function: SQLFunction) throws(DatabaseError) {
    let flags = SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC
    // "The destructor is also invoked if the call to sqlite3_create_function_v2() fails"
    // (create_function.html), so the box is always released.
    try handle.check(
      sqlite3_create_function_v2(
        handle.pointer, function.name, Int32(function.arguments), flags,
        Unmanaged.passRetained(Box(function.body)).toOpaque(),
        { context, count, values in
          guard let box = sqlite3_user_data(context) else { return }
          let body = Unmanaged<Box<SQLFunction.Body>>.fromOpaque(box).takeUnretainedValue().body
          let arguments = (0..<Int(count)).map { SQLValue(values?[$0]) }
          do {
            try body(arguments).answer(to: context)
          } catch {
            let words = (error as? SQLFunction.Failure)?.message ?? "\(error)"
            sqlite3_result_error(context, words, -1)
          }
        }, nil, nil,
        { box in if let box { Unmanaged<Box<SQLFunction.Body>>.fromOpaque(box).release() } }))
  }
}

/// Holds a closure for C.
final class Box<Body> {
  let body: Body
  init(_ body: Body) { self.body = body }
}

extension SQLValue {
  fileprivate init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(value)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)
      let count = start == nil ? 0 : Int(sqlite3_value_bytes(value))
      self = .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
    default: self = .null
    }
  }

  fileprivate func answer(to context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var value):
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_result_text64(
            context, $0.baseAddress, UInt64($0.count), csqlite_transient(), UInt8(SQLITE_UTF8))
        }
      }
    case .blob(let value):
      if value.isEmpty { return sqlite3_result_zeroblob(context, 0) }
      sqlite3_result_blob64(context, value, UInt64(value.count), csqlite_transient())
    }
  }
}

/// A value in SQL.
package enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}
