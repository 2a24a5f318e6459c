import Testing
import Timing

@testable import EventLog
@testable import Logbook

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
    arguments: ["events = $", "lap_count = $", "state = json_set(state, '$[8]', $)"],
    ["9223372036854775807", "-1"])
  func `an impossible count in the tables is refused`(change: String, number: String) throws {
    let change = change.replacing("= $", with: "= \(number)")
      .replacing(", $)", with: ", \(number))")
    var fixture = try tampered("UPDATE sessions SET \(change)")
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
