import ProcessTestSupport
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

struct LogCheckTests {
  @Test(arguments: [
    "at = at + 1", "recorded_at = recorded_at + 1", "ticks_ns = ticks_ns - 1",
    "kind = 'resumed'", "kind_version = 2", "basis = 'ago'", "clock = 2", "source = 'me'",
    "data = '{\"label\":\"two\"}'", "digest = zeroblob(32)",
    "digest = substr(digest, 1, 31)", "id = randomblob(16)",
  ])
  func `the digest reveals a changed event`(_ change: String) throws {
    let fixture = try LogFixture.tampered(
      "PRAGMA ignore_check_constraints = ON; UPDATE events SET \(change) WHERE position = 2")
    let report = try fixture.open(.reading).check()
    let bad = report.findings.compactMap { if case .event(let event) = $0 { event } else { nil } }
    try #require(bad.count == 1)
    let event = bad[0]
    #expect(event.position == 2 && event.session == 1 && event.version == 2)
    #expect(event.flaw == .digest)
    if !change.hasPrefix("digest") {
      let sound = try LogFixture.ofTwoSessions().open(.reading).events(after: 1, limit: 1)
      #expect(event.digest == sound.first?.digest)
    }
    #expect(!report.isMendedByRebuilding)
    // No reader returns a bad event.
    #expect(throws: LogError.self) { try fixture.open(.reading).session(1) }
    #expect(throws: LogError.self) { try fixture.open(.reading).exported() }
    #expect(throws: LogError.self) { try fixture.open().rebuild() }
    #expect(try fixture.open(.reading).session(2) != nil)
  }

  @Test(arguments: [
    ("DELETE FROM events WHERE position = 2", [2...2], "3: it comes after event 1 of its session"),
    ("DELETE FROM events WHERE session = 1", [1...3], "4: it begins session 2 out of turn"),
    ("UPDATE events SET clock = 9 WHERE position = 4", [], "4: its clock is not in the log"),
  ])
  func `check finds missing triggers and events, and goes on to the next ones`(
    sql: String, missing: [ClosedRange<Int>], flaw: String
  ) throws {
    let findings = try LogFixture.tampered(sql).open(.reading).check().findings
    #expect(
      findings.prefix(3) == [
        .schema(name: "events_are_appended", table: "events"),
        .schema(name: "events_are_not_changed", table: "events"),
        .schema(name: "events_are_not_deleted", table: "events"),
      ])
    #expect(missing.allSatisfy { findings.contains(.missing(positions: $0)) })
    let bad = findings.compactMap { if case .event(let event) = $0 { event } else { nil } }
    #expect(bad.map { "\($0.position): \($0.flaw)" } == [flaw])
  }

  @Test func `check finds a payload with a line break, though the digest fits`() throws {
    let fixture = try LogFixture.tampered(
      "UPDATE events SET data = data || char(10) WHERE position = 2")
    try fixture.renewDigest(ofEventAt: 2)
    let findings = try fixture.open(.reading).check().findings
    let bad = findings.compactMap { if case .event(let event) = $0 { event } else { nil } }
    #expect(bad.map(\.flaw) == [.payloadIsNoObject])
  }

  @Test func `check finds a gap in the numbers of clocks`() throws {
    let fixture = try LogFixture.tampered(
      "DROP TRIGGER clocks_are_appended; INSERT INTO clocks VALUES (9, 'boot', 'pad', 0)")
    #expect(try fixture.open(.reading).check().findings.contains(.clocks))
  }

  @Test func `an export without the newest event is refused`() throws {
    let log = try LogFixture.ofTwoSessions().open(.reading)
    #expect(throws: LogError.damaged(position: 6, Export.missing)) {
      var export = Export(log, through: 6, salvaging: false)
      try export.add(nil) { _ in }
    }
  }

  @Test(.timeLimit(.minutes(15))) func `rows out of order do not cause an endless search`() throws {
    let fixture = try LogFixture.tampered("PRAGMA wal_checkpoint(TRUNCATE)")
    let id = try #require(try fixture.open(.reading).events(after: 4, limit: 1).first).event.id
    var bytes = contents(of: fixture.path)
    let text = Array(id.description.utf8.filter { $0 != UInt8(ascii: "-") })
    let wanted = stride(from: 0, to: 32, by: 2).map { index in
      UInt8(String(decoding: text[index..<index + 2], as: UTF8.self), radix: 16) ?? 0
    }
    // A row is its number, then a header that begins with its own length, then the id.
    var numbers: [Int] = []
    for start in 40..<bytes.count - 16 where bytes[start..<start + 16].elementsEqual(wanted) {
      for length in 8..<40 {
        let header = start - length
        if Int(bytes[header]) == length, bytes[header - 1] == 5 { numbers.append(header - 1) }
      }
    }
    try #require(numbers.count == 1)
    bytes[numbers[0]] = 2
    try writeFile(bytes, to: fixture.path)
    #expect(try !fixture.open(.reading).check().isSound)
    #expect(throws: LogError.self) { try fixture.open(.reading).events(after: 0, limit: 9) }
  }

  @Test(arguments: ["clocks", "sqlite_autoindex_clocks_1"])
  func `a damaged clock row or index hides no event`(_ tree: String) throws {
    var fixture = try LogFixture.tampered("PRAGMA wal_checkpoint(TRUNCATE)")
    let whole = try fixture.open(.reading).exported()
    try fixture.damage(fixture.machine.instant.clock.device.utf8, in: tree)
    #expect(try fixture.open(.salvaging).exported(salvaging: true) == whole)
    // The append fails if the row of the clock is unreadable.
    let isAppended: Bool
    do {
      try fixture.perform(.mark(label: "late"))
      isAppended = true
    } catch is LogError { isAppended = false }
    #expect(isAppended == (tree != "clocks"))
    let lines = try fixture.open(.salvaging).exported(salvaging: true)
      .count { $0 == UInt8(ascii: "\n") }
    #expect(lines == (isAppended ? 7 : 6))
  }

  @Test func `events are read if the rows of sessions are unreadable`() throws {
    let fixture = try LogFixture.tampered("PRAGMA wal_checkpoint(TRUNCATE)")
    let whole = try fixture.open(.reading).exported()
    try fixture.overwrite("sessions")
    let log = try fixture.open(.reading)
    #expect(try log.exported() == whole)
    #expect(try log.session(1)?.laps.count == 1)
    let findings = try log.check().findings.compactMap { finding in
      if case .file(let words) = finding { words } else { nil }
    }
    #expect(!findings.isEmpty)
    #expect(findings.allSatisfy { !$0.contains("\n") && !$0.contains("in database") })
  }

  @Test func `a session far from the others delays no rebuild and no list`() throws {
    var fixture = try LogFixture.tampered(
      "UPDATE events SET session = \(1 << 40) WHERE session = 2; PRAGMA user_version = 15")
    try fixture.perform(.lap(label: nil), of: .number(1))
    let log = try fixture.open(.reading)
    for change in ["", "DELETE FROM sessions"] {
      try fixture.execute(change)
      var numbers: [Int] = []
      try log.forEachSession(at: log.reading(fixture.machine.instant)) { numbers.append($0.number) }
      #expect(numbers == [1 << 40, 1])
    }
  }

  @Test func `a missing log has neither findings nor omissions`() throws {
    let fixture = try LogFixture()
    #expect(try fixture.open(.reading).check().isSound)
    var bytes: [UInt8] = []
    #expect(try fixture.open(.salvaging).export(salvaging: true) { bytes += $0 }.leftOut.isEmpty)
    #expect(try fixture.open().importing(bytes).newEvents == 0)
  }

  @Test(arguments: [
    ("UPDATE sessions SET lap_count = 2 WHERE session = 1", "sessions", 1),
    ("UPDATE sessions SET state = replace(state, ',', ', ') WHERE session = 2", "sessions", 2),
    ("DELETE FROM sessions WHERE session = 2", "sessions", 2),
    ("INSERT INTO laps VALUES (3, 1, 1, 1, 1, 1, '', '[]', 1)", "laps", 3),
    ("INSERT INTO laps VALUES (2, 1, 1, 1, 1, 1, '', '[]', 1)", "laps", 2),
    ("UPDATE laps SET label = NULL", "laps", 1),
    ("UPDATE timestamps SET running_time_ns = 1", "timestamps", 1),
    ("DELETE FROM anchors", "anchors", 1),
    ("UPDATE entries SET team = 'x' WHERE bib = '4'", "entries", 1),
    ("DELETE FROM entries WHERE bib = '4'", "entries", 1),
    ("INSERT INTO chips VALUES (1, 'A', 2, '4', NULL)", "chips", 1),
    ("UPDATE waves SET end_place = 7", "waves", 1),
    ("UPDATE crossings SET bib = '4' WHERE event = 4", "crossings", 1),
    ("DELETE FROM crossings WHERE event = 9", "crossings", 1),
    ("UPDATE competitors SET laps = 4 WHERE bib = '4'", "competitors", 1),
    ("DELETE FROM competitors WHERE bib = '17'", "competitors", 1),
  ])
  func `rebuild repairs tables that differ`(sql: String, table: String, session: Int) throws {
    let isOfRace = ["entries", "chips", "waves", "crossings", "competitors"].contains(table)
    let fixture = try isOfRace ? LogFixture.race() : .ofTwoSessions()
    try fixture.expectSound()
    let before = try Dump(fixture.path)
    try fixture.execute(sql)
    let report = try fixture.open(.reading).check()
    #expect(report.findings == [.table(name: table, session: session)])
    #expect(report.isMendedByRebuilding)
    try fixture.open().rebuild()
    #expect(try fixture.open(.reading).check().isSound)
    #expect(try Dump(fixture.path) == before)
  }
}

/// Numbers that no program writes, in a file changed by hand: found by fuzzing.
struct ImpossibleNumberTests {
  private func tampered(_ sql: String) throws -> LogFixture {
    var fixture = try LogFixture.started("a")
    try fixture.perform(.lap(label: "one"))
    try fixture.perform(.mark(label: "pit"))
    try fixture.execute(
      """
      DROP TRIGGER events_are_appended; DROP TRIGGER events_are_not_changed;
      PRAGMA foreign_keys = OFF; \(sql)
      """)
    return fixture
  }

  @Test(arguments: ["session", "version", "position"], [Int64.max, .min, 0, 1 << 60])
  func `an impossible number is refused by every reader`(column: String, number: Int64) throws {
    var fixture = try tampered("UPDATE events SET \(column) = \(number) WHERE position = 3")
    let report = try fixture.open(.reading).check()
    #expect(
      report.findings.contains {
        switch $0 {
        case .event, .missing: true
        default: false
        }
      })
    if column != "position" || number > .min {
      #expect(throws: LogError.self) { try fixture.open(.reading).export { _ in } }
    }
    var lines = 0
    let salvaged = try fixture.open(.reading).export(salvaging: true) {
      lines += $0.count { $0 == UInt8(ascii: "\n") }
    }
    #expect(salvaged.events == 2)
    // Two events, the omission at the end, and the closing line.
    #expect(lines == 4)
    for version in [Int64.max, 1 << 62, (1 << 62) + 2] where column == "version" {
      let damaged = try tampered("UPDATE events SET version = \(version) WHERE position = 3")
      #expect(throws: LogError.self) { try damaged.open(.reading).session(1) }
      #expect(throws: LogError.self) { try damaged.open(.appending).rebuild() }
    }
    // An append succeeds or fails, depending on the rows that it reads, but never traps.
    for command in [
      Command.lap(label: nil), .undo, .start(.init()), .amend(.number(1), .init(label: .set("x"))),
    ] {
      let target: Request.Target = command == .start(.init()) ? .new(also: true) : .implied
      _ = try? fixture.perform(command, of: target)
    }
  }

  @Test(
    arguments: ["events = NEW", "lap_count = NEW", "state = json_set(state, '$[8]', NEW)"],
    ["9223372036854775807", "-1"])
  func `an impossible count in the tables is refused`(change: String, number: String) throws {
    var fixture = try tampered("UPDATE sessions SET \(change.replacing("NEW", with: number))")
    #expect(throws: LogError.self) { try fixture.perform(.lap(label: nil)) }
    #expect(try !fixture.open(.reading).check().isSound)
  }

  @Test(arguments: [
    "", "[", "[]", "[1", "[1]", "[1,", "[1,]", "[1,x]", "[1,nul", "[1,-", "[1,1.5]", "[1,\"\"]",
    "[1,9223372036854775808]", "[1,-9223372036854775809]", "[99999999999999999999]", "{}",
  ])
  func `a state that is not a list of numbers is refused`(_ state: String) throws {
    var fixture = try tampered("UPDATE sessions SET state = '\(state)'")
    #expect(throws: LogError.self) { try fixture.perform(.lap(label: nil)) }
    #expect(try !fixture.open(.reading).check().isSound)
    try fixture.open(.appending).rebuild()
    try fixture.perform(.lap(label: nil))
  }
}
