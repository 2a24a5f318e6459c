import SQLite
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Races whose rows or events another program has damaged.
struct DamagedRaceTests {
  @Test(arguments: ["waves", "competitors", "crossings", "entries", "chips"])
  func `no number in a damaged row stops the program, and a rebuild repairs it`(table: String)
    throws
  {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.laps(500)), entering: ["7", "4"])
    func cross(_ crossing: Command) { _ = try? fixture.perform(crossing, after: .seconds(60)) }
    try fixture.perform(.race(.linked(chip: "A1", bib: "4")))
    for _ in 0..<2 { cross(.cross("7")) }
    let columns = try fixture.rows(
      """
      SELECT name FROM pragma_table_info('\(table)') WHERE type = 'INTEGER' AND name <> 'session'
      """)
    #expect(!columns.isEmpty)
    let connection = try #require(try LogFile(fixture.path).open(for: .appending, .laptimer))
    for column in columns {
      for number in [Int64.max, .min, .max / 1000, -1, 0] {
        try connection.execute("UPDATE OR IGNORE \(table) SET \(column) = \(number)")
        for crossing in [Command.cross("7"), .cross(chip: "A1")] { cross(crossing) }
        _ = try? fixture.perform(.rule("7", .time(.seconds(1))))
      }
      try fixture.open(.appending(longLived: false)).rebuild()
      try fixture.expectSound("\(table).\(column)")
    }
  }

  @Test func `a correction with a damaged format of a wave does not stop the program`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.time(.seconds(15), furtherLaps: 1)), entering: ["17", "4"])
    for bib in ["17", "4", "17", "4", "17"] {
      try fixture.perform(.cross(bib), after: .seconds(10))
    }
    try fixture.execute(
      "UPDATE waves SET format = json_set(format, '$.finish.further_laps', 9223372036854775807)")
    for command in [Command.withdraw("17"), .undo] { try fixture.perform(command) }
    try fixture.expectSound()
  }

  @Test func `a ruling of a runner with two rows of a crossing does not stop the program`() throws {
    var fixture = try LogFixture.race()
    try fixture.execute(
      """
      CREATE TABLE doubled AS SELECT * FROM crossings UNION ALL SELECT * FROM crossings;
      DROP TABLE crossings; ALTER TABLE doubled RENAME TO crossings;
      """)
    try fixture.perform(.rule("4", .status(.dnf)), of: .number(1))
    #expect(try fixture.rows("SELECT status FROM competitors WHERE bib = '4'") == ["dnf"])
  }

  /// Makes the second event of a session unreadable.
  private func damage(_ fixture: LogFixture, session: Int = 1) throws {
    try fixture.execute(
      """
      PRAGMA ignore_check_constraints = ON; DROP TRIGGER IF EXISTS events_are_not_changed;
      UPDATE events SET data = '{' WHERE session = \(session) AND version = 2;
      """)
  }

  @Test func `crossings after an unreadable event are accepted`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.time(.seconds(30), furtherLaps: 0)), entering: ["17", "4"])
    try damage(fixture)
    for command in [Command.cross("4"), .cross("4"), .cross("4"), .enter("5")] {
      try fixture.perform(command, of: .number(1), after: .seconds(20))
    }
    #expect(try fixture.open(.reading).newestPosition == 7)
  }

  @Test(arguments: [
    (RaceEvent.crossed(RaceEvent.Crossing(bib: "4")), Request.Time.ago(.seconds(40))),
    (.linked(chip: "AB", bib: "4"), .ago(.seconds(40))), (.waveStarted(wave: "B", race: nil), .now),
    (.waveStarted(wave: "B", race: nil), .ago(.seconds(40))),
  ])
  func `an event is accepted after a stop, and before it, despite an unreadable event`(
    event: RaceEvent, time: Request.Time
  ) throws {
    var fixture = try LogFixture.race()
    try fixture.perform(.stop, after: .seconds(60))
    fixture.machine.pass(.seconds(20))
    try damage(fixture)
    let log = try fixture.open()
    var skipped: [Int] = []
    log.onSkip = { session, omission, _ in
      skipped.append(session)
      if case .waveStarted = event { #expect(omission == .check) }
    }
    let before = try log.newestPosition
    let receipt = try log.append(fixture.request(.race(event), of: .number(1), time: time))
    if case .waveStarted = event {
      #expect(receipt.kind == .race(event))
      #expect(skipped == [1])
    } else {
      #expect(receipt.timeOfEvent == nil)
      #expect(try log.newestPosition == before + 1)
    }
  }

  @Test func `the note about a damaged stream names its session`() throws {
    var fixture = try LogFixture.race()
    try fixture.perform(.join(race: "1", point: "finish", priority: 1), of: .new(also: true))
    for _ in 1...2 { try fixture.perform(.cross("4"), of: .number(2), after: .seconds(10)) }
    try damage(fixture, session: 2)
    let log = try fixture.open()
    var skipped: [Int] = []
    log.onSkip = { session, omission, _ in
      skipped.append(session)
      #expect(omission == .rows)
    }
    // The first entry of a wave folds the race.
    _ = try log.append(fixture.request(.enter("5") { $0.wave = .set("B") }, of: .number(1)))
    #expect(skipped == [2])
  }
}
