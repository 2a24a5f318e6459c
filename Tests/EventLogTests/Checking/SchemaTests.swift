import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Tables, indexes and triggers that somebody has dropped, or made otherwise.
struct SchemaTests {
  /// The log, at which SQL of somebody's has had its way.
  private func bench(_ sql: String) throws -> Bench {
    let bench = try Bench.ofTwoSessions()
    try execute(sql, bench)
    return bench
  }

  private func execute(_ sql: String, _ bench: Bench) throws {
    try #require(try LogFile(bench.path).open(for: .writing, .laptimer)).execute(sql)
  }

  @Test(arguments: [
    ("DROP TABLE laps", ["laps"]),
    ("DROP TABLE fold", ["fold"]),
    ("DROP TABLE sessions; DROP TABLE timestamps", ["timestamps", "sessions"]),
    ("DROP TABLE anchors; DROP INDEX sessions_open", ["anchors", "sessions_open"]),
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
    let bench = try Bench.ofTwoSessions()
    let before = try Dump(bench.path)
    try execute(sql, bench)
    let report = try bench.open(.reading).check()
    let found = report.findings.map { if case .schema(let name, _) = $0 { name } else { "\($0)" } }
    #expect(found == names)
    #expect(report.isMendedByRebuilding)
    #expect(report.events == 5)
    try bench.open(.rebuilding).rebuild()
    #expect(try bench.open(.reading).check().isSound)
    #expect(try Dump(bench.path) == before)
  }

  @Test func `objects that a user added stay`() throws {
    let bench = try bench("CREATE INDEX mine ON laps (label); DROP TABLE timestamps")
    try bench.open(.rebuilding).rebuild()
    let connection = try #require(try LogFile(bench.path).open(for: .reading, .laptimer))
    let mine = try connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'mine'")
    #expect(try mine.step())
    #expect(try bench.open(.reading).check().isSound)
  }

  @Test func `a log opened for rebuilding cannot append`() throws {
    var bench = try bench("UPDATE fold SET fold_version = 0")
    let log = try bench.open(.rebuilding)
    #expect(throws: DatabaseError.self) { try log.append(bench.request(.stop)) }
    #expect(throws: DatabaseError.self) { try log.write(ids: []) { _ in } }
    #expect(try bench.open(.reading).events(after: 0).count == 5)
  }

  @Test func `wrong rows of the other tables are reported too`() throws {
    let report = try bench("DROP TABLE laps; UPDATE timestamps SET label = 'box'")
      .open(.reading).check()
    #expect(
      report.findings == [
        .schema(name: "laps", table: "laps"), .table(name: "timestamps", session: 1),
      ])
  }

  @Test(arguments: ["DROP TABLE events", "DROP TABLE clocks", "DROP TRIGGER clocks_are_appended"])
  func `a missing part of the log itself is reported, not rebuilt`(_ sql: String) throws {
    let log = try bench("PRAGMA foreign_keys = OFF; \(sql)").open(.reading)
    let report = try log.check()
    #expect(!report.isSound)
    #expect(!report.isMendedByRebuilding)
    #expect(try log.schemaFlaws().count == 1)
  }

  @Test func `a newer fold is refused though one of its tables is missing`() throws {
    let bench = try bench("DROP TABLE laps; UPDATE fold SET fold_version = 99")
    #expect(throws: LogError.newerFold(version: 99, known: Tables.foldVersion)) {
      try bench.open(.rebuilding).rebuild()
    }
  }
}
