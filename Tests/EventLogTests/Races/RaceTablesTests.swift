import Racing
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

struct RaceTablesTests {
  private func hasTables(_ fixture: LogFixture) throws -> Bool {
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    return try Tables(connection: connection).hasOptionalTables()
  }

  @Test func `a log without races has no tables of races`() throws {
    var fixture = try LogFixture.started()
    try fixture.perform(.lap(label: nil))
    #expect(try !hasTables(fixture))
    try fixture.open().rebuild()
    #expect(try !hasTables(fixture))
    try fixture.startRace(RaceFormat(.laps(3)), entering: [], also: true)
    #expect(try hasTables(fixture))
  }

  @Test(arguments: [false, true])
  func `an event or a rebuild creates the tables of races in an older log`(isRebuilt: Bool) throws {
    var fixture = try LogFixture.race()
    try fixture.perform(.start(.init()), of: .new(also: true))
    try fixture.execute(
      """
      DROP VIEW standings; DROP TABLE entries; DROP TABLE chips; DROP TABLE waves;
      DROP TABLE crossings; DROP TABLE competitors; DROP TABLE attempts; DROP TABLE race_streams;
      PRAGMA user_version = 5;
      """)
    #expect(try !hasTables(fixture))
    #expect(try fixture.open(.reading).check().isOutdated)
    if isRebuilt {
      try fixture.open().rebuild()
    } else {
      try fixture.perform(.cross("4"), of: .number(1))
    }
    #expect(try hasTables(fixture))
    try fixture.expectSound()
  }

  @Test func `the first event keeps a table of the user with a name of version 15`() throws {
    var fixture = try LogFixture.race()
    let exported = try fixture.open().exported()
    try fixture.execute("CREATE TABLE race_decisions (mine); PRAGMA user_version = 15")
    #expect(try fixture.open(.reading).exported() == exported)
    try fixture.perform(.cross("4"), of: .number(1))
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    #expect(try connection.knowsTable("race_decisions"))
    try fixture.expectSound()
  }

  @Test func `one transaction has crossings of two races, and other events among them`() throws {
    var fixture = try LogFixture.race(laps: 9)
    try fixture.perform(
      .start(Event.Start(plan: Plan(limit: .seconds(93), race: RaceFormat(.laps(2))))),
      of: .new(also: true))
    try fixture.perform(.enter("17"), of: .number(2))
    let log = try fixture.open(.appending(longLived: true))
    let crossing = Command.cross("17")
    for pause in [1, 1, 6, 200] {
      var requests: [Request] = []
      for (command, session) in [
        (crossing, 1), (crossing, 1), (crossing, 2), (crossing, 1), (.mark(label: "m"), 1),
        (crossing, 2), (.name("two"), 2), (crossing, 2), (.undo, 2), (crossing, 1), (crossing, 2),
        (crossing, 2),
      ] { requests.append(fixture.request(command, of: .number(session), after: .seconds(pause))) }
      let results = try log.append(requests)
      try fixture.expectSound()
      for result in results {
        let receipt = try result.get()
        guard receipt.kind.isCrossing else { continue }
        var race = FoldedRace(
          receipt.session,
          try #require(try log.race(receipt.session, throughPosition: receipt.position)))
        race.settle()
        #expect(receipt.crossing == race.crossing(receipt.version, of: receipt.session))
        #expect(receipt.crossing != nil)
      }
    }
  }

  @Test func `one transaction has crossings of two clocks`() throws {
    var fixture = try LogFixture.race(laps: 99)
    let log = try fixture.open(.appending(longLived: true))
    let before = fixture.machine
    fixture.machine.reboot(lasting: .seconds(5))
    let after = fixture.machine
    for _ in 1...2 {
      var requests: [Request] = []
      for machine in [before, after, after, before, after, before, before, after] {
        fixture.machine = machine
        requests.append(fixture.request(.cross("17"), of: .number(1)))
      }
      for result in try log.append(requests) { _ = try result.get() }
      try fixture.expectSound()
    }
    #expect(try log.entry(1)?.summary.version == 25)
  }

  @Test func `crossings before and after one that needs a fold are in one transaction`() throws {
    var fixture = try LogFixture.race(laps: 9)
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
            .cross("17"), of: .number(1), time: isStated ? .at(now - .seconds(1)) : .now))
      }
      for result in try log.append(requests) { _ = try result.get() }
      try fixture.expectSound()
    }
    try fixture.perform(.cross("4"))
  }

  @Test func `crossings of one moment, and of an unknown chip, are judged without a fold`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.laps(500)), entering: ["17", "4"])
    let log = try fixture.open(.appending(longLived: true))
    for _ in 1...4 {
      fixture.machine.pass(.seconds(10))
      let crossings = ["17", "4", "4", "17", "17"].map { fixture.request(.cross($0)) }
      _ = try log.append(crossings)
      _ = try log.append(crossings.prefix(2).map { fixture.request($0.command) })
      #expect(log.cache.race == nil)
      try fixture.expectSound()
    }
    _ = try log.append(fixture.request(.cross(chip: "KX;`1")))
    #expect(log.cache.race == nil)
    try fixture.expectSound()
    // At one moment, that with the smaller id is before the other, in whatever order they come.
    _ = try log.append((1...2).map { _ in fixture.request(.cross("17")) }.reversed())
    try fixture.expectSound()
  }

  @Test func `a crossing exactly at the time limit finishes the others in the tables`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.time(.seconds(20), furtherLaps: nil)), entering: ["17", "4"])
    try fixture.performSoundly([.cross("4"), .cross("17")], every: .seconds(10))
    #expect(try fixture.rows("SELECT status FROM competitors") == ["finished", "finished"])
  }

  @Test func `a lap after the finish begins the next one for the next command`() throws {
    var fixture = try LogFixture()
    var format = RaceFormat(.laps(1))
    format.minimumLap = .seconds(5)
    try fixture.startRace(format, entering: ["17"])
    for seconds in [10, 10, 2] {
      try fixture.performSoundly([.cross("17")], every: .seconds(seconds))
    }
    #expect(
      try fixture.rows("SELECT flags FROM crossings ORDER BY place")
        == ["[]", #"["after_finish"]"#, #"["short"]"#])
    // One that is added before it makes it short, too.
    try fixture.perform(.cross("17"), time: .ago(.seconds(5)))
    try fixture.expectSound()
  }

  @Test func `a third crossing at the moment of the finish makes the second one count`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.laps(3)), entering: ["17", "4"])
    func crossings(of bib: String) -> [Command] { Array(repeating: .cross(bib), count: 3) }
    try fixture.performSoundly(crossings(of: "4"), every: .seconds(20))
    try fixture.performSoundly(crossings(of: "17"), every: .zero)
    #expect(try fixture.rows("SELECT laps FROM competitors") == ["3", "3"])
  }

  @Test func `another program's change of a runner counts for the next crossing`() throws {
    var fixture = try LogFixture.race(laps: 9)
    let log = try fixture.open(.appending(longLived: true))
    func cross() throws -> Receipt {
      return try log.append(fixture.request(.cross("17"), of: .number(1), after: .seconds(10)))
    }
    for ruling in [RaceEvent.Ruling.Decision.status(.dsq), .status(.ok)] {
      _ = try cross()
      try fixture.perform(.rule("17", ruling))
      let stored = try #require(try log.storedCrossing(cross().version, of: 1, in: 1))
      #expect(stored.ruling == (ruling == .status(.dsq) ? .dsq : nil))
      try fixture.expectSound()
    }
  }

  @Test func `an event of an earlier boot may precede the newest event`() throws {
    var fixture = try LogFixture()
    // The time is over for the newest event, and not for those before it.
    try fixture.startRace(RaceFormat(.time(.seconds(25), furtherLaps: nil)), entering: ["17", "4"])
    try fixture.perform(.cross("17"), after: .seconds(10))
    var machines = [fixture.machine, fixture.machine]
    machines[1].reboot(lasting: .seconds(20))
    for (bib, boot) in [("4", 1), ("17", 0), ("17", 0), ("4", 1)] {
      if boot == 0 { machines[0].pass(.seconds(1)) }
      fixture.machine = machines[boot]
      try fixture.perform(.cross(bib))
      try fixture.expectSound()
    }
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

  @Test func `the latest link up to a place gives a chip, and before all links the newest entry`() {
    func row(_ bib: String, _ place: Duration?) -> ChipRow {
      ChipRow(chip: "A", bib: bib, place: place, event: 0)
    }
    // By the newest event first.
    let owners = [
      row("5", .seconds(20)), row("4", nil), row("3", .seconds(10)), row("2", .seconds(10)),
      row("1", nil),
    ]
    #expect(owners.owner(at: .seconds(20)) == "5")
    #expect(owners.owner(at: .seconds(19)) == "3")
    #expect(owners.owner(at: .seconds(10)) == "3")
    #expect(owners.owner(at: .seconds(9)) == "4")
    #expect(owners.filter { $0.place != nil }.owner(at: .seconds(9)) == nil)
  }
}
