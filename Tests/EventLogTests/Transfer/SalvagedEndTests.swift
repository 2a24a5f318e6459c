import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text

/// Damaged logs without the last events of session 1, which has the events 1, 2, 3 and 5.
struct SalvagedEndTests {
  private let whole: [String]
  private let uid: EventID

  init() throws {
    let log = try LogFixture.tampered("").open(.reading)
    whole = exportedLines(in: try log.exported())
    uid = try log.uid(of: 1)
  }

  private func omission(_ events: Int, _ uid: EventID) -> String {
    #"{"left_out":\#(events),"uid":"\#(uid)"}"# + "\n"
  }

  @Test(arguments: [
    ("DELETE FROM events WHERE position = 5", 1),
    ("DELETE FROM events WHERE position IN (3, 5)", 2),
    ("DELETE FROM events WHERE position IN (2, 3, 5)", 3),
    ("UPDATE events SET at = at + 1 WHERE position = 5", 1),
    ("DELETE FROM events WHERE position IN (4, 5)", 1),
  ])
  func `a gap at the end of a session is reported after all events`(
    _ sql: String, _ missing: Int
  ) throws {
    for sessions in [nil, [1]] {
      let fixture = try LogFixture.tampered(sql)
      let bytes = try fixture.open(.salvaging).exported(sessions: sessions, salvaging: true)
      let lines = exportedLines(in: bytes)
      #expect(lines.dropLast().last == omission(missing, uid))
      #expect(lines.count { $0.hasPrefix(#"{"left"#) } == 1)
      let copy = try LogFixture()
      let error = #expect(throws: ImportError.self) { try copy.open().importing(bytes) }
      #expect(error?.fault == .missing(events: missing, session: uid))
      #expect(error?.line == lines.count - 1)
    }
  }

  @Test(arguments: [
    "DELETE FROM sessions", "DROP TABLE sessions", "UPDATE sessions SET events = 0",
  ])
  func `without tables, a gap is reported for each session`(
    _ change: String
  ) throws {
    let fixture = try LogFixture.tampered(
      "UPDATE events SET at = at + 1 WHERE position = 5; \(change)")
    let second = try LogFixture.tampered("").open(.reading).uid(of: 2)
    let lines = exportedLines(in: try fixture.open(.salvaging).exported(salvaging: true))
    #expect(Array(lines.prefix(4)) == Array(whole.prefix(4)))
    #expect(lines[4...].dropLast() == [omission(1, uid), omission(1, second)])
    // A log without bad events has no gaps.
    let sound = try LogFixture.tampered(change).open(.salvaging)
    #expect(exportedLines(in: try sound.exported(salvaging: true)) == whole)
  }

  @Test func `import --salvage tags a session with a gap at its end once`()
    throws
  {
    for gone in ["5", "3, 5"] {
      let fixture = try LogFixture.tampered("DELETE FROM events WHERE position IN (\(gone))")
      let bytes = try fixture.open(.salvaging).exported(salvaging: true)
      let copy = try LogFixture()
      let first = try copy.open().importing(bytes, marking: fixture.salvageMark)
      #expect(first.incomplete == [.init(session: uid, missing: gone.count / 3 + 1)])
      let exported = try copy.open(.reading).exported()
      #expect(try copy.open(.reading).session(1)?.summary.profile.tags == ["salvaged"])
      for mark in [fixture.salvageMark, nil] {
        let again = try copy.open().importing(bytes, marking: mark)
        #expect(again.newEvents == 0 && again.incomplete == [])
      }
      #expect(try copy.open(.reading).exported() == exported)
      #expect(try copy.open(.reading).check().isSound)
    }
  }

  @Test func `events appended meanwhile are not gaps`() throws {
    var fixture = try LogFixture()
    try fixture.start("a")
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
