import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// The tables of a long session after corrections that change many lap numbers or splits.
struct RenumberingTests {
  private static let laps = 700

  /// A session with laps of various times, every 50th of 1 s; optionally with a stop and a resume
  /// after lap 300.
  private static func fixture(
    _ plan: Plan, labels: Bool = false, stopped: Bool = false
  ) throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.perform(.start(.init(name: "long", plan: plan)), of: .new(also: false))
    var requests: [Request] = []
    for number in 1...laps {
      fixture.machine.pass(.seconds(number % 50 == 0 ? 1 : 60 + number % 7))
      requests.append(fixture.request(.lap(label: labels && number % 3 == 0 ? "bend" : nil)))
      guard stopped, number == 300 else { continue }
      fixture.machine.pass(.seconds(20))
      requests.append(fixture.request(.stop))
      fixture.machine.pass(.seconds(100))
      requests.append(fixture.request(.resume))
    }
    _ = try fixture.open().append(requests)
    return fixture
  }

  @Test(arguments: [
    Plan(), Plan(minimumLap: .seconds(5)), Plan(limit: .seconds(20_000)), Plan(laps: 690),
    Plan(laps: 9000), Plan(course: "c", segments: (1...705).map { "\($0)" }),
  ])
  func `after a removal, the tables equal a replay`(_ plan: Plan) throws {
    var fixture = try Self.fixture(plan)
    let before = try Dump(fixture.path, ["laps"])
    for number in [1, 2, 130, 257] {
      try fixture.perform(.remove(.number(number)))
      #expect(try fixture.open(.reading).check().findings == [], "lap \(number)")
      try fixture.perform(.undo)
      #expect(try Dump(fixture.path, ["laps"]) == before, "lap \(number)")
      try fixture.perform(.redo)
      #expect(try fixture.open(.reading).check().findings == [], "lap \(number), again")
      try fixture.perform(.undo)
    }
  }

  @Test(arguments: [
    Plan(), Plan(minimumLap: .seconds(5)), Plan(limit: .seconds(20_000)), Plan(laps: 690),
  ])
  func `after a start, stop or resume was moved, the tables equal a replay`(
    _ plan: Plan
  ) throws {
    var fixture = try Self.fixture(plan, stopped: true)
    let before = try Dump(fixture.path, ["laps"])
    // The start, the stop and the resume.
    for event in [1, 302, 303] {
      for span in [Duration.seconds(-3), .milliseconds(1500)] {
        try fixture.perform(.amend(.event(event), .init(move: .by(span))))
        #expect(try fixture.open(.reading).check().findings == [], "event \(event) by \(span)")
        try fixture.perform(.undo)
        #expect(try Dump(fixture.path, ["laps"]) == before, "event \(event) by \(span)")
        try fixture.perform(.redo)
        #expect(try fixture.open(.reading).check().findings == [], "event \(event), again")
        try fixture.perform(.undo)
      }
    }
  }

  @Test func `laps after a stated lap get the next numbers`() throws {
    var fixture = try Self.fixture(Plan())
    let moment = try #require(try fixture.open(.reading).session(1)?.laps[20].at)
    let receipt = try fixture.perform(.lap(label: nil), time: .at(moment + .seconds(1)))
    #expect(receipt.lap?.number == 22)
    let session = try #require(try fixture.open(.reading).session(1))
    #expect(session.laps.map(\.number) == Array(1...701))
    #expect(try fixture.open(.reading).check().findings == [])
  }

  @Test func `the tables of laps with labels equal a replay`() throws {
    var fixture = try Self.fixture(Plan(), labels: true)
    try fixture.perform(.remove(.number(3)))
    #expect(try fixture.open(.reading).check().findings == [])
    try fixture.perform(.lap(label: "bend"))
    try fixture.perform(.stop)
    #expect(try fixture.open(.reading).check().findings == [])
  }

  @Test func `a long-lived process continues with the renumbered laps`() throws {
    var fixture = try Self.fixture(Plan())
    let log = try fixture.open(.appending(longLived: true))
    for command in [
      Command.remove(.number(9)), .remove(.number(300)), .lap(label: nil), .undo, .undo,
      .amend(.number(200), .init(move: .by(.seconds(1)))), .remove(.number(1)), .lap(label: "x"),
    ] {
      fixture.machine.pass(.seconds(1))
      _ = try log.append(fixture.request(command))
      #expect(try fixture.open(.reading).check().findings == [], "\(command)")
    }
  }
}
