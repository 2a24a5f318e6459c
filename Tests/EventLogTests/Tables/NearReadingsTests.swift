import SQLite
import Testing
import Text
import TimingTestSupport

@testable import EventLog
@testable import Logbook
@testable import Timing

/// The places of stated moments, computed from the nearest readings in the log.
struct NearReadingsTests {
  @Test(arguments: 0..<Seed.tries(40))
  func `the nearest readings give the same place as all readings`(_: Int) throws {
    var seed = Seed()
    var fixture = try LogFixture()
    try fixture.start("a")
    let count = 1 + seed.below(40)
    for _ in 0..<count {
      // Readings at equal times, of several boots, with drifting and resting clocks.
      if seed.chance(60) { fixture.machine.pass(.seconds(seed.below(4))) }
      if seed.chance(10) { fixture.machine.step(.milliseconds(seed.below(3_000))) }
      if seed.chance(10) { fixture.machine.reboot(lasting: .seconds(seed.below(4))) }
      try fixture.perform(.mark(label: "m"))
    }
    fixture.machine.pass(.seconds(seed.below(3)))
    let session = try #require(try fixture.open().session(1))
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    let row = try #require(try Tables(connection: connection).row(of: 1))
    let near = try #require(NearReadings(of: 1, row.summary, in: connection))
    let reading = fixture.machine.reading
    let first = try #require(session.events.first).reading.recordedAt
    let span = reading.recordedAt - first
    for _ in 0..<50 {
      let shift = Duration.milliseconds(500 * (seed.below(8) - 2))
      let moment = first + shift + span * (Double(seed.below(1_001)) / 1_000)
      let wanted = session.events.map(\.reading.recordedAt).randomElement(using: &seed) ?? moment
      for moment in [moment, wanted] {
        let time = EventTime.stated(moment, reading)
        let expected = session.summary.placement(
          of: time, isPress: false, among: session.allSound, latest: nil)
        let found = row.summary.placement(
          of: time, isPress: false, among: try near.near(moment))
        #expect(found == expected, "\(seed)")
      }
    }
  }

  @Test func `after the wall clock was set back, the fold needs all readings`() throws {
    var fixture = try LogFixture()
    try fixture.start("a")
    for step in [1, -1, 5] {
      fixture.machine.pass(.milliseconds(10))
      fixture.machine.step(.seconds(step))
      try fixture.perform(.mark(label: "m"))
      let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
      let row = try #require(try Tables(connection: connection).row(of: 1))
      #expect((NearReadings(of: 1, row.summary, in: connection) != nil) == (step == 1))
    }
  }
}
