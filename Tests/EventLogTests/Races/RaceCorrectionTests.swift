import Racing
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Corrections and late entries that random races rarely have: after each, the tables of the race
/// equal a fold.
struct RaceCorrectionTests {
  private var fixture: LogFixture

  init() throws { fixture = try LogFixture.race(laps: 30) }

  @Test(arguments: [
    Command.enter("9") { $0.wave = .set("B") }, .enter("17") { $0.wave = .set("B") },
    .enter("9", chips: ["A1", "B1"]), .enter("9", chips: ["AK1"]), .enter("17", chips: ["A1"]),
    .enter("17") { $0.category = .set("C") }, .enter("K2"), .enter("é"),
  ])
  mutating func `an entry of another wave or with chips changes other rows`(entry: Command) throws {
    for command in [Command.enter("3", chips: ["B1"]), .cross(chip: "A1"), .cross("\u{212A}2")] {
      try fixture.perform(command)
    }
    try fixture.performSoundly([entry])
  }

  @Test mutating func `a runner keeps a ruling after a withdrawal and a new entry`() throws {
    try fixture.performSoundly([.rule("17", .time(.seconds(10))), .withdraw("17"), .enter("17")])
    #expect(
      try fixture.rows("SELECT penalty_ns FROM competitors WHERE bib = '17'") == ["10000000000"])
  }

  @Test mutating func `a withdrawal of somebody who is not entered is refused`() throws {
    try fixture.performSoundly([.withdraw("17")])
    for bib in ["5", "\u{212A}", "170", "17"] {
      #expect(throws: Rejection.self) { try fixture.perform(.withdraw(bib)) }
    }
    try fixture.expectSound()
  }

  @Test mutating func `a new entry with a chip claims its crossings`() throws {
    for chip in ["A1", "a 1", "B1", "A1"] { try fixture.perform(.cross(chip: chip)) }
    try fixture.perform(.assign(.event(13), bib: nil))
    try fixture.performSoundly([.enter("9", chips: ["A1", "C1"])])
    #expect(try fixture.rows("SELECT laps FROM competitors WHERE bib = '9'") == ["2"])
  }

  @Test func `many entries with chips in one transaction claim crossings`() throws {
    var fixture = try LogFixture.race()
    try fixture.perform(.cross(chip: "C25"))
    let entries = (20..<40).map { fixture.request(.enter("\($0)", chips: ["C\($0)"])) }
    for result in try fixture.open().append(entries) { _ = try result.get() }
    try fixture.expectSound()
  }

  private func results(_ fixture: LogFixture) throws -> [String] {
    let race = try #require(try fixture.open().race(1))
    return try #require(race.standings()).waves[0].rows.map { "\($0.bib) \($0.laps) \($0.status)" }
  }

  /// A race of three runners, who cross in turn.
  private func fixture(_ format: RaceFormat) throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.startRace(format, entering: ["1", "2", "3"])
    for bib in ["1", "2", "3", "1", "2", "3", "1", "2", "1", "3", "2"] {
      try fixture.perform(.cross(bib), after: .seconds(10))
    }
    return fixture
  }

  /// Formats in which runner 1 ends the race with lap 3, and no other runner changes how.
  @Test(
    arguments: [
      RaceFormat.Finish.laps(3), .time(.seconds(65), furtherLaps: 0),
      .time(.seconds(35), furtherLaps: 1),
    ], [RaceFormat.Lapped.finish, .continue])
  func `the lap that ended the race and the runners are taken out and come back`(
    finish: RaceFormat.Finish, lapped: RaceFormat.Lapped
  ) throws {
    var format = RaceFormat(finish)
    format.lapped = lapped
    var fixture = try fixture(format)
    let before = try results(fixture)
    #expect(before.first == "1 3 finished")
    let lap = Command.remove(.event(11))
    for change in [lap, .withdraw("3"), .withdraw("1"), .withdraw("2")] {
      try fixture.performSoundly([change])
      if change == lap {
        // The end is the third lap of 2.
        #expect(try results(fixture).first == "2 3 finished")
      } else {
        #expect(try results(fixture).count == 2)
      }
      try fixture.performSoundly([.undo, .redo, .undo])
      #expect(try results(fixture) == before)
    }
    try fixture.performSoundly([
      .withdraw("1"), .withdraw("2"), .undo, .undo, .rule("1", .status(.dsq)), .undo, .redo,
      .withdraw("1"), .undo, .undo,
    ])
    #expect(try results(fixture) == before)
  }

  @Test mutating func `a crossing with a stated time gets the rows of a rebuild`() throws {
    let start = Moment(nanosecondsSince1970: fixture.machine.wall)
    fixture.machine.reboot(lasting: .seconds(20))
    let kept = try fixture.open(.appending(longLived: true))
    for lap in 1...20 {
      fixture.machine.pass(.seconds(10))
      let log = lap.isMultiple(of: 3) ? try fixture.open() : kept
      let receipt = try log.append(
        fixture.request(.cross(["17", "4"][lap % 2]), time: .at(start + .seconds(10 * lap + 3))))
      #expect(receipt.timeOfEvent == .seconds(72 + 10 * lap + 3))
      try fixture.expectSound()
    }
  }

  @Test(arguments: [0, 2, 5, 60], [0, 3])
  mutating func `removed crossings with stated times come back`(secondsAgo: Int, step: Int) throws {
    var stated: [Int] = []
    for _ in 0..<3 {
      fixture.machine.pass(.seconds(10))
      // The place of the moment then depends on the reading that is nearest to it.
      fixture.machine.step(.seconds(step))
      let moment = Moment(nanosecondsSince1970: fixture.machine.wall) - .seconds(secondsAgo)
      stated.append(try fixture.perform(.cross("17"), time: .at(moment)).version)
      fixture.machine.pass(.seconds(1))
      fixture.machine.step(.seconds(step))
      try fixture.perform(.cross("4"))
    }
    try fixture.performSoundly([
      .remove(.event(stated[1])), .undo, .redo, .undo, .remove(.event(stated[2])), .undo,
    ])
  }

  @Test mutating func `bibs and chips in another Unicode form keep runners and rulings`() throws {
    try fixture.performSoundly([
      .enter("\u{212A}1", chips: ["\u{212A}9"]), .cross("K1"), .cross(chip: "k9"),
      .assign(.event(5), bib: "K1"), .enter("5", chips: ["caf\u{E9}"]), .cross(chip: "cafe\u{301}"),
      .amend(.event(15), .init(move: .by(.seconds(-1)))), .undo, .remove(.event(15)),
    ])
    fixture = try LogFixture.race(laps: 30)
    try fixture.performSoundly([
      .enter("K1"), .rule("\u{212A}1", .time(.seconds(5))), .rule("K1", .time(.seconds(10))),
      .remove(.event(11)), .undo, .undo, .redo,
    ])
  }

  @Test mutating func `crossings of a bib that is not entered have one Unicode form`() throws {
    try fixture.performSoundly([
      .cross("\u{212A}8"), .cross("K8"), .enter("\u{212A}8"), .withdraw("K8"), .cross("K8"),
      .cross("K9"), .cross("\u{212A}9"),
    ])
    #expect(
      try fixture.rows("SELECT DISTINCT hex(bib) FROM crossings WHERE bib NOT IN ('17', '4')")
        == ["4B38", "4B39"])
  }

  @Test mutating func `a chip has one Unicode form, in whichever one it was named first`() throws {
    let log = try fixture.open()
    for command in [
      Command.enter("5"), .cross(chip: "\u{212A}9"), .race(.linked(chip: "k9", bib: "5")),
    ] { _ = try log.append(fixture.request(command, after: .seconds(1))) }
    try fixture.expectSound()
    #expect(try fixture.rows("SELECT hex(chip) FROM chips") == ["4B39"])
  }

  @Test func `a photo finish is decided again after an earlier crossing is stated`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.laps(5)), entering: ["1", "2"])
    for bibs in [["1"], ["1", "2"]] {
      fixture.machine.pass(.seconds(20))
      for bib in bibs { try fixture.perform(.cross(bib)) }
    }
    try fixture.performSoundly([.order([.event(6), .event(5)])], every: .zero)
    try fixture.perform(.cross("2"), time: .ago(.seconds(10)))
    try fixture.expectSound()
    // A further lap of one ends the photo finish of both.
    try fixture.performSoundly([.cross("2")], every: .seconds(10))
  }

  @Test func `a lap of one of several leaders is taken back before the time`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.time(.seconds(900), furtherLaps: 0)), entering: ["17", "4"])
    try fixture.performSoundly(["17", "4", "17", "4"].map(Command.cross(_:)), every: .seconds(12))
    try fixture.performSoundly(
      [
        .undo, .redo, .remove(.event(6)), .undo, .rule("4", .status(.dsq)), .remove(.event(6)),
        .undo, .undo,
      ], every: .zero)
  }

  @Test func `crossings at the same moment can end the race`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.laps(3)), entering: ["1"])
    fixture.machine.pass(.seconds(20))
    let log = try fixture.open()
    for _ in 1...3 {
      _ = try log.append(fixture.request(.cross("1"), time: .ago(.seconds(5))))
      try fixture.expectSound()
    }
    try fixture.performSoundly([.undo, .undo, .redo, .redo], every: .zero)
  }

  @Test func `a link that is moved behind a crossing leaves it`() throws {
    var fixture = try LogFixture.race(laps: 30)
    try fixture.performSoundly([
      .race(.linked(chip: "A1", bib: "4")), .cross(chip: "A1"),
      .amend(.event(10), .init(move: .by(.milliseconds(1500)))), .undo,
    ])
  }

  @Test mutating func `a crossing amended to the same place has the time of the new wall clock`()
    throws
  {
    try fixture.perform(.cross("17"))
    for seconds in [10, 20] {
      fixture.machine.step(.seconds(3600))
      let amendment = Event.Amendment(move: .ago(.seconds(seconds)))
      try fixture.performSoundly([.amend(.event(10), amendment)], every: .seconds(10))
      let at = Moment(nanosecondsSince1970: fixture.machine.wall) - .seconds(seconds)
      #expect(
        try fixture.rows("SELECT at, place FROM crossings WHERE event = 10")
          == ["\(at.nanosecondsSince1970)|72000000000"])
    }
  }

  @Test mutating func `a session leaves a race that changes in the same transaction`() throws {
    try fixture.perform(.join(race: "1", point: "finish", priority: 0), of: .new(also: true))
    try fixture.perform(.cross("17"), of: .number(2), after: .seconds(10))
    let crossings = "SELECT count(*) FROM crossings"
    #expect(try fixture.rows(crossings) == ["7"])
    let requests = [
      fixture.request(.enter("9"), of: .number(1)),
      fixture.request(.undo, of: .number(2)), fixture.request(.undo, of: .number(2)),
    ]
    for result in try fixture.open().append(requests) { _ = try result.get() }
    #expect(try fixture.rows(crossings) == ["6"])
    try fixture.expectSound()
  }

  @Test func `a race is read again after a transaction that failed`() throws {
    var fixture = try LogFixture.race(laps: 9)
    let log = try fixture.open(.appending(longLived: true))
    _ = try log.append(fixture.request(.remove(.event(9))))
    try #require(log.connection).execute(
      """
      CREATE TEMP TRIGGER fails BEFORE INSERT ON events WHEN NEW.kind = 'named' \
      BEGIN SELECT RAISE(ABORT, ''); END
      """)
    let requests = [fixture.request(.undo), fixture.request(.name("one"))]
    #expect(throws: (any Error).self) { try log.append(requests) }
    try fixture.perform(.cross("4"), after: .seconds(10))
    _ = try log.append(fixture.request(.undo))
    try fixture.expectSound()
  }

  @Test func `a disqualified runner has no more laps than those who end the race`() throws {
    var fixture = try LogFixture()
    var format = RaceFormat(.time(.seconds(60), furtherLaps: 0))
    format.lapped = .continue
    try fixture.startRace(format, entering: ["1", "2"])
    try fixture.performSoundly(
      [
        .cross("1"), .cross("1"), .cross("1"), .rule("1", .status(.dsq)), .cross("1"),
        .mark(label: "m"), .cross("2"),
      ], every: .seconds(11))
  }
}
