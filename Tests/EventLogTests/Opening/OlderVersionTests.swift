import CSQLite
import ProcessTestSupport
import Testing
import Text
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Logs written by earlier versions of the program: the events of all are the same, and their other
/// tables are rebuilt by the first write.
struct OlderVersionTests {
  /// The versions of the fixtures.
  ///
  /// Version 2 has six sessions of two devices, with laps, corrections, tags, a plan, a session whose
  /// start was undone, and a discarded one. Version 15 has attempts at a course, and a race with
  /// chips, rulings and a session that joined it. Later ones lack one of its tables.
  private static let versions = [2, 15, 16, 17]

  private func fixture(_ version: Int, _ change: String = "") throws -> LogFixture {
    let fixture = try LogFixture()
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let connection = try Connection(path: fixture.path, flags: flags)
    let sql = contents(of: "\(fixtures)/version-\(min(version, 15)).sql")
    try connection.execute(String(decoding: sql, as: UTF8.self))
    if version > 15 {
      try connection.execute(
        """
        DROP TABLE course_histories; PRAGMA user_version = \(version);
        UPDATE fold SET fold_version = \(version), oldest_version = \(version)
        """)
    }
    try connection.execute(change)
    return fixture
  }

  private static func export(_ version: Int) -> [UInt8] {
    contents(of: "\(fixtures)/version-\(min(version, 15)).ndjson")
  }

  /// The columns that queries may use, of the tables that all versions have.
  ///
  /// Versions up to 20 kept `running_since` of a session that its limit finished.
  private static let documented = [
    """
    SELECT session, uid, name, phase, started_at, iif(phase = 'finished', NULL, running_since), \
    running_time_ns, limit_at, lap_count, best_ns, tags, people, events, clock FROM sessions \
    ORDER BY session
    """,
    "SELECT session, event, number, split_ns, lap_ns, at, label, flags FROM laps ORDER BY 1, 2",
    "SELECT session, event, label, at, running_time_ns FROM timestamps ORDER BY 1, 2",
  ]

  @Test(arguments: versions)
  func `a reader folds the events, and the first write rebuilds the tables with their rows`(
    version: Int
  ) throws {
    let fixture = try fixture(version)
    let before = try Self.documented.map(fixture.rows)
    let reader = try fixture.open(.reading)
    #expect(try reader.exported() == Self.export(version))
    let outdated = try reader.check()
    #expect(outdated.findings == [] && outdated.isOutdated)
    for number in 1...6 {
      let entry = try #require(try reader.entry(number))
      let session = try #require(try reader.session(number))
      #expect(entry.summary == session.summary)
      #expect(
        try reader.lastLap(of: entry) == session.laps.last { $0.event == entry.summary.lastLap })
    }
    #expect(try fixture.rows("PRAGMA user_version") == ["\(version)"])
    let log = try fixture.open()
    #expect(!log.hasCurrentTables)
    try log.write(ids: []) { _ in }
    #expect(log.hasCurrentTables)
    #expect(try log.exported() == Self.export(version))
    #expect(try Self.documented.map(fixture.rows) == before)
    #expect(try fixture.rows("PRAGMA user_version") == ["\(Schema.laptimer.version)"])
    let report = try log.check()
    #expect(report.findings == [] && !report.isOutdated)
    let former = "name IN ('course_histories', 'race_decisions')"
    #expect(try fixture.rows("SELECT name FROM sqlite_schema WHERE \(former)") == [])
  }

  @Test(arguments: versions) func `a query sees rebuilt tables, in a copy`(version: Int) throws {
    let fixture = try fixture(version, "UPDATE sessions SET lap_count = 99, name = 'x';")
    let log = try fixture.open(.reading)
    let copy = try log.readingConnection()
    let counts = try copy.prepare("SELECT session, lap_count FROM sessions ORDER BY 1")
    var sessions = 0
    while try counts.step() {
      sessions += 1
      #expect(try log.session(Int(counts.int(0)))?.summary.lapCount == Int(counts.int(1)))
    }
    #expect(sessions >= 6)
    #expect(try fixture.rows("SELECT count(*) FROM sessions WHERE lap_count <> 99") == ["0"])
    #expect(try fixture.rows("PRAGMA user_version") == ["\(version)"])
  }

  @Test func `after appends to an older log, its tables equal a replay`() throws {
    var fixture = try fixture(2)
    #expect(try fixture.perform(.lap(label: "new"), of: .named("6")).lap?.number == 4)
    #expect(try fixture.perform(.undo, of: .named("1")).kind.name == "reverted")
    #expect(try fixture.perform(.name("c"), of: .named("3")).version == 4)
    #expect(try fixture.open(.reading).check().findings == [])
    let copy = try LogFixture()
    try copy.open().importing(fixture.open(.reading).exported())
    #expect(try copy.open(.reading).exported() == fixture.open(.reading).exported())
  }

  @Test(arguments: [
    "DROP INDEX sessions_open", "DROP INDEX sessions_by_name", "DROP TABLE sessions",
    "DROP TABLE laps", "DROP TABLE timestamps", "DROP TABLE anchors", "DROP TABLE fold",
    "DELETE FROM sessions", "CREATE TABLE sessions_2 (a)",
    "DROP TABLE sessions; CREATE VIEW sessions AS SELECT 1",
    "DROP INDEX sessions_open; CREATE INDEX sessions_open ON events (kind)",
  ])
  func `the first write repairs damaged tables of an older log`(_ damage: String) throws {
    var fixture = try fixture(2, damage)
    let log = try fixture.open(.reading)
    #expect(try log.exported() == Self.export(2))
    for number in 1...6 { #expect(try log.session(number) != nil) }
    #expect(try fixture.perform(.lap(label: "new"), of: .named("6")).lap?.number == 4)
    #expect(try fixture.open(.reading).check().findings == [])
  }

  @Test func `a damaged session is left out and does not block others`() throws {
    var fixture = try fixture(
      2,
      """
      PRAGMA ignore_check_constraints = ON; DROP TRIGGER events_are_not_changed;
      UPDATE events SET data = '{' WHERE session = 1 AND version = 2;
      """)
    #expect(try fixture.perform(.lap(label: "new"), of: .named("6")).lap?.number == 4)
    #expect(try fixture.rows("SELECT group_concat(session) FROM sessions") == ["2,3,4,5,6"])
    #expect(throws: (any Error).self) { try fixture.perform(.name("x"), of: .number(1)) }
    #expect(try fixture.perform(.mark(label: "m"), of: .number(6)).version > 0)
  }

  @Test func `several processes can write first at the same time`() async throws {
    let path = try fixture(15).path
    try await concurrently(6) { _ in
      let log = try Logbook(path: path, for: .appending)
      try log.write(ids: []) { _ in }
      #expect(try log.check().findings.count == 0)
    }
  }

  /// A program of version 15 or 16 reads this number before each write.
  @Test(arguments: [15, 16])
  func `a running older program reads a version that it refuses`(version: Int) throws {
    var fixture = try fixture(version)
    let before = try fixture.rows("SELECT fold_version, oldest_version FROM fold")
    #expect(before == ["\(version)|\(version)"])
    try fixture.perform(.name("new"), of: .number(1))
    #expect(try fixture.rows("SELECT fold_version, oldest_version FROM fold") == ["17|17"])
  }
}
