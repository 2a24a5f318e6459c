import ProcessTestSupport
import Testing
import Text
import Timing

@testable import EventLog
@testable import Logbook
@testable import SQLite

/// Tables, indexes and triggers that another program dropped or changed.
struct SchemaTests {
  @Test(arguments: [
    ("DROP TABLE laps", ["laps"]),
    ("CREATE INDEX mine ON laps (label); DROP TABLE timestamps", ["timestamps"]),
    ("DROP VIEW fold", ["fold"]),
    ("DROP TABLE sessions; DROP TABLE timestamps", ["sessions", "timestamps"]),
    ("DROP TABLE anchors; DROP INDEX sessions_open", ["sessions_open", "anchors"]),
    ("ALTER TABLE laps DROP COLUMN label", ["laps"]),
    ("DROP TABLE laps; CREATE VIEW laps AS SELECT 1", ["laps"]),
    (
      "DROP INDEX sessions_by_name; CREATE INDEX sessions_by_name ON events (kind)",
      ["sessions_by_name"]
    ),
    (
      "DROP TABLE laps; UPDATE timestamps SET label = 'box'",
      ["laps", "the table timestamps does not match the events of session 1"]
    ),
  ])
  func `changed tables are rebuilt, and users' indexes stay`(sql: String, names: [String]) throws {
    let fixture = try LogFixture.ofTwoSessions()
    let before = try Dump(fixture.path)
    try fixture.execute(sql)
    let report = try fixture.open(.reading).check()
    let found = report.findings.map { if case .schema(let name, _) = $0 { name } else { "\($0)" } }
    #expect(found == names)
    #expect(report.isMendedByRebuilding)
    #expect(report.events == 5)
    try fixture.open(.appending).rebuild()
    #expect(try fixture.open(.reading).check().isSound)
    #expect(try Dump(fixture.path) == before)
    let added = try fixture.rows("SELECT name FROM sqlite_schema WHERE name = 'mine'")
    #expect(added == (sql.contains("mine") ? ["mine"] : []))
  }

  @Test(arguments: ["DROP TABLE events", "DROP TABLE clocks", "DROP TRIGGER clocks_are_appended"])
  func `a missing part of the log itself is reported, not rebuilt`(_ sql: String) throws {
    let fixture = try LogFixture.ofTwoSessions()
    try fixture.execute("PRAGMA foreign_keys = OFF; \(sql)")
    let log = try fixture.open(.reading)
    let report = try log.check()
    #expect(!report.isSound)
    #expect(!report.isMendedByRebuilding)
    #expect(try log.schemaFlaws().count == 1)
  }
}

/// Damaged indexes of the log's own tables, whose rows are intact.
struct DamagedIndexTests {
  private var fixture: LogFixture
  private let id = EventID(high: 0x7777_7777_7777_7777, low: 0x7777_7777_7777_7777)
  private static let ids = "sqlite_autoindex_events_1"

  init() throws {
    fixture = try .ofTwoSessions()
    try lap()
    try fixture.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private mutating func lap() throws {
    try fixture.perform(.lap(label: nil), of: .named("2"), id: id)
  }

  private func damageIDs() throws {
    try fixture.damage([UInt8](repeating: 0x77, count: 16), in: Self.ids)
  }

  @Test(arguments: [
    (ids, [UInt8](repeating: 0x77, count: 16)), ("sqlite_autoindex_clocks_1", Array("device".utf8)),
  ])
  mutating func `check finds it, and rebuild repairs it`(index: String, bytes: [UInt8]) throws {
    let before = try Dump(fixture.path)
    try fixture.damage(bytes, in: index)
    let report = try fixture.open(.reading).check()
    #expect(!report.isSound && report.isMendedByRebuilding)
    #expect(report.findings.allSatisfy { "\($0)".contains(index) }, "\(report.findings)")
    try fixture.open(.appending).rebuild()
    #expect(try fixture.open(.reading).check().isSound)
    try lap()
    #expect(try Dump(fixture.path) == before)
  }

  @Test func `the log is neither copied over a good backup nor restored`() throws {
    let (copy, path) = (fixture.folder("copy.db"), fixture.path)
    try fixture.open(.reading).backUp(to: copy)
    let good = contents(of: copy)
    try damageIDs()
    for isRestore in [false, true] {
      let error = #expect(throws: BackupError.self) {
        let log = try fixture.open(.reading)
        _ =
          isRestore
          ? try log.restore(to: LogFile(copy), keepingAs: "then").events
          : try log.backUp(to: copy, replacing: true).events
      }
      #expect(error?.damage?.path == path)
      #expect(error?.damage?.finding.contains(Self.ids) == true)
      #expect(contents(of: copy) == good)
    }
  }

  @Test mutating func `two events with one id are damage, and salvage omits the later one`() throws
  {
    try damageIDs()
    try lap()
    let log = try fixture.open(.reading)
    #expect(try log.newestPosition == 7)
    #expect(try !log.check().isMendedByRebuilding)
    #expect(throws: LogError.inconsistent("UNIQUE constraint failed: events.id")) {
      try fixture.open(.appending).rebuild()
    }
    var bytes: [UInt8] = []
    let report = try fixture.open(.salvaging).export(salvaging: true) { bytes += $0 }
    #expect(report.leftOut.map(\.position) == [7])
    let copy = try LogFixture()
    #expect(try copy.open().importing(bytes, marking: fixture.salvageMark).newEvents == 6)
  }
}
