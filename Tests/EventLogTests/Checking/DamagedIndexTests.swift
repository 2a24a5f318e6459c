import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text
import SQLite

/// Damaged indexes of the log's own tables, whose rows are intact.
struct DamagedIndexTests {
  private var fixture: LogFixture
  private let id = EventID(high: 0x7777_7777_7777_7777, low: 0x7777_7777_7777_7777)
  private static let ids = "sqlite_autoindex_events_1"

  init() throws {
    fixture = try .ofTwoSessions()
    try lap()
    try LogFile(fixture.path).open(for: .writing, .laptimer)?
      .execute("PRAGMA wal_checkpoint(TRUNCATE)")
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
    try fixture.open(.rebuilding).rebuild()
    #expect(try fixture.open(.reading).check().isSound)
    try lap()
    #expect(try Dump(fixture.path) == before)
  }

  @Test func `the log is neither copied over a good backup nor restored`() throws {
    let (copy, path) = (fixture.folder("copy.db"), fixture.path)
    try fixture.open(.reading).backUp(to: copy)
    let good = contents(copy)
    try damageIDs()
    for isRestore in [false, true] {
      let error = #expect(throws: BackupError.self) {
        let log = try fixture.open(.reading)
        _ =
          isRestore
          ? try log.restore(to: LogFile(copy), keepingAs: "then").events
          : try log.backUp(to: copy, replacing: true).events
      }
      guard case .damaged(path, let finding) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(finding.contains(Self.ids))
      #expect(contents(copy) == good)
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
      try fixture.open(.rebuilding).rebuild()
    }
    var bytes: [UInt8] = []
    let report = try fixture.open(.salvaging).export(salvaging: true) { bytes += $0 }
    #expect(report.leftOut.map(\.position) == [7])
    let copy = try LogFixture()
    #expect(try copy.open().importing(bytes, marking: fixture.salvageMark).newEvents == 6)
  }
}
