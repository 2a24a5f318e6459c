import Racing
import SQLite
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

  private func own(_ number: Int) -> EventID { EventID(high: 1, low: UInt64(number)) }
  private func other(_ number: Int) -> EventID { EventID(high: 2, low: UInt64(number)) }

  /// A race with runner 17, and a joined session with a batch of three crossings.
  private func exports() -> (race: HandmadeExport, stream: HandmadeExport) {
    var one = HandmadeExport(device: "finish")
    let plan = Plan(race: RaceFormat(.laps(9)))
    one.add(.started(Event.Start(plan: plan)), own(1), of: race, at: 0)
    one.add(.race(.entered(RaceEvent.Entry(bib: "17"))), own(2), of: race, at: 1)
    var two = HandmadeExport(device: "point")
    let joined = RaceEvent.joined(race: race, point: "finish", priority: 0)
    two.add(.race(joined), other(1), of: stream, at: 2)
    for number in 2...4 {
      two.add(
        .race(.crossed(RaceEvent.Crossing(bib: "17"))), other(number), of: stream,
        at: 60 * number, batch: other(2))
    }
    return (one, two)
  }

  private func crossings(_ fixture: LogFixture) throws -> Int {
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    return try connection.prepare("SELECT count(*) FROM crossings").first { Int($0.int(0)) } ?? 0
  }

  @Test(arguments: [false, true])
  func `the race's own stream reverts a batch of another one`(isStreamFirst: Bool) throws {
    var (one, two) = exports()
    one.add(.reverted(other(2), batch: true), own(3), of: race, at: 300)
    let fixture = try LogFixture()
    for export in isStreamFirst ? [two, one] : [one, two] {
      try fixture.open().importing(export.bytes)
    }
    #expect(try crossings(fixture) == 0)
    #expect(try fixture.open().check().findings == [])
    one.add(.reverted(own(3)), own(4), of: race, at: 301)
    try fixture.open().importing(one.bytes)
    #expect(try crossings(fixture) == 3)
    one.add(.reverted(other(2)), own(5), of: race, at: 302)
    try fixture.open().importing(one.bytes)
    #expect(try crossings(fixture) == 2)
    #expect(try fixture.open().check().findings == [])
    two.add(.race(.crossed(RaceEvent.Crossing(bib: "17"))), other(5), of: stream, at: 310)
    try fixture.open().importing(two.bytes)
    #expect(try crossings(fixture) == 3)
    #expect(try fixture.open().check().findings == [])
  }

  @Test(arguments: [false, true])
  func `cyclic reversals are listed and have no effect`(isStreamFirst: Bool) throws {
    var (one, two) = exports()
    one.add(.reverted(other(5)), own(3), of: race, at: 300)
    two.add(.reverted(own(3)), other(5), of: stream, at: 301)
    let fixture = try LogFixture()
    for export in isStreamFirst ? [two, one] : [one, two] {
      try fixture.open().importing(export.bytes)
    }
    let log = try fixture.open()
    let (raceNumber, streamNumber) = isStreamFirst ? (2, 1) : (1, 2)
    let cycle = [
      SessionEvent(session: raceNumber, version: 3),
      SessionEvent(session: streamNumber, version: 5),
    ].sorted()
    #expect(try log.cyclesOfReversals() == [cycle])
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
    let fixture = try LogFixture()
    for export in [one, two] { try fixture.open().importing(export.bytes) }
    func place() throws -> Int64? {
      let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
      return try connection.prepare("SELECT min(place) FROM crossings").first { $0.int(0) }
    }
    #expect(try place() == 120_000_000_000)
    // The clock of the point is 3 s ahead.
    one.add(comparison(10, 1010), own(3), of: race, at: 10)
    two.add(comparison(250, 1247), other(5), of: stream, at: 250)
    for export in [one, two] { try fixture.open().importing(export.bytes) }
    #expect(try place() == 117_000_000_000)
    #expect(try fixture.open().check().findings == [])
    let race = try #require(try fixture.open().race(1))
    #expect(race.standingsAtNewestEvent()?.waves.first?.rows.first?.flags == .compared)
  }

  @Test(arguments: [false, true])
  func `a compared clock past the time limit finishes a runner with earlier crossings`(
    isOfRace: Bool
  ) throws {
    var fixture = try LogFixture()
    let plan = Plan(race: RaceFormat(.time(.seconds(100), furtherLaps: nil)))
    try fixture.perform(.start(Event.Start(plan: plan)), of: .new(also: false))
    try fixture.perform(.race(.entered(RaceEvent.Entry(bib: "17"))), of: .number(1))
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
      fixture.machine.pass(.seconds(40))
      try fixture.perform(
        .race(.crossed(RaceEvent.Crossing(bib: "17"))), of: .number(isOfRace ? 1 : 2))
      #expect(try fixture.open().check().findings == [])
    }
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    #expect(
      try connection.prepare("SELECT status || ' ' || laps FROM competitors")
        .first { $0.text(0) } == "finished 2")
  }

  @Test func `the removal of a reverted crossing has no effect`() throws {
    var (one, _) = exports()
    one.add(.race(.crossed(RaceEvent.Crossing(bib: "17"))), own(3), of: race, at: 60)
    one.add(.race(.crossed(RaceEvent.Crossing(bib: "17"))), own(4), of: race, at: 120)
    one.add(.reverted(own(3)), own(5), of: race, at: 130)
    one.add(.removed(own(3)), own(6), of: race, at: 140)
    var fixture = try LogFixture()
    try fixture.open().importing(one.bytes)
    for (command, count) in [(Command.undo, 1), (.redo, 1), (.undo, 1), (.undo, 0)] {
      try fixture.perform(command, of: .number(1))
      #expect(try crossings(fixture) == count, "\(command)")
      #expect(try fixture.open().check().findings == [], "\(command)")
    }
  }
}
