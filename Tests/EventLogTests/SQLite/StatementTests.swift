import CSQLite
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

@Suite struct StatementTests {
  let connection: Connection

  init() throws {
    connection = try Connection(
      path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
  }

  @Test func `values come back as they were bound`() throws {
    let echo = try connection.prepare("SELECT ?1, ?2, ?3, ?4, ?5, ?6")
    try echo.bind(Int64.min, Int64.max, "Läufe\u{0}🏁", [0, 255, 7] as [UInt8], nil as String?, 0.5)
    #expect(try echo.step())
    #expect(echo.int(0) == .min)
    #expect(echo.int(1) == .max)
    #expect(echo.text(2) == "Läufe\u{0}🏁")
    #expect(echo.bytes(3) == [0, 255, 7])
    #expect(echo.isNull(4))
    #expect(echo.real(5) == 0.5)
    #expect((0..<6).map(echo.kind) == [.integer, .integer, .text, .blob, .null, .real])
    #expect(try echo.step() == false)
  }

  @Test func `an empty text and an empty blob are not NULL`() throws {
    let echo = try connection.prepare("SELECT ?1, ?2, ?3")
    try echo.bind("", [UInt8](), UnsafeRawBufferPointer(start: nil, count: 0))
    #expect(try echo.step())
    #expect((0..<3).map(echo.kind) == [.text, .blob, .blob])
    #expect(echo.text(0) == "")
    #expect(echo.bytes(1) == [])
  }

  @Test func `NULL is read as nil`() throws {
    let row = try connection.prepare("SELECT NULL, NULL, NULL, 1, 'a', x'00'")
    #expect(try row.step())
    #expect(row.optionalInt(0) == nil)
    #expect(row.optionalText(1) == nil)
    #expect(row.optionalInt(3) == 1)
    #expect(row.optionalText(4) == "a")
    #expect(row.bytes(5) == [0])
  }

  @Test func `invalid UTF-8 is repaired in a String and unchanged in the buffer`() throws {
    let row = try connection.prepare("SELECT CAST(x'61ff62' AS TEXT)")
    #expect(try row.step())
    #expect(row.text(0) == "a\u{fffd}b")
    #expect(Array(row.utf8(0)) == [0x61, 0xff, 0x62])
  }

  @Test func `a statement is reused, and one that stopped early holds no lock`() throws {
    try connection.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)")
    let select = try connection.cached("SELECT a FROM t WHERE a >= ?1 ORDER BY a")
    #expect(try select.bind(1).first { $0.int(0) } == 1)
    #expect(try select.bind(2).first { $0.int(0) } == 2)
    #expect(try select.bind(3).first { $0.int(0) } == nil)
    try connection.execute("DROP TABLE t")
    #expect(try connection.cached(select.sql) === select)
  }

  @Test func `run drops rows, and the changes are counted`() throws {
    try connection.execute("CREATE TABLE t(a)")
    try connection.prepare("INSERT INTO t VALUES (1), (2), (3) RETURNING a").run()
    #expect(connection.changes == 3)
  }

  @Test func `columns have names`() throws {
    let row = try connection.prepare("SELECT 1 AS lap, 2 AS lap")
    #expect((0..<row.columnCount).map(row.name) == ["lap", "lap"])
  }

  @Test func `an empty statement is an error`() {
    #expect(throws: DatabaseError(code: .misuse, message: "no statement", sql: "-- nothing")) {
      try connection.prepare("-- nothing")
    }
  }

  @Test func `a statement outlives its connection`() throws {
    var other: Connection? = try Connection(path: ":memory:", flags: SQLITE_OPEN_READWRITE)
    let one = try other?.prepare("SELECT 1")
    other = nil
    #expect(try one?.first { $0.int(0) } == 1)
  }
}
