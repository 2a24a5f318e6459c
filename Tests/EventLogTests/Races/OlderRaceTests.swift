import Racing
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Logs with races whose rows an earlier fold version wrote.
struct OlderRaceTests {
  private func write(_ sql: String, _ fixture: LogFixture) throws {
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    try connection.execute(sql)
  }

  private func text(_ sql: String, _ fixture: LogFixture) throws -> String? {
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    return try connection.prepare(sql).first { $0.text(0) }
  }

  private func comparison(_ ticks: Duration, _ time: Duration) -> RaceEvent {
    .clocksCompared(
      ClockComparison(
        reference: "hub", sent: ticks, referenceReceived: time, referenceSent: time,
        received: ticks))
  }

  /// A log of version 11 with five sessions.
  ///
  /// Session 1 is plain, 2 is a race without streams, and 3 is a race whose time limit is over by
  /// the clock of session 5. Session 4 joins race 3 on its own device.
  private func fixture(damage: String = "") throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.start("plain")
    try fixture.perform(.lap(label: nil))
    for format in [RaceFormat(.laps(3)), RaceFormat(.time(.seconds(100), furtherLaps: nil))] {
      let race = Command.start(Event.Start(plan: Plan(race: format)))
      let number = try fixture.perform(race, of: .new(also: true)).session
      try fixture.perform(.race(.entered(RaceEvent.Entry(bib: "17"))), of: .number(number))
    }
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "17"))), of: .number(2))
    try fixture.perform(.join(race: "3", point: "finish", priority: 0), of: .new(also: true))
    try fixture.perform(
      .race(comparison(fixture.machine.reading.ticks, .seconds(1000))), of: .number(3))
    let (race, stream) = (try fixture.open().uid(of: 3), EventID(high: 2, low: 1))
    var other = HandmadeExport(device: "point")
    other.add(
      .race(.joined(race: race, point: "finish", priority: 1)), EventID(high: 2, low: 1),
      of: stream, at: 2)
    other.add(
      .race(comparison(.seconds(250), .seconds(1250))), EventID(high: 2, low: 2), of: stream,
      at: 250)
    try fixture.open().importing(other.bytes)
    // Version 11 stored the newest place of all streams; events before it did not fold the race.
    let present = try #require(try fixture.open().race(3)).newestPlace.nanoseconds
    try write("UPDATE waves SET next_place = \(present) WHERE session = 3", fixture)
    for _ in 0..<2 {
      fixture.machine.pass(.seconds(40))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "17"))), of: .number(3))
    }
    #expect(try fixture.open().check().findings.isEmpty == false)
    try outdate(fixture, to: 11, damage)
    return fixture
  }

  /// Marks a log and its rows as written by an earlier version with the same tables, then runs
  /// `damage`.
  private func outdate(_ fixture: LogFixture, to version: Int, _ damage: String = "") throws {
    try write(
      """
      UPDATE sessions SET state = '[\(version)' || substr(state, instr(state, ','));
      UPDATE fold SET fold_version = \(version), oldest_version = \(version);
      PRAGMA user_version = \(version);
      \(damage)
      """, fixture)
  }

  /// The sessions with rows of an earlier version.
  private let outdated = """
    SELECT group_concat(session) FROM sessions
    WHERE substr(state, 1, 4) <> '[\(Tables.foldVersion),'
    """
  private let runner = "SELECT status || ' ' || laps FROM competitors WHERE session = 3"

  @Test(arguments: [3, 4])
  func `the next event of a race with a compared clock repairs its rows of version 11`(
    session: Int
  ) throws {
    var fixture = try fixture()
    #expect(try text(runner, fixture) == "running 2")
    let report = try fixture.open(.reading).check()
    #expect(report.findings == [] && report.outdatedSessions == 2)
    _ = try fixture.open()
    #expect(try text(outdated, fixture) == "2,3")
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "17"))), of: .number(session))
    #expect(try text(runner, fixture)?.hasPrefix("finished") == true)
    let repaired = try fixture.open(.reading).check()
    #expect(repaired.findings == [] && repaired.outdatedSessions == 0)
  }

  @Test func `readers fold a race with a compared clock if version 11 wrote its rows`() throws {
    let fixture = try fixture()
    let log = try fixture.open(.reading)
    #expect(try log.bibs(withUnruled: .running, in: 3) == nil)
    let row = try #require(try log.race(3)?.standingsAtNewestEvent()?.waves.first?.rows.first)
    #expect(row.status == .finished && row.laps == 2)
  }

  @Test func `all races of version 11 are folded again if a joining event is unreadable`()
    throws
  {
    let fixture = try fixture(
      damage: """
        PRAGMA ignore_check_constraints = ON; DROP TRIGGER events_are_not_changed;
        UPDATE events SET data = '{' WHERE kind = 'joined' AND session = 5;
        """)
    _ = try fixture.open()
    #expect(try text(outdated, fixture) == "2,3,4,5")
  }

  /// A log of a version with four sessions.
  ///
  /// Session 1 is plain, 2 is a race whose winner completed both last laps at the same moment, and
  /// 3 joined it. Session 4 is an attempt at a course with a segment named like a key of rules.
  private func tied(_ version: Int) throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.start("plain")
    try fixture.perform(.lap(label: "race"))
    let race = Command.start(Event.Start(plan: Plan(race: RaceFormat(.laps(2)))))
    try fixture.perform(race, of: .new(also: true))
    for bib in ["7", "8"] {
      try fixture.perform(.race(.entered(RaceEvent.Entry(bib: bib))), of: .number(2))
    }
    try fixture.perform(.join(race: "2", point: "finish", priority: 0), of: .new(also: true))
    let course = Plan(course: "golf", segments: ["race", "Hole 2"])
    try fixture.perform(.start(Event.Start(name: "race", plan: course)), of: .new(also: true))
    for (bib, session, pause) in [("8", 2, 50), ("7", 2, 10), ("7", 2, 0), ("8", 3, 40)] {
      fixture.machine.pass(.seconds(pause))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: bib))), of: .number(session))
    }
    #expect(try text(places, fixture) == "7 finished 2, 8 finished 2")
    // Version 12 flagged the second crossing of 7 `after_finish`.
    try write(
      "UPDATE competitors SET status = 'finished', laps = 1, time_ns = 60000000000 WHERE bib = '7'",
      fixture)
    try outdate(fixture, to: version)
    return fixture
  }

  private let places = """
    SELECT group_concat(bib || ' ' || status || ' ' || laps, ', ')
    FROM (SELECT * FROM competitors ORDER BY bib)
    """

  @Test(arguments: [12, 13, 14, 15])
  func `readers fold a race of an older version, and check calls its rows outdated`(
    version: Int
  ) throws {
    let fixture = try tied(version)
    #expect(try text(places, fixture) == "7 finished 1, 8 finished 2")
    let log = try fixture.open(.reading)
    let rows = try #require(try log.race(2)?.standingsAtNewestEvent()?.waves.first?.rows)
    #expect(rows.map(\.bib) == ["7", "8"] && rows.map(\.laps) == [2, 2])
    let report = try log.check()
    #expect(report.findings == [] && report.outdatedSessions == 1)
  }

  @Test(arguments: [12, 13, 14, 15], [2, 3])
  func `the next event of a race of an older version rewrites its rows`(
    version: Int, session: Int
  ) throws {
    var fixture = try tied(version)
    _ = try fixture.open()
    #expect(try text(outdated, fixture) == "2")
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "8"))), of: .number(session))
    #expect(try text(outdated, fixture) == "")
    #expect(try text(places, fixture) == "7 finished 2, 8 finished 2")
    let report = try fixture.open(.reading).check()
    #expect(report.findings == [] && report.outdatedSessions == 0)
  }

  @Test(arguments: [12, 13, 14, 15])
  func `plain sessions of an older version are not folded again`(version: Int) throws {
    let fixture = try tied(version)
    try write("UPDATE laps SET label = 'kept' WHERE session = 1", fixture)
    try fixture.open().renewRows()
    #expect(try text(outdated, fixture) == "")
    #expect(try text("SELECT label FROM laps WHERE session = 1", fixture) == "kept")
    #expect(
      try text("SELECT fold_version || ' ' || oldest_version FROM fold", fixture)
        == "\(Tables.foldVersion) \(Tables.foldVersion)")
  }

  @Test func `the next fold of a race replaces the view of version 14`() throws {
    var fixture = try LogFixture()
    let format = RaceFormat(.backyard(.seconds(3600)))
    try fixture.perform(
      .start(Event.Start(plan: Plan(race: format))), of: .new(also: true))
    for bib in ["4", "17"] {
      try fixture.perform(.race(.entered(RaceEvent.Entry(bib: bib))), of: .number(1))
    }
    for bib in ["17", "4"] {
      fixture.machine.pass(.seconds(60))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: bib))), of: .number(1))
    }
    let gaps = "SELECT group_concat(bib || ' ' || gap_ns, ', ') FROM standings"
    #expect(try text(gaps, fixture) == "4 0, 17 0")
    try write(
      """
      DROP VIEW standings;
      CREATE VIEW standings AS SELECT bib, shown_ns AS time_ns, -1 AS gap_ns
      FROM (SELECT bib, time_ns AS shown_ns FROM competitors ORDER BY bib_order);
      """, fixture)
    try outdate(fixture, to: 14)
    #expect(try text(gaps, fixture) == "4 -1, 17 -1")
    try fixture.open().renewRows()
    #expect(try text(gaps, fixture) == "4 0, 17 0")
    // One that the user has dropped stays away.
    try write("DROP VIEW standings", fixture)
    try outdate(fixture, to: 14)
    try fixture.open().renewRows()
    #expect(try text("SELECT name FROM sqlite_schema WHERE type = 'view'", fixture) == nil)
  }
}
