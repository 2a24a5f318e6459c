import CSQLite
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import SQLite

/// Denied queries: each is refused or stopped, and the log is unchanged.
@Suite struct SandboxTests {
  static let endlessRows = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

  static let denied = [
    "INSERT INTO notes VALUES (9, 'x')", "REPLACE INTO notes VALUES (1, 'x')",
    "UPDATE notes SET text = 'x'", "DELETE FROM notes",
    "INSERT INTO notes SELECT 9, 'x' RETURNING 1",
    "WITH a AS (SELECT 1) DELETE FROM notes WHERE position IN a",
    "DROP TABLE notes", "CREATE TABLE t(a)", "CREATE TEMP TABLE t(a)", "CREATE VIEW v AS SELECT 1",
    "CREATE TEMP TRIGGER t AFTER INSERT ON notes BEGIN SELECT 1; END",
    "CREATE INDEX i ON notes(text)", "CREATE VIRTUAL TABLE v USING fts5(a)",
    "CREATE VIRTUAL TABLE temp.v USING fts3tokenize('simple')", "ALTER TABLE notes RENAME TO other",
    "REINDEX", "ANALYZE", "ATTACH '/tmp/laptimer-sandbox-escape.db' AS other",
    "ATTACH ':memory:' AS other", "DETACH main", "VACUUM",
    "VACUUM INTO '/tmp/laptimer-sandbox-escape.db'", "BEGIN", "BEGIN IMMEDIATE", "COMMIT",
    "ROLLBACK", "SAVEPOINT s", "PRAGMA journal_mode = DELETE", "PRAGMA query_only = OFF",
    "PRAGMA writable_schema = ON", "PRAGMA user_version = 99", "PRAGMA wal_checkpoint(TRUNCATE)",
    "PRAGMA hard_heap_limit = 0", "PRAGMA temp_store_directory = '/tmp'", "PRAGMA database_list",
    "PRAGMA table_info(notes)", "SELECT * FROM pragma_database_list",
    "SELECT count(*) FROM pragma_table_info('notes')", "SELECT load_extension('libc.so.6')",
    "SELECT fts3_tokenizer('simple')", "SELECT fts3_tokenizer('x', x'4141414141414141')",
    "SELECT writefile('/tmp/x', 'x')", "SELECT readfile('/etc/passwd')", "SELECT edit('x')",
    "SELECT sqlite_compileoption_get(1)", "SELECT rtreecheck('main', 'notes')",
    "SELECT * FROM marks", "SELECT count(at) FROM marks", "SELECT * FROM sqlite_master",
    "SELECT sql FROM sqlite_schema", "SELECT * FROM sqlite_stmt", "SELECT * FROM dbstat",
    "SELECT * FROM sqlite_dbpage", "SELECT * FROM sqlite_temp_master", "EXPLAIN DELETE FROM notes",
  ]

  static let endlessQueries = [
    endlessRows + " SELECT count(*) FROM n", endlessRows + " SELECT i FROM n WHERE i < 0",
    "SELECT count(*) FROM big a, big b, big c, big d",
    "SELECT a.i FROM big a, big b, big c ORDER BY a.i * b.i % 7 LIMIT 1",
    endlessRows + " SELECT sum(length(randomblob(100000))) FROM n",
    endlessRows + " SELECT count(*) FROM n WHERE i || 'aaaaaaaaaaaaaaaaaaaaaaa' LIKE '%a%a%a%a%b'",
    endlessRows + " SELECT group_concat(hex(randomblob(1000))) FROM n",
    endlessRows + " SELECT json_group_array(hex(randomblob(1000))) FROM n",
  ]

  let folder: ScratchFolder
  let log: LogFile
  let sandbox: QuerySandbox

  init() throws {
    folder = try ScratchFolder()
    log = LogFile(folder("log.db"))
    try #require(try log.open(for: .appending(longLived: true), notes, creating: true)).execute(
      """
      INSERT INTO notes VALUES (1, 'one');
      CREATE TABLE big(i); CREATE INDEX big_i ON big(i + 1);
      INSERT INTO big WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        SELECT i FROM n;
      """)
    sandbox = try QuerySandbox(
      try #require(try log.open(for: .reading, notes)), tables: ["notes", "big"],
      limits: QueryLimits(time: .milliseconds(30)))
  }

  func attempt(_ sql: String) -> QueryError? {
    let before = snapshot(folder)
    defer { #expect(snapshot(folder) == before, "\(sql.prefix(80))") }
    return #expect(throws: QueryError.self, "\(sql.prefix(80))") {
      try sandbox.run(sql, columns: { _ in }, row: { _ in })
    }
  }

  @Test(arguments: denied)
  func `writing, attaching, loading, settings and internals are denied`(sql: String) {
    switch attempt(sql) {
    case .denied, .none: break
    case .wrong(let reason):
      // This build of SQLite may lack the function or table.
      #expect(reason.message.hasPrefix("no such "), "\(sql): \(reason)")
    case .some(let error): Issue.record("\(sql): \(error)")
    }
    #expect(contents(of: "/tmp/laptimer-sandbox-escape.db") == [])
  }

  @Test(arguments: endlessQueries) func `an endless query is stopped`(sql: String) {
    #expect(attempt(sql) == .timedOut(.milliseconds(30)))
  }

  @Test(arguments: ["%*c", "%.*c"])
  func `a text of a chosen size is limited`(format: String) throws {
    let patient = try QuerySandbox(
      try #require(try log.open(for: .reading, notes)), tables: ["notes"])
    try patient.run("SELECT printf('\(format)', 20000000, 'x')", columns: { _ in }) {
      #expect($0.utf8(0).count <= 1 << 20)
    }
  }

  @Test(arguments: [EventLog.Access.reading, .appending])
  func `a sandbox makes any connection read-only, for C too`(access: EventLog.Access) throws {
    let connection = try #require(try log.open(for: access, notes))
    try withExtendedLifetime(QuerySandbox(connection, tables: ["notes"])) {
      sqlite3_set_authorizer(connection.handle.pointer, nil, nil)
      let error = #expect(throws: DatabaseError.self) {
        try connection.execute("INSERT INTO notes VALUES (9, 'x')")
      }
      #expect(error?.code.primary == .readOnly)
      guard access == .reading else { return }
      #expect(throws: DatabaseError.self) {
        try connection.execute("PRAGMA query_only = OFF; DELETE FROM notes")
      }
    }
  }

  @Test func `a denial names the denied action`() {
    #expect(attempt("DELETE FROM notes") == .denied("to write to notes"))
    #expect(attempt("PRAGMA journal_mode = OFF") == .denied("PRAGMA journal_mode"))
    #expect(attempt("SELECT load_extension('x')") == .denied("the function load_extension"))
    #expect(attempt("SELECT at FROM marks") == .denied("to read marks"))
    #expect(attempt("VACUUM INTO '/tmp/laptimer-sandbox-escape.db'") == .denied("to write"))
  }
}

/// The memory limit of a query.
///
/// SQLite's limit is global to the process. Each test has its own process, so that other tests
/// are not limited.
@Suite struct GrowthTests {
  static let endlessRows = SandboxTests.endlessRows

  static let endlessGrowth = [
    endlessRows + " SELECT hex(randomblob(5000)) AS h FROM n ORDER BY h",
    endlessRows + " SELECT DISTINCT hex(randomblob(5000)) FROM n WHERE i < 0 OR i > 0 GROUP BY 1",
    endlessRows + " SELECT count(DISTINCT hex(randomblob(5000))) FROM n",
  ]

  /// Queries beyond the limits of a text, a row or a statement.
  static let tooLarge = [
    "SELECT randomblob(2000000000)", "SELECT zeroblob(2000000)", "SELECT hex(zeroblob(900000))",
    "SELECT length(replace(hex(zeroblob(400000)), '0', '0123456789'))",
    "SELECT 1" + String(repeating: " + 1", count: 400_000),
    "SELECT " + String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000),
    "SELECT 1" + String(repeating: " UNION ALL SELECT 1", count: 5000),
    "SELECT 1" + String(repeating: ", 1", count: 5000),
    "SELECT " + String(repeating: " ", count: 2_000_000) + "1",
  ]

  static func sandbox(of log: LogFile) throws -> QuerySandbox {
    try QuerySandbox(
      try #require(try log.open(for: .reading, notes)), tables: ["notes"],
      limits: QueryLimits(time: .seconds(60), memory: 64 << 20))
  }

  static func error(of sql: String, in sandbox: QuerySandbox) throws -> QueryError? {
    do {
      try sandbox.run(sql, columns: { _ in }, row: { _ in })
      return nil
    } catch let error as QueryError { return error }
  }

  static func log(in folder: ScratchFolder, notes count: Int) throws -> LogFile {
    let log = LogFile(folder("log.db"))
    try #require(try log.open(for: .appending, notes, creating: true)).execute(
      """
      INSERT INTO notes WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        SELECT i, hex(zeroblob(2500)) FROM n
      """)
    return log
  }

  @Test func `endless growth is stopped, and a value that is too large is an error`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let log = try Self.log(in: folder, notes: 1)
      let before = snapshot(folder)
      for sql in Self.endlessGrowth {
        let error = try Self.error(of: sql, in: Self.sandbox(of: log))
        #expect(error == .tooMuchMemory(limit: 64 << 20), "\(sql)")
      }
      for sql in Self.tooLarge {
        let error = try Self.error(of: sql, in: Self.sandbox(of: log))
        #expect(error?.message != nil, "\(sql.prefix(80))")
      }
      #expect(snapshot(folder) == before)
    }
  }

  /// The error is the same wherever the memory ends: in a sorter, the page cache or the VFS.
  @Test func `running out of memory is not reported as a failed disk`() async {
    await #expect(processExitsWith: .success) {
      let folder = try ScratchFolder()
      let log = try Self.log(in: folder, notes: 40)
      var errors: [QueryError?: Int] = [:]
      for memory in stride(from: 0, to: 3_000_000, by: 2_003) {
        let sandbox = try Self.sandbox(of: log)
        sqlite3_hard_heap_limit64(sqlite3_memory_used() + Int64(memory))
        let error = try Self.error(
          of: "SELECT text FROM notes ORDER BY text || position", in: sandbox)
        sqlite3_hard_heap_limit64(0)
        errors[error, default: 0] += 1
      }
      #expect(Set(errors.keys) == [nil, .tooMuchMemory(limit: 64 << 20)], "\(errors)")
    }
  }
}
