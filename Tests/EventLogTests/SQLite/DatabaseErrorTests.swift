import CSQLite
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

@Suite struct DatabaseErrorTests {
  @Test func `an error carries the extended code and the SQL, and no value`() throws {
    let connection = try Connection(path: ":memory:", flags: SQLITE_OPEN_READWRITE)
    try connection.execute("CREATE TABLE t(a TEXT PRIMARY KEY) STRICT")
    let insert = try connection.prepare("INSERT INTO t VALUES (?1)")
    try insert.bind("secret").run()
    let error = #expect(throws: DatabaseError.self) { try insert.bind("secret").run() }
    #expect(error?.code.rawValue == SQLITE_CONSTRAINT | (6 << 8))
    #expect(error?.code.primary == .constraint)
    #expect(error?.sql == "INSERT INTO t VALUES (?1)")
    #expect(error?.description.contains("secret") == false)
    #expect(
      error?.description
        == "UNIQUE constraint failed: t.a [SQLITE_CONSTRAINT (1555)] in: INSERT INTO t VALUES (?1)")
  }

  @Test func `the error of a wrong statement contains its SQL`() throws {
    let connection = try Connection(path: ":memory:", flags: SQLITE_OPEN_READWRITE)
    let error = #expect(throws: DatabaseError.self) { try connection.prepare("SELEC 1") }
    #expect(
      error == DatabaseError(code: .error, message: "near \"SELEC\": syntax error", sql: "SELEC 1"))
  }

  @Test func `an unknown result code is kept`() {
    let code = ResultCode(rawValue: 0x7f_0063)
    #expect(code.rawValue == 0x7f_0063)
    #expect(code.primary.rawValue == 0x63)
    #expect(code.description == "SQLite 8323171")
    #expect(ResultCode(rawValue: SQLITE_BUSY | (1 << 8)).description == "SQLITE_BUSY (261)")
  }

  @Test func `a file that cannot be opened leaves nothing open and reports why`() {
    let error = #expect(throws: DatabaseError.self) {
      try Connection(path: "/no such folder/a.db", flags: SQLITE_OPEN_READWRITE)
    }
    #expect(error?.code.primary == .cannotOpen)
  }
}
