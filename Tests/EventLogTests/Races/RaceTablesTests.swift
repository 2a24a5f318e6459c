import Racing
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// The tables of races in the file of a log.
struct RaceTablesTests {
  /// A race of two runners with three crossings of each.
  func fixture(laps: Int = 3) throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.startRace(.laps(laps), entering: ["17", "4"])
    for lap in 1...3 {
      for bib in ["17", "4"] {
        fixture.machine.pass(.seconds(10 + lap))
        try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: bib))))
      }
    }
    return fixture
  }

  func write(_ sql: String, _ fixture: LogFixture) throws {
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    try connection.execute(sql)
  }

  func hasTables(_ fixture: LogFixture) throws -> Bool {
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    return try RaceTables(connection: connection).exist()
  }

  @Test func `a log without races has no tables of races`() throws {
    var fixture = try LogFixture()
    try fixture.start()
    try fixture.perform(.lap(label: nil))
    #expect(try !hasTables(fixture))
    try fixture.open().rebuild()
    #expect(try !hasTables(fixture))
    try fixture.perform(
      .start(Event.Start(plan: Plan(race: RaceFormat(.laps(3))))), of: .new(also: true))
    #expect(try hasTables(fixture))
  }

  @Test(arguments: [
    ("entries", "UPDATE entries SET team = 'x' WHERE bib = '4'"),
    ("entries", "DELETE FROM entries WHERE bib = '4'"),
    ("chips", "INSERT INTO chips VALUES (1, 'A', 2, '4', NULL)"),
    ("waves", "UPDATE waves SET end_place = 7"),
    ("crossings", "UPDATE crossings SET bib = '4' WHERE event = 4"),
    ("crossings", "DELETE FROM crossings WHERE event = 9"),
    ("competitors", "UPDATE competitors SET laps = 4 WHERE bib = '4'"),
    ("competitors", "DELETE FROM competitors WHERE bib = '17'"),
  ])
  func `check finds a wrong row, and rebuild repairs it`(table: String, sql: String) throws {
    let fixture = try fixture()
    let before = try Dump(fixture.path)
    #expect(try fixture.open().check().findings == [])
    try write(sql, fixture)
    #expect(try fixture.open().check().findings == [.table(name: table, session: 1)])
    try fixture.open().rebuild()
    #expect(try fixture.open().check().findings == [])
    #expect(try Dump(fixture.path) == before)
  }

  @Test func `the next event or a rebuild creates the tables of a race in an older log`() throws {
    for isRebuilt in [false, true] {
      var fixture = try fixture()
      try fixture.perform(.start(.init()), of: .new(also: true))
      try write(
        """
        DROP VIEW standings; DROP TABLE entries; DROP TABLE chips; DROP TABLE waves;
        DROP TABLE crossings; DROP TABLE competitors; DROP TABLE attempts; DROP TABLE race_streams;
        PRAGMA user_version = 5;
        """, fixture)
      #expect(try !hasTables(fixture))
      #expect(try fixture.open(.reading).check().isOutdated)
      if isRebuilt {
        try fixture.open().rebuild()
      } else {
        try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "4"))), of: .number(1))
      }
      #expect(try hasTables(fixture))
      #expect(try fixture.open().check().findings == [])
    }
  }

  @Test(arguments: [false, true])
  func `the first event drops the table of decisions of version 15`(isOfUser: Bool) throws {
    var fixture = try fixture()
    let exported = try fixture.open().exported()
    try write(
      """
      CREATE TABLE race_decisions (\(isOfUser ? "mine)" : "target TEXT NOT NULL) STRICT");
      PRAGMA user_version = 15;
      """, fixture)
    #expect(try fixture.open(.reading).exported() == exported)
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "4"))), of: .number(1))
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    #expect(try connection.knowsTable("race_decisions") == isOfUser)
    #expect(try fixture.open().check().findings == [])
  }

  @Test func `one transaction has crossings of two races, and other events among them`() throws {
    var fixture = try fixture(laps: 9)
    try fixture.perform(
      .start(Event.Start(plan: Plan(limit: .seconds(100), race: RaceFormat(.laps(2))))),
      of: .new(also: true))
    try fixture.perform(.race(.entered(RaceEvent.Entry(bib: "17"))), of: .number(2))
    let log = try fixture.open(.appending(longLived: true))
    let crossing = Command.race(.crossed(RaceEvent.Crossing(bib: "17")))
    for pause in [1, 1, 200] {
      var requests: [Request] = []
      for (command, session) in [
        (crossing, 1), (crossing, 1), (crossing, 2), (crossing, 1), (.mark(label: "m"), 1),
        (crossing, 2), (.name("two"), 2), (crossing, 2), (.undo, 2), (crossing, 1), (crossing, 2),
      ] {
        fixture.machine.pass(.seconds(pause))
        requests.append(fixture.request(command, of: .number(session)))
      }
      let results = try log.append(requests)
      #expect(results.allSatisfy { (try? $0.get()) != nil })
      #expect(try fixture.open().check().findings == [])
      for result in results {
        let receipt = try result.get()
        #expect(
          try log.storedCrossing(receipt.version, of: receipt.session, in: receipt.session)
            == fixture.open(.reading).storedCrossing(
              receipt.version, of: receipt.session, in: receipt.session))
      }
    }
  }

  @Test func `one transaction has crossings of two clocks`() throws {
    var fixture = try fixture(laps: 99)
    let log = try fixture.open(.appending(longLived: true))
    let before = fixture.machine
    fixture.machine.reboot(lasting: .seconds(5))
    let after = fixture.machine
    for _ in 1...2 {
      var requests: [Request] = []
      for machine in [before, after, after, before, after, before, before, after] {
        fixture.machine = machine
        requests.append(
          fixture.request(.race(.crossed(RaceEvent.Crossing(bib: "17"))), of: .number(1)))
      }
      for result in try log.append(requests) { _ = try result.get() }
      #expect(try fixture.open().check().findings == [])
    }
    #expect(try log.entry(1)?.summary.version == 25)
  }

  @Test func `crossings before and after one that needs a fold are in one transaction`() throws {
    var fixture = try fixture(laps: 9)
    fixture.machine.step(.seconds(-5))
    let log = try fixture.open(.appending(longLived: true))
    for _ in 1...2 {
      var requests: [Request] = []
      for isStated in [false, true, false, false] {
        fixture.machine.pass(.seconds(1))
        // After a step of the wall clock, a stated time is placed by all readings.
        let now = Moment(nanosecondsSince1970: fixture.machine.wall)
        requests.append(
          fixture.request(
            .race(.crossed(RaceEvent.Crossing(bib: "17"))), of: .number(1),
            time: isStated ? .at(now - .seconds(1)) : .now))
      }
      for result in try log.append(requests) { _ = try result.get() }
      #expect(try fixture.open().check().findings == [])
    }
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "4"))))
  }

  @Test func `another program's change of a runner counts for the next crossing`() throws {
    var fixture = try fixture(laps: 9)
    let log = try fixture.open(.appending(longLived: true))
    for ruling in [RaceEvent.Ruling.Decision.status(.dsq), .status(.ok)] {
      fixture.machine.pass(.seconds(10))
      _ = try log.append([
        fixture.request(.race(.crossed(RaceEvent.Crossing(bib: "17"))), of: .number(1))
      ])
      try fixture.perform(.race(.ruled(RaceEvent.Ruling(bib: "17", ruling))))
      fixture.machine.pass(.seconds(10))
      let receipt = try log.append([
        fixture.request(.race(.crossed(RaceEvent.Crossing(bib: "17"))), of: .number(1))
      ])[0].get()
      let stored = try #require(try log.storedCrossing(receipt.version, of: 1, in: 1))
      #expect(stored.ruling == (ruling == .status(.dsq) ? .dsq : nil))
      #expect(try fixture.open().check().findings == [])
    }
  }

  @Test func `an event of an earlier boot may precede the newest event`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(.laps(9), entering: ["17", "4"])
    fixture.machine.pass(.seconds(10))
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "17"))))
    var later = fixture.machine
    later.reboot(lasting: .seconds(20))
    for (bib, isLater) in [("4", true), ("17", false), ("17", false), ("4", true)] {
      let machine = fixture.machine
      if isLater { fixture.machine = later } else { fixture.machine.pass(.seconds(1)) }
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: bib))))
      #expect(try fixture.open().check().findings == [])
      if isLater {
        later = fixture.machine
        fixture.machine = machine
      }
    }
  }

  @Test func `crossings after an unreadable event are accepted`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(.time(.seconds(30), furtherLaps: 0), entering: ["17", "4"])
    try write(
      """
      PRAGMA ignore_check_constraints = ON; DROP TRIGGER IF EXISTS events_are_not_changed;
      UPDATE events SET data = '{' WHERE version = 2;
      """, fixture)
    for _ in 0..<3 {
      fixture.machine.pass(.seconds(20))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "4"))), of: .number(1))
    }
    try fixture.perform(.race(.entered(RaceEvent.Entry(bib: "5"))), of: .number(1))
    #expect(try fixture.open(.reading).newestPosition == 7)
  }

  @Test(arguments: [
    RaceEvent.crossed(RaceEvent.Crossing(bib: "4")), .linked(chip: "AB", bib: "4"),
  ])
  func `an event before the latest stop is accepted despite an unreadable event`(
    event: RaceEvent
  ) throws {
    var fixture = try fixture()
    fixture.machine.pass(.seconds(60))
    try fixture.perform(.stop)
    fixture.machine.pass(.seconds(20))
    try write(
      """
      PRAGMA ignore_check_constraints = ON; DROP TRIGGER IF EXISTS events_are_not_changed;
      UPDATE events SET data = '{' WHERE version = 2;
      """, fixture)
    let before = try fixture.open(.reading).newestPosition
    let receipt = try fixture.perform(
      .race(event), of: .number(1), time: .ago(.seconds(40)))
    #expect(receipt.timeOfEvent == nil)
    #expect(try fixture.open(.reading).newestPosition == before + 1)
  }

  @Test(arguments: [Request.Time.now, .ago(.seconds(40))])
  func `the gun of a wave is accepted despite an unreadable event`(time: Request.Time) throws {
    var fixture = try fixture()
    fixture.machine.pass(.seconds(60))
    try fixture.perform(.stop)
    fixture.machine.pass(.seconds(20))
    try write(
      """
      PRAGMA ignore_check_constraints = ON; DROP TRIGGER IF EXISTS events_are_not_changed;
      UPDATE events SET data = '{' WHERE version = 2;
      """, fixture)
    let log = try fixture.open()
    var skipped: [Int] = []
    log.onSkip = { session, omission, _ in
      skipped.append(session)
      #expect(omission == .check)
    }
    let gun = RaceEvent.waveStarted(wave: "B", race: nil)
    let receipt = try log.append(fixture.request(.race(gun), of: .number(1), time: time))
    #expect(receipt.kind == .race(gun))
    #expect(skipped == [1])
  }

  @Test func `the note about a damaged stream names its session`() throws {
    var fixture = try fixture()
    try fixture.perform(
      .join(race: "1", point: "finish", priority: 1), of: .new(also: true))
    for _ in 1...2 {
      fixture.machine.pass(.seconds(10))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "4"))), of: .number(2))
    }
    try write(
      """
      PRAGMA ignore_check_constraints = ON; DROP TRIGGER IF EXISTS events_are_not_changed;
      UPDATE events SET data = '{' WHERE session = 2 AND version = 2;
      """, fixture)
    func skipped(appending command: Command) throws -> [Int] {
      let log = try fixture.open()
      var skipped: [Int] = []
      log.onSkip = { session, omission, _ in
        skipped.append(session)
        #expect(omission == .rows)
      }
      _ = try log.append(fixture.request(command, of: .number(1)))
      return skipped
    }
    // The first entry of a wave folds the race.
    var entry = RaceEvent.Entry(bib: "5")
    entry.wave = .set("B")
    #expect(try skipped(appending: .race(.entered(entry))) == [2])
  }

  @Test func `a ruling of a runner with two rows of a crossing does not stop the program`() throws {
    var fixture = try fixture()
    try write(
      """
      CREATE TABLE doubled AS SELECT * FROM crossings UNION ALL SELECT * FROM crossings;
      DROP TABLE crossings; ALTER TABLE doubled RENAME TO crossings;
      """, fixture)
    try fixture.perform(.race(.ruled(RaceEvent.Ruling(bib: "4", .status(.dnf)))), of: .number(1))
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    let status = try connection.prepare("SELECT status FROM competitors WHERE bib = '4'")
    #expect(try status.first { $0.text(0) } == "dnf")
  }

  @Test func `an imported race has the rows of the original`() throws {
    let fixture = try fixture()
    let copy = try LogFixture()
    try copy.open().importing(try fixture.open(.reading).exported())
    #expect(try Dump(copy.path, Dump.tables) == Dump(fixture.path, Dump.tables))
    #expect(try copy.open().check().findings == [])
  }

  @Test func `natural order is the byte order of the sort keys`() {
    let bibs = [
      "", "1", "2", "10", "007", "7", "A7", "A07", "A", "A10", "a", "-1", "1A", "1A2", "é",
    ]
    for left in bibs {
      for right in bibs where left != right {
        let (one, two) = (left.naturalSortKey, right.naturalSortKey)
        let isBefore =
          one == two
          ? left.utf8.lexicographicallyPrecedes(right.utf8)
          : one.utf8.lexicographicallyPrecedes(two.utf8)
        #expect(left.precedesNaturally(right) == isBefore, "\(left), \(right)")
      }
    }
  }
}
