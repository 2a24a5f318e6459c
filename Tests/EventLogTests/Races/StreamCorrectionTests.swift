import Racing
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Corrections across the streams of a race, which only another program can write.
struct StreamCorrectionTests {
  private let race = EventID(high: 1, low: 1)
  private let stream = EventID(high: 2, low: 1)
  private let crossing = Event.Kind.race(.crossed(RaceEvent.Crossing(bib: "17")))

  private func own(_ number: Int) -> EventID { EventID(high: 1, low: UInt64(number)) }
  private func other(_ number: Int) -> EventID { EventID(high: 2, low: UInt64(number)) }

  /// A race with runner 17, and a joined session with a batch of three crossings.
  private func exports() -> (race: HandmadeExport, stream: HandmadeExport) {
    var one = HandmadeExport(device: "finish")
    one.add(.started(Event.Start(plan: Plan(race: RaceFormat(.laps(9))))), own(1), of: race, at: 0)
    one.add(.race(.entered(RaceEvent.Entry(bib: "17"))), own(2), of: race, at: 1)
    var two = HandmadeExport(device: "point")
    let joined = RaceEvent.joined(race: race, point: "finish", priority: 0)
    two.add(.race(joined), other(1), of: stream, at: 2)
    for number in 2...4 {
      two.add(crossing, other(number), of: stream, at: 60 * number, batch: other(2))
    }
    return (one, two)
  }

  private func imported(_ exports: [HandmadeExport]) throws -> LogFixture {
    let fixture = try LogFixture()
    for export in exports { try fixture.open().importing(export.bytes) }
    return fixture
  }

  private func crossings(_ fixture: LogFixture) throws -> Int {
    Int(try fixture.rows("SELECT count(*) FROM crossings")[0]) ?? 0
  }

  @Test(arguments: [false, true])
  func `the race's own stream reverts a batch of another one`(isStreamFirst: Bool) throws {
    var (one, two) = exports()
    one.add(.reverted(other(2), batch: true), own(3), of: race, at: 300)
    let fixture = try imported(isStreamFirst ? [two, one] : [one, two])
    #expect(try crossings(fixture) == 0)
    try fixture.expectSound()
    one.add(.reverted(own(3)), own(4), of: race, at: 301)
    try fixture.open().importing(one.bytes)
    #expect(try crossings(fixture) == 3)
    one.add(.reverted(other(2)), own(5), of: race, at: 302)
    try fixture.open().importing(one.bytes)
    #expect(try crossings(fixture) == 2)
    try fixture.expectSound()
    two.add(crossing, other(5), of: stream, at: 310)
    try fixture.open().importing(two.bytes)
    #expect(try crossings(fixture) == 3)
    try fixture.expectSound()
    // Without its `joined`, the session leaves the race.
    two.add(.reverted(other(1)), other(6), of: stream, at: 320)
    try fixture.open().importing(two.bytes)
    #expect(try crossings(fixture) == 0)
  }

  @Test(arguments: [false, true])
  func `cyclic reversals are listed and have no effect`(isStreamFirst: Bool) throws {
    var (one, two) = exports()
    one.add(.reverted(other(5)), own(3), of: race, at: 300)
    two.add(.reverted(own(3)), other(5), of: stream, at: 301)
    let fixture = try imported(isStreamFirst ? [two, one] : [one, two])
    let log = try fixture.open()
    let (raceNumber, streamNumber) = isStreamFirst ? (2, 1) : (1, 2)
    let events = [(raceNumber, 3), (streamNumber, 5)].sorted(by: <)
    let cycle = try #require(try log.cyclesOfReversals().first)
    #expect(try log.cyclesOfReversals().count == 1)
    #expect(cycle.elementsEqual(events) { $0 == $1 })
    #expect(try crossings(fixture) == 3)
    #expect(try log.check().findings == [])
  }

  /// A comparison of a clock with a reference, both in seconds.
  private func comparison(_ seconds: Int, _ time: Int) -> Event.Kind {
    .race(
      .clocksCompared(
        ClockComparison(
          reference: "hub", sent: .seconds(seconds), referenceReceived: .seconds(time),
          referenceSent: .seconds(time), received: .seconds(seconds))))
  }

  @Test func `a comparison of clocks moves the crossings of a stream in the tables`() throws {
    var (one, two) = exports()
    let fixture = try imported([one, two])
    let place = "SELECT min(place) FROM crossings"
    #expect(try fixture.rows(place) == ["120000000000"])
    // The clock of the point is 3 s ahead.
    one.add(comparison(10, 1010), own(3), of: race, at: 10)
    two.add(comparison(250, 1247), other(5), of: stream, at: 250)
    for export in [one, two] { try fixture.open().importing(export.bytes) }
    #expect(try fixture.rows(place) == ["117000000000"])
    try fixture.expectSound()
    let race = try #require(try fixture.open().race(1))
    #expect(race.standings()?.waves.first?.rows.first?.flags == .compared)
  }

  @Test(arguments: [false, true])
  func `a compared clock past the time limit ends the race of a runner`(isOfRace: Bool) throws {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.time(.seconds(100), furtherLaps: nil)), entering: ["17"])
    // Session 2 is on the race's own device.
    try fixture.perform(.join(race: "1", point: "finish", priority: 0), of: .new(also: true))
    let ticks = fixture.machine.reading.ticks
    let own = ClockComparison(
      reference: "hub", sent: ticks, referenceReceived: .seconds(1000),
      referenceSent: .seconds(1000), received: ticks)
    try fixture.perform(.race(.clocksCompared(own)), of: .number(1))
    // By the comparisons, the time limit is over on the other device.
    let race = try fixture.open().uid(of: 1)
    var two = HandmadeExport(device: "point")
    let joined = RaceEvent.joined(race: race, point: "finish", priority: 1)
    two.add(.race(joined), other(1), of: stream, at: 2)
    two.add(comparison(250, 1250), other(2), of: stream, at: 250)
    try fixture.open().importing(two.bytes)
    for _ in 1...2 {
      try fixture.perform(.cross("17"), of: .number(isOfRace ? 1 : 2), after: .seconds(40))
      try fixture.expectSound()
    }
    #expect(try fixture.rows("SELECT status, laps FROM competitors") == ["finished|2"])
  }

  @Test func `the undo and redo of a join change the tables of its race`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.laps(5)), entering: ["17"])
    try fixture.perform(.join(race: "1", point: "finish", priority: 0), of: .new(also: true))
    try fixture.performSoundly([.cross("17"), .undo, .undo, .redo, .redo], of: .number(2))
    #expect(try fixture.rows("SELECT laps FROM competitors") == ["1"])
    // An undo passes over the crossings of a pad, which are none of the race without the join.
    var crossing = fixture.request(.cross("17"), of: .number(2))
    crossing.source = PadSource.of("gate")
    _ = try fixture.open().append(crossing)
    try fixture.performSoundly([.undo, .undo], of: .number(2))
    #expect(try fixture.rows("SELECT laps FROM competitors") == ["0"])
  }

  @Test func `a comparison of clocks is not the newest event that undo and redo mean`() throws {
    var fixture = try LogFixture.race()
    try fixture.start("b", also: true)
    let now = fixture.machine.reading.ticks
    let comparison = ClockComparison(
      reference: "hub", sent: now, referenceReceived: .zero, referenceSent: .zero, received: now)
    for command in [Command.undo, .redo] {
      try fixture.perform(.race(.clocksCompared(comparison)), of: .number(1))
      #expect(try fixture.perform(command).session == 2)
    }
  }

  @Test func `places are compared with crossings of other streams since the last correction`()
    throws
  {
    var (one, two) = exports()
    one.add(.race(.entered(RaceEvent.Entry(bib: "4"))), own(3), of: race, at: 2)
    one.add(.race(.crossed(RaceEvent.Crossing(bib: "4"))), own(4), of: race, at: 60)
    one.add(.race(.ruled(RaceEvent.Ruling(bib: "4", .time(.seconds(1))))), own(5), of: race, at: 61)
    let fixture = try imported([one])
    let log = try fixture.open()
    var watch = PlacesWatch(log)
    _ = try watch.change(by: #require(try log.event(own(5))))
    try log.importing(two.bytes)
    one.add(.race(.ruled(RaceEvent.Ruling(bib: "17", .status(.dsq)))), own(6), of: race, at: 300)
    try log.importing(one.bytes)
    let changes = try watch.change(by: #require(try log.event(own(6))))?.changes
    #expect(changes?.first { $0.bib == "4" }?.from == 2)
  }

  @Test func `the removal of a reverted crossing has no effect`() throws {
    var (one, _) = exports()
    for number in [3, 4] { one.add(crossing, own(number), of: race, at: 60 * (number - 2)) }
    one.add(.reverted(own(3)), own(5), of: race, at: 130)
    one.add(.removed(own(3)), own(6), of: race, at: 140)
    var fixture = try LogFixture()
    try fixture.open().importing(one.bytes)
    for (command, count) in [(Command.undo, 1), (.redo, 1), (.undo, 1), (.undo, 0)] {
      try fixture.perform(command, of: .number(1))
      #expect(try crossings(fixture) == count, "\(command)")
      try fixture.expectSound("\(command)")
    }
  }
}
