import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Tables, indexes and triggers that another program dropped or changed.
struct SchemaTests {
  /// A log whose schema SQL has changed.
  private func fixture(_ sql: String) throws -> LogFixture {
    let fixture = try LogFixture.ofTwoSessions()
    try execute(sql, fixture)
    return fixture
  }

  private func execute(_ sql: String, _ fixture: LogFixture) throws {
    try #require(try LogFile(fixture.path).open(for: .writing, .laptimer)).execute(sql)
  }

  @Test(arguments: [
    ("DROP TABLE laps", ["laps"]),
    ("DROP VIEW fold", ["fold"]),
    ("DROP TABLE sessions; DROP TABLE timestamps", ["sessions", "timestamps"]),
    ("DROP TABLE anchors; DROP INDEX sessions_open", ["sessions_open", "anchors"]),
    ("ALTER TABLE laps DROP COLUMN label", ["laps"]),
    ("DROP TABLE laps; CREATE VIEW laps AS SELECT 1", ["laps"]),
    (
      "DROP INDEX sessions_by_name; CREATE INDEX sessions_by_name ON events (kind)",
      ["sessions_by_name"]
    ),
  ])
  func `changed tables are reported and rebuilt`(
    _ sql: String, _ names: [String]
  ) throws {
    let fixture = try LogFixture.ofTwoSessions()
    let before = try Dump(fixture.path)
    try execute(sql, fixture)
    let report = try fixture.open(.reading).check()
    let found = report.findings.map { if case .schema(let name, _) = $0 { name } else { "\($0)" } }
    #expect(found == names)
    #expect(report.isMendedByRebuilding)
    #expect(report.events == 5)
    try fixture.open(.rebuilding).rebuild()
    #expect(try fixture.open(.reading).check().isSound)
    #expect(try Dump(fixture.path) == before)
  }

  @Test func `objects that a user added stay`() throws {
    let fixture = try fixture("CREATE INDEX mine ON laps (label); DROP TABLE timestamps")
    try fixture.open(.rebuilding).rebuild()
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    let mine = try connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'mine'")
    #expect(try mine.step())
    #expect(try fixture.open(.reading).check().isSound)
  }

  @Test func `a log opened for rebuilding cannot append`() throws {
    var fixture = try fixture("PRAGMA user_version = 15")
    let log = try fixture.open(.rebuilding)
    #expect(throws: DatabaseError.self) { try log.append(fixture.request(.stop)) }
    #expect(throws: DatabaseError.self) { try log.write(ids: []) { _ in } }
    #expect(try fixture.open(.reading).events(after: 0).count == 5)
  }

  @Test func `wrong rows of the other tables are reported too`() throws {
    let report = try fixture("DROP TABLE laps; UPDATE timestamps SET label = 'box'")
      .open(.reading).check()
    #expect(
      report.findings == [
        .schema(name: "laps", table: "laps"), .table(name: "timestamps", session: 1),
      ])
  }

  @Test(arguments: ["DROP TABLE events", "DROP TABLE clocks", "DROP TRIGGER clocks_are_appended"])
  func `a missing part of the log itself is reported, not rebuilt`(_ sql: String) throws {
    let log = try fixture("PRAGMA foreign_keys = OFF; \(sql)").open(.reading)
    let report = try log.check()
    #expect(!report.isSound)
    #expect(!report.isMendedByRebuilding)
    #expect(try log.schemaFlaws().count == 1)
  }
}
