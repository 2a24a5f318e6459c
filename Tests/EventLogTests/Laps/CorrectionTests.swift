import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Corrections of long sessions, and of damaged ones.
struct CorrectionTests {
  /// A session of many laps of various times, every 50th of 1 s; optionally with a stop and a resume
  /// after lap 300, and with commands at its end.
  private static func session(
    _ plan: Plan = Plan(), laps: Int = 700, stopped: Bool = false, ending commands: [Command] = []
  ) throws -> LogFixture {
    var fixture = try LogFixture.inMemory()
    try fixture.perform(.start(.init(name: "long", plan: plan)), of: .new(also: false))
    var requests: [Request] = []
    for number in 1...laps {
      requests.append(
        fixture.request(.lap(label: nil), after: .seconds(number % 50 == 0 ? 1 : 60 + number % 7)))
      guard stopped, number == 300 else { continue }
      requests.append(fixture.request(.stop, after: .seconds(20)))
      requests.append(fixture.request(.resume, after: .seconds(100)))
    }
    fixture.machine.pass(.seconds(5))
    _ = try fixture.open().append(requests + commands.map { fixture.request($0) })
    return fixture
  }

  /// Expects that the tables equal a replay after each correction, and are as before after its undo.
  private func expectReversible(_ commands: [Command], _ fixture: LogFixture) throws {
    var fixture = fixture
    let before = try Dump(fixture.path, ["laps", "timestamps"])
    for command in commands {
      for change in [command, .redo] {
        try fixture.perform(change)
        try fixture.expectSound("\(command), \(change)")
        try fixture.perform(.undo)
        #expect(try Dump(fixture.path, ["laps", "timestamps"]) == before, "\(command), \(change)")
      }
    }
  }

  private static let plans = [
    Plan(), Plan(minimumLap: .seconds(5)), Plan(limit: .seconds(20_000)), Plan(laps: 690),
  ]

  @Test(
    arguments: plans + [Plan(laps: 9000), Plan(course: "c", segments: (1...705).map { "\($0)" })])
  func `removals are taken back`(_ plan: Plan) throws {
    try expectReversible([1, 2, 130, 257].map { .remove(.number($0)) }, Self.session(plan))
  }

  @Test(arguments: plans)
  func `moves of a start, a stop and a resume are taken back`(_ plan: Plan) throws {
    let moves = [1, 302, 303].flatMap { event in
      [Duration.seconds(-3), .milliseconds(1500)].map {
        Command.amend(.event(event), .init(move: .by($0)))
      }
    }
    try expectReversible(moves, Self.session(plan, stopped: true))
  }

  @Test(arguments: [false, true])
  func `corrections of a running or stopped session are taken back`(isStopped: Bool) throws {
    try expectReversible(
      [
        .remove(.number(1)), .remove(.number(600)), .remove(.number(1200)), .remove(.event(9)),
        .amend(.number(1), .init(label: .set("x"))),
        .amend(.number(1), .init(move: .by(.seconds(1)))),
        .amend(.number(600), .init(move: .by(.seconds(-300)))),
        .amend(.number(1200), .init(move: .by(.seconds(-90)))),
        .amend(.number(2), .init(move: .by(.seconds(600)), label: .set("x"))),
        .amend(.start, .init(move: .by(.seconds(-5)))),
        .amend(.start, .init(move: .by(.seconds(5)))),
      ],
      Self.session(laps: 1200, ending: [.mark(label: "m")] + (isStopped ? [.stop] : [])))
  }

  @Test func `a moved start changes the times of all timestamps before it`() throws {
    var fixture = try LogFixture.inMemory()
    try fixture.perform(.start(.init()), of: .new(also: false), time: .after(.seconds(300)))
    let marks = (1...200).map { fixture.request(.mark(label: "\($0)"), after: .seconds(1)) }
    _ = try fixture.open().append(marks)
    fixture.machine.pass(.seconds(200))
    try expectReversible([.amend(.start, .init(move: .by(.seconds(5))))], fixture)
  }

  @Test func `a refused correction of a long session changes nothing`() throws {
    var fixture = try Self.session(laps: 1200)
    let before = try Dump(fixture.path)
    for command in [
      Command.remove(.number(1201)), .remove(.number(0)),
      .amend(.number(3), .init(move: .by(.seconds(90_000)))),
      .amend(.number(3), .init(move: .by(.seconds(-9000)))),
      .amend(.start, .init(move: .by(.seconds(90_000)))),
      .amend(.start, .init(label: .set("x"))), .redo, .resume,
    ] {
      #expect(throws: Rejection.self, "\(command)") { try fixture.perform(command) }
      #expect(try Dump(fixture.path) == before)
    }
  }

  @Test func `laps after a stated lap get the next numbers`() throws {
    var fixture = try Self.session()
    let moment = try #require(try fixture.open(.reading).session(1)?.laps[20].at)
    let receipt = try fixture.perform(.lap(label: nil), time: .at(moment + .seconds(1)))
    #expect(receipt.lap?.number == 22)
    let session = try #require(try fixture.open(.reading).session(1))
    #expect(session.laps.map(\.number) == Array(1...701))
    try fixture.expectSound()
  }

  /// A session changed by SQL, with the events start, lap, lap, amendment of lap 1, undo, lap.
  private static func damaged(_ sql: String) throws -> LogFixture {
    var fixture = try LogFixture.started("a")
    for command in [
      Command.lap(label: nil), .lap(label: nil), .amend(.number(1), .init(label: .set("x"))), .undo,
      .lap(label: nil),
    ] { try fixture.perform(command, after: .seconds(1)) }
    try fixture.execute(
      "DROP TRIGGER events_are_not_deleted; DROP TRIGGER events_are_not_changed; \(sql)")
    return fixture
  }

  @Test(arguments: [
    "DELETE FROM events WHERE version = 5", "UPDATE events SET data = '{' WHERE version = 6",
  ])
  func `a session with a missing or unreadable event is not corrected`(_ sql: String) throws {
    var fixture = try Self.damaged(sql)
    let before = try Dump(fixture.path)
    #expect(throws: LogError.self) { try fixture.perform(.undo) }
    #expect(try Dump(fixture.path) == before)
  }

  @Test(arguments: [2, 3])
  func `a damaged row does not prevent the correction of its lap`(_ number: Int) throws {
    var fixture = try Self.damaged("UPDATE laps SET flags = '[' WHERE number = \(number)")
    #expect(try fixture.perform(.remove(.number(2)), after: .seconds(1)).kind.name == "removed")
    #expect(try fixture.open(.reading).session(1)?.laps.count == 2)
  }
}
