import CSQLite
import ProcessTestSupport
import Testing

@testable import EventLog
@testable import Logbook
@testable import SQLite

@Suite struct TransactionTests {
  let folder: ScratchFolder
  let connection: Connection

  init() throws {
    folder = try ScratchFolder()
    connection = try Self.open(folder)
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(a)")
  }

  static func open(_ folder: ScratchFolder) throws -> Connection {
    try Connection(
      path: folder("t.db"), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, busyTimeout: .zero)
  }

  func count() throws -> Int64? {
    try connection.prepare("SELECT count(*) FROM t").first { $0.int(0) }
  }

  struct Refusal: Error {}

  @Test func `a transaction commits and returns the value of its body`() throws {
    let answer = try connection.transaction {
      try connection.execute("INSERT INTO t VALUES (1)")
      return 7
    }
    #expect(answer == 7)
    #expect(try count() == 1)
    #expect(!connection.isInTransaction)
  }

  @Test func `an error in the body rolls back and is rethrown`() throws {
    #expect(throws: Refusal.self) {
      try connection.transaction {
        try connection.execute("INSERT INTO t VALUES (1)")
        throw Refusal()
      }
    }
    #expect(try count() == 0)
    #expect(!connection.isInTransaction)
  }

  @Test func `a failed rollback does not hide the first error`() throws {
    #expect(throws: Refusal.self) {
      try connection.transaction {
        try connection.execute("ROLLBACK")
        throw Refusal()
      }
    }
  }

  @Test func `a lock held by another connection is a separate error`() throws {
    let other = try Self.open(folder)
    try other.transaction {
      let error = #expect(throws: DatabaseError.self) {
        try connection.transaction { Issue.record("the body ran without the lock") }
      }
      #expect(error?.isBusy == true)
      #expect(!connection.isInTransaction)
    }
    try connection.transaction {}
  }

  @Test func `a reader does not block a writer`() throws {
    let other = try Self.open(folder)
    try other.transaction(.deferred) {
      let before = try other.prepare("SELECT count(*) FROM t").first { $0.int(0) }
      try connection.transaction { try connection.execute("INSERT INTO t VALUES (1)") }
      let after = try other.prepare("SELECT count(*) FROM t").first { $0.int(0) }
      #expect(before == 0 && after == 0)
    }
  }

  @Test func `a COMMIT that failed before writing is rolled back`() throws {
    try connection.execute(
      """
      PRAGMA foreign_keys = ON;
      CREATE TABLE parent(a PRIMARY KEY);
      CREATE TABLE child(a REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
      """)
    let error = #expect(throws: DatabaseError.self) {
      try connection.transaction { try connection.execute("INSERT INTO child VALUES (1)") }
    }
    #expect(error?.code.primary == .constraint)
    #expect(!connection.isInTransaction)
    try connection.transaction {}
  }

  @Test func `a COMMIT that failed midway is a separate error`() throws {
    // A commit hook that refuses ends the transaction during COMMIT, like a failed sync.
    sqlite3_commit_hook(connection.handle.pointer, { _ in 1 }, nil)
    let error = #expect(throws: CommitOutcomeUnknown.self) {
      try connection.transaction { try connection.execute("INSERT INTO t VALUES (1)") }
    }
    #expect(error?.reason.sql == "COMMIT")
    sqlite3_commit_hook(connection.handle.pointer, nil, nil)
    try connection.transaction {}
  }

  @Test func `a transaction within one is refused by SQLite`() throws {
    try connection.transaction {
      #expect(throws: DatabaseError.self) { try connection.transaction {} }
    }
  }
}
