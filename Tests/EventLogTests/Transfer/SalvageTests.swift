import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Exports of damaged logs, and their import into another log.
struct SalvageTests {
  /// The lines of the undamaged log, and the uids of its sessions.
  private let whole: [String]
  private let uids: [EventID]
  private let copy: LogFixture

  init() throws {
    let log = try LogFixture.tampered("").open(.reading)
    whole = exportedLines(in: try log.exported())
    uids = try [1, 2].map { try log.uid(of: $0) }
    copy = try LogFixture()
  }

  private func omission(_ events: Int, of session: Int = 1) -> String {
    #"{"left_out":\#(events),"uid":"\#(uids[session - 1])"}"# + "\n"
  }

  private func salvagedLines(_ fixture: LogFixture) throws -> [String] {
    exportedLines(in: try fixture.open(.salvaging).exported(salvaging: true))
  }

  /// A log without some events: session 1 has the events 1, 2, 3 and 5, session 2 has event 4.
  private func salvage(without positions: [Int]) throws -> (LogFixture, [UInt8]) {
    let gone = positions.map { "\($0)" }.joined(separator: ",")
    let fixture = try LogFixture.tampered("DELETE FROM events WHERE position IN (\(gone))")
    // Only the tables reveal deleted newest events.
    if positions.contains(where: { gone in (gone...5).contains { !positions.contains($0) } }) {
      #expect(throws: LogError.self) { try fixture.open(.reading).exported() }
    }
    return (fixture, try fixture.open(.salvaging).exported(salvaging: true))
  }

  private func backup(events: Int) throws -> LogFixture {
    let copy = try LogFixture()
    try copy.open().importing(closed(whole.prefix(events)))
    return copy
  }

  @Test func `a session without its first event is saved by its uid in the tables`() throws {
    let lines = exportedLines(in: try salvage(without: [1]).1)
    #expect(lines.first == omission(1))
    #expect(lines.dropFirst().dropLast() == whole[1...4])
  }

  @Test(arguments: [
    (
      "DELETE FROM events WHERE position = 1; DELETE FROM sessions WHERE session = 1",
      [1, 2, 3, 5], "the first event of its session is lost, and nothing else tells"
    ),
    (
      """
      DELETE FROM events WHERE position = 1;
      UPDATE sessions SET uid = '01920000-0000-7000-8000-000000000008' WHERE session = 1
      """, [1, 2, 3, 5], "its digest does not match"
    ),
    ("UPDATE events SET data = '{' WHERE position IN (1, 3)", [1, 3], "its "),
  ])
  func `unreadable events, and those of a session without uid, are left out and reported`(
    sql: String, positions: [Int], reason: String
  ) throws {
    let fixture = try LogFixture.tampered(sql)
    let report = try fixture.open(.salvaging).export(salvaging: true) { _ in }
    #expect(report.events == 5 - positions.count)
    #expect(report.leftOut.map(\.position) == positions)
    #expect(report.leftOut.last.map { "\($0.flaw)".hasPrefix(reason) } == true, "\(report.leftOut)")
  }

  @Test(arguments: [[5], [3]])
  func `a salvaged export adds nothing to a session that was written here`(gone: [Int]) throws {
    let (fixture, bytes) = try salvage(without: gone)
    let copy = try backup(events: 2)
    let before = try copy.open(.reading).exported()
    let error = #expect(throws: ImportError.self) {
      try copy.open().importing(bytes, marking: fixture.salvageMark, foreign: { _ in false })
    }
    #expect(error?.fault == .writtenHere(session: 1))
    #expect(try copy.open(.reading).exported() == before)
  }

  @Test func `a gap is reported before the next event of its session`() throws {
    let lines = exportedLines(in: try salvage(without: [2, 3]).1)
    #expect(lines.count == 5)
    #expect(lines[2] == omission(2))
    // A session without any event leaves no gap.
    #expect(try copy.open().importing(salvage(without: [4]).1).newEvents == 4)
    // A damaged version cannot imply more missing events than there are missing positions.
    let fixture = try LogFixture.tampered("UPDATE events SET version = 1000 WHERE position = 3")
    let other = try salvagedLines(fixture)
    #expect(!other.contains { $0.hasPrefix(#"{"left"#) }, "\(other)")
  }

  @Test func `an event that a damaged index has let in twice is saved once`() throws {
    let fixture = try LogFixture.tampered("PRAGMA wal_checkpoint(TRUNCATE)")
    let id = try #require(try fixture.open(.reading).events(after: 1, limit: 1).first).event.id
    let bytes = withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { Array($0) }
    try fixture.damage(bytes, in: "sqlite_autoindex_events_1")
    let rest = "kind, kind_version, at, basis, recorded_at, ticks_ns, clock, source, data, digest"
    try fixture.execute(
      "INSERT INTO events SELECT 6, id, session, 5, \(rest) FROM events WHERE position = 2")
    #expect(try salvagedLines(fixture).prefix(5) == whole.prefix(5))
    let report = try fixture.open(.salvaging).export(salvaging: true) { _ in }
    #expect(report.leftOut.map(\.position) == [6])
  }

  @Test func `an unreadable event implies no gap before it`() throws {
    let fixture = try LogFixture.tampered(
      """
      DELETE FROM events WHERE position = 2;
      UPDATE events SET data = data || char(10) WHERE position = 3
      """)
    // The new digest covers the line break, which makes the event valid but unreadable.
    try fixture.renewDigest(ofEventAt: 3)
    #expect(try salvagedLines(fixture).dropLast() == [whole[0], whole[3], omission(2), whole[4]])
  }

  @Test(arguments: [([2], 3, 1), ([3], 5, 1), ([2, 3], 4, 2), ([1], 2, 1), ([1, 2, 3], 3, 3)])
  func `a session with gaps is refused with its line`(gone: [Int], line: Int, events: Int) throws {
    let (fixture, bytes) = try salvage(without: gone)
    #expect(throws: LogError.self) { try fixture.open(.reading).exported(sessions: [1]) }
    let error = #expect(throws: ImportError.self) { try copy.open().importing(bytes) }
    #expect(error?.fault == .missing(events: events, session: uids[0]))
    #expect(error?.kind == "incomplete")
    #expect(try copy.open(.reading).newestPosition == 0)
    #expect(error?.line == line)
  }

  @Test(
    arguments: [[2], [3], [2, 3], [1], [1, 2, 3], [1, 4], [5], [2, 5], [3, 5], [4, 5]], 1...5)
  func `a log with the missing events imports the rest`(_ gone: [Int], _ known: Int) throws {
    guard gone.allSatisfy({ $0 <= known }) else { return }
    let (_, bytes) = try salvage(without: gone)
    let copy = try backup(events: known)
    try copy.open().importing(bytes)
    #expect(try exportedLines(in: copy.open(.reading).exported()) == whole)
    #expect(try copy.open(.reading).check().isSound)
  }

  @Test(arguments: [([2], 1), ([2, 3], 1), ([3], 2)])
  func `later events do not fill a gap`(_ gone: [Int], _ known: Int) throws {
    let (damaged, bytes) = try salvage(without: gone)
    for isRebooted in [false, true] {
      var copy = try backup(events: known)
      // The backup continues on its own after all lost events, by the same or another clock.
      copy.machine = damaged.machine
      copy.machine.pass(.seconds(1))
      if isRebooted { copy.machine.reboot(lasting: .seconds(1)) }
      for count in gone {
        try copy.perform(.mark(label: "own"), id: EventID(high: 9, low: UInt64(count)))
      }
      let before = try copy.open(.reading).exported()
      for mark in [nil, damaged.salvageMark] {
        let error = #expect(throws: ImportError.self) {
          try copy.open().importing(bytes, marking: mark)
        }
        #expect(error?.kind == "diverged")
      }
      #expect(try copy.open(.reading).exported() == before)
    }
  }

  @Test(arguments: [[2], [5], [3, 5]])
  func `import --salvage imports a session with gaps and tags it once`(_ gone: [Int]) throws {
    let (fixture, bytes) = try salvage(without: gone)
    let first = try copy.open().importing(bytes, marking: fixture.salvageMark)
    #expect(first.incomplete == [.init(session: uids[0], events: gone.count)])
    #expect(first.newEvents == 5 - gone.count && first.headless == [])
    #expect(try copy.open(.reading).newestPosition == 6 - gone.count)
    let findings = try fixture.open(.reading).check().findings
    #expect(gone != [5] || findings.contains(.table(name: "sessions", session: 1)))
    let exported = try copy.open(.reading).exported()
    for mark in [fixture.salvageMark, nil] {
      let session = try #require(try copy.open(.reading).session(1))
      #expect(session.summary.profile.tags == ["salvaged"])
      #expect(session.laps.count == (gone.contains(2) ? 0 : 1))
      #expect(session.timestamps.count == (gone.contains(3) ? 0 : 1))
      let again = try copy.open().importing(bytes, marking: mark)
      #expect(again.newEvents == 0 && again.knownEvents == 5 - gone.count)
      #expect(again.incomplete == [] && again.headless == [])
    }
    #expect(try copy.open(.reading).exported() == exported)
    #expect(try copy.open(.reading).check().isSound)
    // The tagged session differs from the complete one.
    #expect(throws: ImportError.self) { try copy.open().importing(Array(whole.joined().utf8)) }
  }

  @Test func `import --salvage omits a session without its start and imports the rest`() throws {
    let (fixture, bytes) = try salvage(without: [1])
    let report = try copy.open().importing(bytes, marking: fixture.salvageMark)
    #expect(report.headless == [.init(session: uids[0], events: 3)])
    #expect(report.incomplete == [] && report.newEvents == 1)
    #expect(try copy.open(.reading).session(1)?.summary.profile.name == "b")
    #expect(try copy.open(.reading).check().isSound)
  }

  @Test func `each session with gaps is tagged`() throws {
    let (fixture, bytes) = try salvage(without: [2])
    var lines = exportedLines(in: bytes)
    lines.insert(omission(3, of: 2), at: lines.count - 1)
    let report = try copy.open().importing(closed(lines.dropLast()), marking: fixture.salvageMark)
    #expect(
      report.incomplete == [.init(session: uids[0], events: 1), .init(session: uids[1], events: 3)])
    for session in [1, 2] {
      #expect(try copy.open(.reading).session(session)?.summary.profile.tags == ["salvaged"])
    }
    #expect(try copy.open(.reading).check().isSound)
  }

  @Test func `a line about a gap precedes the next event of its session`() throws {
    let (fixture, bytes) = try salvage(without: [2])
    let lines = exportedLines(in: bytes)
    let (omission, other) = (omission(1), omission(1, of: 2))
    #expect(lines[1] == omission)
    let most = omission.replacing(":1,", with: ":\(1 << 53),")
    for (broken, line) in [
      ([lines[0], omission, omission, lines[2]], 3), ([lines[0], omission, omission], 3),
      ([lines[0], other], 2), ([lines[0], lines[3], omission, other, lines[2]], 5),
      ([lines[0], lines[3], omission, other, omission], 5), ([lines[0], other, lines[2]], 3),
      ([lines[0], omission.replacing(":1,", with: ":0,"), lines[2]], 2),
      ([lines[0], omission.replacing(":1,", with: ":01,"), lines[2]], 2),
      ([lines[0], omission.replacing(":1,", with: ":-1,"), lines[2]], 2),
      ([lines[0], omission.replacing(":1,", with: ":\(Int.max),"), lines[2]], 2),
      ([lines[0], omission.replacing(":1,", with: ":\((1 << 53) + 1),"), lines[2]], 2),
      ([lines[0], most, lines[2], most, lines[4]], 5), ([lines[0], most, lines[2], most], 4),
    ] {
      let copy = try LogFixture()
      let error = #expect(throws: ImportError.self) {
        try copy.open().importing(closed(broken), marking: fixture.salvageMark)
      }
      #expect(error?.line == line, "\(broken)")
    }
    let report = try copy.open().importing(
      closed([lines[0], omission, lines[2]]), marking: fixture.salvageMark)
    #expect(report.newEvents == 2)
  }

  @Test(arguments: [
    ("DELETE FROM events WHERE position = 5", 1),
    ("DELETE FROM events WHERE position IN (3, 5)", 2),
    ("DELETE FROM events WHERE position IN (2, 3, 5)", 3),
    ("UPDATE events SET at = at + 1 WHERE position = 5", 1),
    ("DELETE FROM events WHERE position IN (4, 5)", 1),
  ])
  func `a gap at the end of a session follows all events`(sql: String, missing: Int) throws {
    for sessions in [nil, [1]] {
      let fixture = try LogFixture.tampered(sql)
      let bytes = try fixture.open(.salvaging).exported(sessions: sessions, salvaging: true)
      let lines = exportedLines(in: bytes)
      #expect(lines.dropLast().last == omission(missing))
      #expect(lines.count { $0.hasPrefix(#"{"left"#) } == 1)
      let copy = try LogFixture()
      let error = #expect(throws: ImportError.self) { try copy.open().importing(bytes) }
      #expect(error?.fault == .missing(events: missing, session: uids[0]))
      #expect(error?.line == lines.count - 1)
    }
  }

  @Test(arguments: [
    "DELETE FROM sessions", "DROP TABLE sessions", "UPDATE sessions SET events = 0",
  ])
  func `without tables, a gap is reported for each session`(_ change: String) throws {
    let fixture = try LogFixture.tampered(
      "UPDATE events SET at = at + 1 WHERE position = 5; \(change)")
    let lines = try salvagedLines(fixture)
    #expect(Array(lines.prefix(4)) == Array(whole.prefix(4)))
    #expect(lines[4...].dropLast() == [omission(1), omission(1, of: 2)])
    // A log without bad events has no gaps.
    #expect(try salvagedLines(LogFixture.tampered(change)) == whole)
  }

  @Test func `events appended meanwhile are not gaps`() throws {
    var fixture = try LogFixture.started("a")
    _ = try fixture.open().append((0..<900).map { _ in fixture.request(.lap(label: nil)) })
    let log = try fixture.open(.salvaging)
    var bytes: [UInt8] = []
    try log.export(salvaging: true) {
      bytes += $0
      try fixture.perform(.lap(label: nil))
    }
    #expect(!exportedLines(in: bytes).contains { $0.hasPrefix(#"{"left"#) })
  }
}
