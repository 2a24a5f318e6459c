import CSQLite
import Glibc
import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// SQLite would roll back the journal of another database into the log.
struct ForeignJournalTests {
  var fixture: LogFixture

  init() throws {
    fixture = try LogFixture()
    try fixture.start("mine")
    for _ in 0..<3 { try fixture.perform(.lap(label: nil)) }
  }

  /// The contents of a database during a transaction, and of its hot journal.
  func interrupt(_ path: String, _ sql: String) throws -> (database: [UInt8], journal: [UInt8]) {
    let connection = try Connection(
      path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try connection.execute("PRAGMA cache_size = 5; PRAGMA cache_spill = 1; BEGIN; \(sql)")
    defer { connection.rollBack() }
    let journal = contents(path + "-journal")
    try #require(!journal.isEmpty)
    return (contents(path), journal)
  }

  /// The hot journal of a database of another program.
  func foreignJournal() throws -> [UInt8] {
    let path = fixture.folder("other.db")
    let connection = try Connection(
      path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try connection.execute(
      """
      CREATE TABLE t (x);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
      INSERT INTO t SELECT hex(randomblob(200)) FROM n
      """)
    return try interrupt(path, "UPDATE t SET x = x || 'y'").journal
  }

  /// Expects that every access is refused and changes nothing.
  func expectRefusal(_ path: String, location: SourceLocation = #_sourceLocation) throws {
    let file = try #require(realPath(path)) + "-journal"
    let before = snapshot(fixture.folder)
    for access in [Logbook.Access.reading, .appending, .appending(longLived: true), .rebuilding] {
      #expect(
        throws: OpeningError.foreignJournal(path: path, file: file), "\(access)",
        sourceLocation: location
      ) {
        try Logbook(LogFile(path), for: access)
      }
    }
    #expect(snapshot(fixture.folder) == before, sourceLocation: location)
  }

  @Test func `a log beside the journal of another database is not changed`() throws {
    try write(foreignJournal(), to: fixture.path + "-journal")
    try expectRefusal(fixture.path)
    unlink(fixture.path + "-journal")
    #expect(try Logbook(path: fixture.path).check().events == 4)
  }

  @Test func `a restored log beside the journal of another database is not changed`() throws {
    let copy = fixture.folder("copy.db")
    try Logbook(path: fixture.path).backUp(to: copy)
    try write(foreignJournal(), to: copy + "-journal")
    try expectRefusal(copy)
  }

  @Test func `a log is salvaged and replaced without the journal of another database`() throws {
    try write(foreignJournal(), to: fixture.path + "-journal")
    let copy = fixture.folder("copy.db")
    unlink(copy)
    var exported: [UInt8] = []
    let report = try Logbook(LogFile(fixture.path), for: .salvaging).export(salvaging: true) {
      exported += $0
    }
    #expect(report.leftOut.isEmpty && exported.count { $0 == UInt8(ascii: "\n") } == 5)
    let target = try Logbook(LogFile(copy), for: .appending)
    var pieces = [exported]
    try target.importEvents { pieces.popLast() }
    let before = contents(fixture.path)
    let kept = try Logbook(path: copy).restore(
      to: LogFile(fixture.path), keepingAs: "20261121T100000Z"
    ).kept
    #expect(try contents(#require(kept.first)) == before)
    #expect(try Logbook(path: fixture.path).check().isSound)
  }

  @Test func `the journal of an interrupted change is rolled back`() throws {
    let copy = fixture.folder("copy.db")
    try Logbook(path: fixture.path).backUp(to: copy)
    let before = contents(copy)
    let changes = [
      "CREATE INDEX mine ON events(recorded_at)",
      "CREATE TABLE many (x); INSERT INTO many SELECT hex(zeroblob(2000)) FROM events, events",
      "PRAGMA user_version = 1",
    ]
    for sql in changes {
      try write(before, to: copy)
      let (database, journal) = try interrupt(copy, sql)
      try write(database, to: copy)
      try write(journal, to: copy + "-journal")
      #expect(try Logbook(path: copy).check().events == 4, "\(sql)")
      unlink(copy + "-journal")
      unlink(copy + "-wal")
      unlink(copy + "-shm")
    }
  }
}
