import ProcessTestSupport
import Testing
import Timing

@testable import EventLog

struct TablesTests {
  static let sequences = UInt64(Effort.times(12, long: 2_000))

  /// A process that lives on has folded the sessions before, and one for each request has not.
  @Test func `the tables equal a fresh replay after every append`() throws {
    var appends = 0
    for number in 0..<Self.sequences {
      let fixture = try LogFixture()
      var history = RandomHistory(seed: number, isHostile: number % 2 == 1)
      let kept = number % 4 < 2 ? try fixture.open(.appending(longLived: true)) : nil
      for step in 0..<80 {
        let log = try kept ?? fixture.open()
        guard try history.appendNext(to: log) else { continue }
        appends += 1
        #expect(try log.check().findings == [], "seed \(number), step \(step)")
      }
    }
    print("tables: \(Self.sequences) sequences, equal to a replay after each of \(appends) appends")
    #expect(appends > 30 * Self.sequences)
  }

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
        try fixture.perform(.lap(label: label), of: .named(name), after: .seconds(7 + index))
      }
    }
    return fixture
  }

  private func bests(_ fixture: LogFixture) throws -> [String] {
    try fixture.rows("SELECT ifnull(best_ns / 1000000000, 'none') FROM sessions ORDER BY session")
  }

  @Test func `the best lap is that of the largest group of laps, and null on a course`() throws {
    var fixture = try fixture()
    #expect(try bests(fixture) == ["7", "7", "none"])
    try fixture.perform(.lap(label: "run"), of: .named("labeled"), after: .seconds(20))
    #expect(try bests(fixture) == ["7", "8", "none"])
    try fixture.expectSound()
  }

  @Test func `labels in different Unicode forms are equal in tables and fold`() throws {
    var fixture = try LogFixture.started("a")
    for (seconds, label) in [(9, nil), (5, "caf\u{E9}"), (6, "cafe\u{301}"), (7, "caf\u{E9}")] {
      try fixture.perform(.lap(label: label), after: .seconds(seconds))
    }
    #expect(try bests(fixture) == ["5"])
    try fixture.expectSound()
  }
}
