import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// The stored best lap of sessions with labels.
struct LabelTests {
  /// A session without labels, one with labels, and one with a course.
  private func fixture() throws -> LogFixture {
    var fixture = try LogFixture()
    for (name, labels) in [
      ("plain", [nil, nil, nil, nil]), ("labeled", ["rest", "run", "run", nil]),
      ("course", ["A", nil, nil, nil]),
    ] {
      var start = Event.Start(name: name)
      if name == "course" { start.plan = Plan(course: "c", segments: ["A", "B", "C", "D"]) }
      try fixture.perform(.start(start), of: .new(also: true))
      for (index, label) in labels.enumerated() {
        fixture.machine.pass(.seconds(7 + index))
        try fixture.perform(.lap(label: label), of: .named(name))
      }
    }
    return fixture
  }

  private func bests(_ fixture: LogFixture) throws -> [Int64?] {
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    let statement = try connection.prepare("SELECT best_ns FROM sessions ORDER BY session")
    var bests: [Int64?] = []
    while try statement.step() { bests.append(statement.optionalInt(0)) }
    return bests
  }

  @Test func `the best lap is that of the largest group of laps, and null on a course`() throws {
    var fixture = try fixture()
    #expect(try bests(fixture) == [7_000_000_000, 7_000_000_000, nil])
    fixture.machine.pass(.seconds(20))
    try fixture.perform(.lap(label: "run"), of: .named("labeled"))
    #expect(try bests(fixture) == [7_000_000_000, 8_000_000_000, nil])
    #expect(try fixture.open(.reading).check().findings == [])
  }

  @Test func `labels in different Unicode forms are equal in tables and fold`()
    throws
  {
    var fixture = try LogFixture()
    try fixture.start("a")
    for (seconds, label) in [(9, nil), (5, "caf\u{E9}"), (6, "cafe\u{301}"), (7, "caf\u{E9}")] {
      fixture.machine.pass(.seconds(seconds))
      try fixture.perform(.lap(label: label))
    }
    #expect(try bests(fixture) == [5_000_000_000])
    #expect(try fixture.open(.reading).check().findings == [])
  }
}
