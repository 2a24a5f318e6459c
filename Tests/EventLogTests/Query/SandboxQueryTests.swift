import Glibc
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import SQLite

@Suite struct SandboxQueryTests {
  let folder: ScratchFolder
  var log: LogFile { LogFile(folder("log.db")) }

  init() throws {
    folder = try ScratchFolder()
    try #require(try log.open(for: .appending, notes, creating: true)).execute(
      """
      INSERT INTO notes VALUES (1, 'one'), (2, '{"a":[1,2,3]}'), (3, CAST(x'61ff' AS TEXT));
      """)
  }

  func sandbox(_ functions: [SQLFunction] = []) throws -> QuerySandbox {
    try QuerySandbox(
      try #require(try log.open(for: .reading, notes)), tables: ["notes", "json_each"],
      functions: functions)
  }

  func rows(_ sql: String, _ functions: [SQLFunction] = []) throws -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    try sandbox(functions).run(sql, columns: { _ in }) { row in
      rows.append((0..<row.columnCount).map { row.value($0) })
    }
    return rows
  }

  @Test func `all types of values are returned unchanged, also infinity`() throws {
    #expect(
      try rows("SELECT 1, -9223372036854775808, 1.5, 9e999, -9e999, NULL, 'a', x'00ff'") == [
        [
          .integer(1), .integer(.min), .real(1.5), .real(.infinity), .real(-.infinity), .null,
          .text("a"), .blob([0, 255]),
        ]
      ])
  }

  @Test func `column names come first, duplicates included`() throws {
    var names: [String] = []
    try sandbox().run("SELECT 1 AS a, 2 AS a, 3", columns: { names = $0 }, row: { _ in })
    #expect(names == ["a", "a", "3"])
    try sandbox().run("SELECT text FROM notes WHERE 0", columns: { names = $0 }, row: { _ in })
    #expect(names == ["text"])
  }

  @Test(arguments: [
    "SELECT count(*) FROM notes", "SELECT count(*) FROM notes;", " ; SELECT 3 -- a comment",
    "/* a */ SELECT 3; ; /* b */ -- c",
    "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT max(i) FROM n",
    "WITH c AS (SELECT * FROM notes) SELECT count(*) FROM c",
    "SELECT max(value) FROM notes, json_each(notes.text, '$.a') WHERE position = 2",
    "SELECT text ->> '$.a[2]' FROM notes WHERE position = 2",
    "SELECT count(*) FROM (SELECT row_number() OVER (ORDER BY text) FROM notes)",
    "SELECT count(*) FROM NOTES WHERE text LIKE '%' || char(111) || '%' OR 1",
    "VALUES (3)", "SELECT position FROM notes ORDER BY length(text), upper(text) LIMIT 1 OFFSET 1",
  ])
  func `all kinds of reading queries work`(sql: String) throws {
    let answer = try rows(sql)
    #expect(answer.count == 1)
    #expect([[.integer(3)], [.integer(1)]].contains(answer.first), "\(answer)")
  }

  @Test func `EXPLAIN QUERY PLAN is allowed`() throws {
    #expect(try rows("EXPLAIN QUERY PLAN SELECT * FROM notes").count == 1)
  }

  @Test func `custom functions get and return values`() throws {
    let echo = SQLFunction("echo", arguments: 1) { $0[0] }
    let fail = SQLFunction("fail", arguments: 0) { _ in throw SQLFunction.Failure("no such lap") }
    #expect(
      try rows("SELECT echo(1), echo(1.5), ECHO('ä'), echo(x''), echo(x'01'), echo(NULL)", [echo])
        == [[.integer(1), .real(1.5), .text("ä"), .blob([]), .blob([1]), .null]])
    let error = #expect(throws: QueryError.self) { try rows("SELECT fail()", [fail]) }
    #expect(error?.message == "no such lap")
    #expect(throws: QueryError.self) { try rows("SELECT echo(1, 2)", [echo]) }
  }

  @Test func `a function is released with its connection`() throws {
    final class Token {}
    weak var token: Token?
    try {
      let kept = Token()
      token = kept
      let holder = SQLFunction("f", arguments: 0) { _ in withExtendedLifetime(kept) { .null } }
      _ = try rows("SELECT f()", [holder])
    }()
    #expect(token == nil)
  }

  @Test(arguments: ["", "  ", ";", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1\u{0}; SELECT 2"])
  func `anything but one statement is refused`(sql: String) {
    #expect(throws: QueryError.notOneStatement) { try rows(sql) }
  }

  @Test func `an error thrown at a row ends the query`() throws {
    struct Full: Error {}
    let sandbox = try sandbox()
    #expect(throws: Full.self) {
      try sandbox.run("SELECT * FROM notes", columns: { _ in }) { _ in throw Full() }
    }
    var count = 0
    try sandbox.run("SELECT * FROM notes", columns: { _ in }) { _ in count += 1 }
    #expect(count == 3)
  }

  @Test func `an interrupt ends the query`() throws {
    #expect(throws: QueryError.interrupted) {
      try sandbox().run(
        "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
        isInterrupted: { true }, columns: { _ in }, row: { _ in })
    }
  }

  @Test func `the watchdog ends the process with a message`() async throws {
    let end = await #expect(processExitsWith: .exitCode(75), observing: [\.standardErrorContent]) {
      // Without the watchdog, this signal ends the process.
      alarm(60)
      withExtendedLifetime(Watchdog(after: .zero, message: Array("too long\n".utf8), status: 75)) {
        while true { pause() }
      }
    }
    let said = try #require(end?.standardErrorContent)
    #expect(String(decoding: said, as: UTF8.self).hasSuffix("too long\n"))
  }

  @Test func `the length of patterns is limited to that of names`() throws {
    func count(_ length: Int) throws -> [[SQLValue]] {
      let pattern = String(repeating: "%a", count: length / 2)
      return try rows("SELECT count(*) FROM notes WHERE text LIKE '\(pattern)'")
    }
    #expect(try count(256) == [[.integer(0)]])
    let error = #expect(throws: QueryError.self) { try count(258) }
    #expect(error?.message == "LIKE or GLOB pattern too complex")
  }
}

extension QueryError {
  var message: String? {
    if case .wrong(let reason) = self { reason.message } else { nil }
  }
}

extension Statement {
  /// Returns a copy of a value, whatever its type.
  fileprivate func value(_ column: Int) -> SQLValue {
    switch kind(column) {
    case .integer: .integer(int(column))
    case .real: .real(real(column))
    case .text: .text(text(column))
    case .blob: .blob(bytes(column))
    case .null: .null
    }
  }
}
