import CSQLite
import Foundation
import Testing
import Text
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Logs written by earlier versions of the program.
struct OlderVersionTests {
  private let fixture: LogFixture

  /// Creates a log of version 2: six sessions of two devices, with laps, corrections, tags, a plan,
  /// a session whose start was undone, and a discarded one.
  init() throws {
    fixture = try LogFixture()
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    try Connection(path: fixture.path, flags: flags).execute(
      String(decoding: Self.fixture("version-2.sql"), as: UTF8.self))
  }

  private static func fixture(_ name: String) throws -> Data {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try Data(contentsOf: tests.appending(components: "Fixtures", name))
  }

  /// The columns of the tables that queries may use.
  private func documented() throws -> [String] {
    let connection = try Connection(path: fixture.path, flags: SQLITE_OPEN_READONLY)
    // Before version 3, the rules were three columns instead of one object.
    let isOlder = try connection.number(ofPragma: "user_version") < 3
    let plan =
      isOlder
      ? "plan_laps, plan_limit_ns, plan_min_lap_ns"
      : "plan ->> 'laps', plan ->> 'limit_ns', plan ->> 'min_lap_ns'"
    let queries = [
      """
      SELECT session, uid, name, phase, started_at, running_since, running_time_ns, limit_at, \
      lap_count, best_ns, tags, people, events, clock, \(plan) \
      FROM sessions ORDER BY session
      """,
      """
      SELECT session, event, number, split_ns, lap_ns, at, label, flags FROM laps ORDER BY 1, 2
      """,
      "SELECT session, event, label, at, running_time_ns FROM timestamps ORDER BY 1, 2",
    ]
    var rows: [String] = []
    for query in queries {
      let statement = try connection.prepare(query)
      while try statement.step() {
        rows.append((0..<statement.columnCount).map { statement.text($0) }.joined(separator: "|"))
      }
    }
    return rows
  }

  @Test(arguments: [false, true])
  func `an older log opens with unchanged tables and exports`(_ isAppending: Bool) throws {
    let before = try documented()
    let log = try fixture.open(isAppending ? .appending : .reading)
    #expect(try log.exported() == [UInt8](Self.fixture("version-2.ndjson")))
    #expect(try documented() == before)
    #expect(try log.check().findings == [])
    for number in 1...6 {
      let entry = try #require(try log.entry(number))
      let session = try #require(try log.session(number))
      #expect(entry.summary == session.summary)
      #expect(try log.lastLap(of: entry) == session.laps.last { $0.event == entry.summary.lastLap })
    }
  }

  @Test func `after appends to an older log, its tables equal a replay`() throws {
    var fixture = fixture
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
    "DELETE FROM fold", "DELETE FROM sessions",
    "ALTER TABLE fold ADD COLUMN oldest_version INTEGER",
    "ALTER TABLE sessions DROP COLUMN has_stated", "CREATE TABLE sessions_2 (a)",
    "DROP TABLE sessions; CREATE VIEW sessions AS SELECT 1",
    "DROP INDEX sessions_open; CREATE INDEX sessions_open ON events (kind)",
  ])
  func `an older log with damaged tables opens, and rebuilding repairs them`(
    _ damage: String
  ) throws {
    try Connection(path: fixture.path, flags: SQLITE_OPEN_READWRITE).execute(damage)
    let log = try fixture.open(.reading)
    #expect(try log.exported() == [UInt8](Self.fixture("version-2.ndjson")))
    for number in 1...6 { #expect(try log.session(number) != nil) }
    try fixture.open(.rebuilding).rebuild()
    let report = try fixture.open(.reading).check()
    #expect(report.findings == [] && report.outdatedSessions == 0)
    var fixture = fixture
    #expect(try fixture.perform(.lap(label: "new"), of: .named("6")).lap?.number == 4)
  }
}
