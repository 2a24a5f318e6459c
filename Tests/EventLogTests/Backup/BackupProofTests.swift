import Glibc
import ProcessTestSupport
import Testing
import Timing

@testable import EventLog
@testable import Logbook

/// Backups of logs with a bad event that SQLite's own checks accept.
struct BackupProofTests {
  /// The path of an older backup, alone in its folder.
  private func oldBackup(in fixture: LogFixture) throws -> String {
    mkdir(fixture.folder("copies"), 0o755)
    let target = fixture.folder("copies/copy.db")
    try writeFile("precious".utf8, to: target)
    return target
  }

  @Test(arguments: [
    ("UPDATE events SET at = at + 1 WHERE position = 2", "its digest does not match"),
    ("UPDATE events SET data = '{' WHERE position = 4", "its payload cannot be read"),
    ("DELETE FROM events WHERE position = 2", "there are no events at the positions 2…2"),
    ("DELETE FROM events WHERE position = 5", "session 1 had 4 events, but has 3"),
    ("DELETE FROM events WHERE session = 2", "there are no events at the positions 4…4"),
    ("UPDATE events SET clock = 9 WHERE position = 4", "its clock is not in the log"),
    (
      "DROP TRIGGER clocks_are_not_deleted; DELETE FROM clocks WHERE clock = 1",
      "its clock is not in the log"
    ),
  ])
  func `the error names the bad event, and the old copy stays`(sql: String, flaw: String) throws {
    let fixture = try LogFixture.tampered(sql)
    let target = try oldBackup(in: fixture)
    let error = #expect(throws: BackupError.self) {
      try fixture.open(.reading).backUp(to: target, replacing: true)
    }
    #expect(contents(of: target) == Array("precious".utf8))
    #expect(ScratchFolder.names(in: fixture.folder("copies")) == ["copy.db"])
    #expect(error?.damage?.path == fixture.path)
    #expect(error?.damage?.finding.hasSuffix(flaw) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    "", "DELETE FROM laps", "UPDATE sessions SET events = 1", "DROP VIEW fold",
    "DROP TABLE laps", "DROP TABLE sessions", "DROP TABLE sessions; DROP VIEW fold",
    "ALTER TABLE sessions RENAME COLUMN events TO many",
  ])
  func `a log that rebuild can repair is copied`(_ sql: String) throws {
    let fixture = try LogFixture.tampered(sql)
    let target = try oldBackup(in: fixture)
    try fixture.open(.reading).backUp(to: target, replacing: true)
    let copy = try Logbook(LogFile(target), for: .appending)
    try copy.rebuild()
    #expect(try copy.check().findings.allSatisfy { if case .schema = $0 { true } else { false } })
    #expect(try copy.exported() == fixture.open(.reading).exported())
  }

  @Test func `an interrupt at any poll leaves the old copy alone`() throws {
    var fixture = try LogFixture.started("a")
    let log = try fixture.open(.appending(longLived: true))
    _ = try log.append((0..<1200).map { _ in fixture.request(.lap(label: nil)) })
    let target = try oldBackup(in: fixture)
    // The number of polls: while pages are copied, then after each 500 verified events.
    var polls = 0
    try log.backUp(to: target, replacing: true) {
      polls += 1
      // Other processes write meanwhile.
      #expect(throws: Never.self) { try fixture.perform(.lap(label: nil)) }
      return false
    }
    let whole = contents(of: target)
    #expect(polls >= 4)
    for last in 1...polls {
      var count = 0
      #expect(throws: BackupError.interrupted) {
        try log.backUp(to: target, replacing: true) {
          count += 1
          return count == last
        }
      }
      #expect(contents(of: target) == whole)
      #expect(ScratchFolder.names(in: fixture.folder("copies")) == ["copy.db"])
    }
  }
}
