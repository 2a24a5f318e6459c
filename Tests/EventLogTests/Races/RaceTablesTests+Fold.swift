import Racing
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Corrections of a race, and crossings that need no fold.
extension RaceTablesTests {
  @Test func `a passage that two sessions of one clock read counts once`() throws {
    var fixture = try fixture(laps: 30)
    let log = try fixture.open(.appending(longLived: true))
    _ = try log.append(
      fixture.request(.join(race: "1", point: "finish", priority: 1), of: .new(also: true)))
    for lap in 1...20 {
      fixture.machine.pass(.seconds(10))
      // The race's own device also reads every other passage.
      for session in lap.isMultiple(of: 2) ? [1, 2] : [2] {
        let crossing = RaceEvent.Crossing(bib: ["17", "4"][lap % 2])
        _ = try log.append(fixture.request(.race(.crossed(crossing)), of: .number(session)))
        fixture.machine.pass(.seconds(1))
      }
    }
    #expect(try log.check().findings == [])
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    #expect(
      try connection.prepare(
        "SELECT count(*) FROM crossings WHERE stream = 2 AND flags = '[\"double\"]'"
      ).first { $0.int(0) } == 10)
  }

  @Test func `a session whose join is undone leaves a race in memory`() throws {
    var fixture = try fixture(laps: 30)
    let log = try fixture.open(.appending(longLived: true))
    let crossing = Command.race(.crossed(RaceEvent.Crossing(bib: "17")))
    _ = try log.append(
      fixture.request(.join(race: "1", point: "A", priority: 1), of: .new(also: true)))
    for (command, session) in [
      (crossing, 2), (.assign(.stream(session: 2, event: 2), bib: "4"), 1), (.undo, 2), (.undo, 2),
    ] {
      fixture.machine.pass(.seconds(10))
      _ = try log.append(fixture.request(command, of: .number(session)))
    }
    #expect(log.cache.race != nil)
    #expect(try log.check().findings == [])
  }

  @Test func `a crossing with a stated time gets the rows of a rebuild`() throws {
    var fixture = try fixture(laps: 30)
    let start = Moment(nanosecondsSince1970: fixture.machine.wall)
    fixture.machine.reboot(lasting: .seconds(20))
    let kept = try fixture.open(.appending(longLived: true))
    for lap in 1...20 {
      fixture.machine.pass(.seconds(10))
      let log = lap.isMultiple(of: 3) ? try fixture.open() : kept
      let crossing = RaceEvent.Crossing(bib: ["17", "4"][lap % 2])
      let request = fixture.request(
        .race(.crossed(crossing)), time: .at(start + .seconds(10 * lap + 3)))
      let receipt = try log.append(request)
      #expect(receipt.timeOfEvent == .seconds(72 + 10 * lap + 3))
      #expect(try log.check().findings == [])
    }
  }

  @Test func `the rows of a runner are found by an index`() throws {
    let fixture = try fixture(laps: 30)
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    for table in [EntryRow.table, CrossingRow.table, CompetitorRow.table] {
      let plan = try connection.prepare("EXPLAIN QUERY PLAN \(table.selectBib)")
        .first { $0.text(3) }
      #expect(plan?.hasSuffix("(session=? AND bib=?)") == true, "\(plan ?? "")")
    }
  }

  @Test func `crossings of one moment are judged without a fold`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(.laps(500), entering: ["17", "4"])
    let log = try fixture.open(.appending(longLived: true))
    for _ in 1...4 {
      fixture.machine.pass(.seconds(10))
      let crossings = ["17", "4", "4", "17", "17"].map { bib in
        fixture.request(.race(.crossed(RaceEvent.Crossing(bib: bib))))
      }
      _ = try log.append(crossings)
      _ = try log.append(crossings.prefix(2).map { fixture.request($0.command) })
      #expect(log.cache.race == nil)
      #expect(try log.check().findings == [])
    }
  }

  @Test func `a ruling and an assignment change the rows of their runners`() throws {
    var fixture = try fixture(laps: 30)
    try fixture.perform(.race(.crossed(RaceEvent.Crossing())))
    for command in [
      Command.race(.ruled(RaceEvent.Ruling(bib: "17", .time(.seconds(10))))),
      .race(.ruled(RaceEvent.Ruling(bib: "4", .status(.dsq)))),
      .race(.ruled(RaceEvent.Ruling(bib: "4", .status(.ok)))),
      .assign(.event(10), bib: "4"), .assign(.event(10), bib: "17"), .assign(.event(9), bib: nil),
    ] {
      let log = try fixture.open()
      _ = try log.append(fixture.request(command))
      #expect(try log.check().findings == [], "\(command)")
    }
    for command in [
      Command.race(.ruled(RaceEvent.Ruling(bib: "5", .laps(1)))), .assign(.event(2), bib: "4"),
    ] {
      #expect(throws: Rejection.self) { try fixture.perform(command) }
    }
  }

  @Test func `undo, redo and removals of crossings and rulings change their runners`() throws {
    var fixture = try fixture(laps: 30)
    var entry = RaceEvent.Entry(bib: "5")
    entry.chips = .set(["C5"])
    try fixture.perform(.race(.entered(entry)))
    func ruling(_ decision: RaceEvent.Ruling.Decision) -> Command {
      .race(.ruled(RaceEvent.Ruling(bib: "17", decision)))
    }
    let crossing = Command.race(.crossed(RaceEvent.Crossing(bib: "17")))
    let chip = Command.race(.crossed(RaceEvent.Crossing(chip: "C5")))
    for command in [
      crossing, .undo, .redo, .undo, .redo, chip, .assign(.event(16), bib: "4"), .undo, .redo,
      .assign(.event(16), bib: nil), .undo, .undo, .undo, .redo, ruling(.time(.seconds(10))),
      ruling(.status(.dnf)), ruling(.laps(1)), .undo, .undo, .redo, .undo, .undo, .redo,
      .remove(.event(5)), .undo, .redo, .remove(.event(16)), .undo, .remove(.event(11)),
      ruling(.time(.seconds(5))), ruling(.status(.dsq)), .remove(.event(40)), .undo, .redo, .undo,
    ] {
      let log = try fixture.open()
      fixture.machine.pass(.seconds(1))
      let expected = try #require(try log.session(1)).decide(command, .now(fixture.machine.reading))
      let receipt = try log.append(fixture.request(command))
      #expect(receipt.kind == expected)
      #expect(try log.check().findings == [], "\(command) \(receipt.version)")
    }
  }

  @Test(arguments: [0, 2, 5, 60], [0, 3])
  func `a removed crossing with a stated time comes back`(
    secondsAgo: Int, step: Int
  ) throws {
    var fixture = try fixture(laps: 30)
    var stated: [Int] = []
    for _ in 0..<3 {
      fixture.machine.pass(.seconds(10))
      // The place of the moment then depends on the reading that is nearest to it.
      fixture.machine.step(.seconds(step))
      let moment = Moment(nanosecondsSince1970: fixture.machine.wall) - .seconds(secondsAgo)
      let receipt = try fixture.open().append(
        fixture.request(
          .race(.crossed(RaceEvent.Crossing(bib: "17"))), time: .at(moment)))
      stated.append(receipt.version)
      fixture.machine.pass(.seconds(1))
      fixture.machine.step(.seconds(step))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "4"))))
    }
    for command in [
      Command.remove(.event(stated[1])), .undo, .redo, .undo, .remove(.event(stated[2])), .undo,
    ] {
      let log = try fixture.open()
      fixture.machine.pass(.seconds(1))
      _ = try log.append(fixture.request(command))
      #expect(try log.check().findings == [], "\(command)")
    }
  }

  @Test func `a chip in another Unicode form keeps its runner in a correction`() throws {
    var fixture = try fixture(laps: 30)
    var entry = RaceEvent.Entry(bib: "5")
    entry.chips = .set(["caf\u{E9}"])
    try fixture.perform(.race(.entered(entry)))
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(chip: "cafe\u{301}"))))
    for command in [Command.amend(.event(11), .by(.seconds(-1))), .undo, .remove(.event(11))] {
      try fixture.perform(command)
      #expect(try fixture.open().check().findings == [], "\(command)")
    }
  }

  @Test func `a photo finish is decided again after an earlier crossing is stated`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(.laps(5), entering: ["1", "2"])
    fixture.machine.pass(.seconds(20))
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "1"))))
    fixture.machine.pass(.seconds(20))
    for bib in ["1", "2"] { try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: bib)))) }
    try fixture.perform(.order([.event(6), .event(5)]))
    #expect(try fixture.open().check().findings == [])
    try fixture.perform(
      .race(.crossed(RaceEvent.Crossing(bib: "2"))), time: .ago(.seconds(10)))
    #expect(try fixture.open().check().findings == [])
  }

  @Test func `an unknown chip with any characters needs no fold`() throws {
    var fixture = try fixture(laps: 30)
    let log = try fixture.open()
    _ = try log.append(fixture.request(.race(.crossed(RaceEvent.Crossing(chip: "KX;`1")))))
    #expect(log.cache.race == nil)
    #expect(try log.check().findings == [])
  }

  @Test func `the fold finds a bib or chip in another Unicode form`() throws {
    var fixture = try fixture(laps: 30)
    var entry = RaceEvent.Entry(bib: "\u{212A}1")
    entry.chips = .set(["\u{212A}9"])
    try fixture.perform(.race(.entered(entry)))
    for command in [
      Command.race(.crossed(RaceEvent.Crossing(bib: "K1"))),
      .race(.crossed(RaceEvent.Crossing(chip: "k9"))), .assign(.event(5), bib: "K1"),
    ] {
      fixture.machine.pass(.seconds(1))
      try fixture.perform(command)
      #expect(try fixture.open().check().findings == [], "\(command)")
    }
  }

  @Test(arguments: [
    RaceFormat.Finish.laps(4), .time(.seconds(70), furtherLaps: 0),
    .time(.seconds(50), furtherLaps: 1),
  ])
  func `the first to finish ends the race, and so do undo and redo`(
    finish: RaceFormat.Finish
  ) throws {
    var fixture = try LogFixture()
    try fixture.startRace(finish, entering: ["17", "4"])
    for bib in ["17", "4", "17", "4", "17", "4"] {
      fixture.machine.pass(.seconds(12))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: bib))))
    }
    fixture.machine.pass(.seconds(1))
    try fixture.perform(.mark(label: "time is over"))
    let crossings = ["17", "4", "17"].map { Command.race(.crossed(RaceEvent.Crossing(bib: $0))) }
    for command in [crossings[0], .undo, .redo, crossings[1], crossings[2], .undo] {
      fixture.machine.pass(.seconds(5))
      let log = try fixture.open()
      _ = try log.append(fixture.request(command))
      #expect(try log.check().findings == [], "\(command)")
    }
    let race = try #require(try fixture.open().race(1))
    let rows = try #require(race.standingsAtNewestEvent()).waves[0].rows
    #expect(rows.map(\.status) == [.finished, .finished])
    #expect(rows.map(\.laps) == [4, 4])
  }

  @Test func `a lap of one of several leaders is taken back before the time`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(.time(.seconds(900), furtherLaps: 0), entering: ["17", "4"])
    for bib in ["17", "4", "17", "4"] {
      fixture.machine.pass(.seconds(12))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: bib))))
    }
    let dsq = Command.race(.ruled(RaceEvent.Ruling(bib: "4", .status(.dsq))))
    for command in [
      Command.undo, .redo, .remove(.event(6)), .undo, dsq, .remove(.event(6)), .undo, .undo,
    ] {
      let log = try fixture.open()
      _ = try log.append(fixture.request(command))
      #expect(try log.check().findings == [], "\(command)")
    }
  }

  @Test func `crossings at the same moment can end the race`() throws {
    var fixture = try LogFixture()
    try fixture.perform(
      .start(Event.Start(plan: Plan(race: RaceFormat(.laps(3))))), of: .new(also: false))
    try fixture.perform(.race(.entered(RaceEvent.Entry(bib: "1"))))
    fixture.machine.pass(.seconds(20))
    let log = try fixture.open()
    for _ in 1...3 {
      _ = try log.append(
        fixture.request(.race(.crossed(RaceEvent.Crossing(bib: "1"))), time: .ago(.seconds(5))))
      #expect(try log.check().findings == [])
    }
    for command in [Command.undo, .undo, .redo, .redo] {
      try fixture.perform(command)
      #expect(try fixture.open().check().findings == [], "\(command)")
    }
  }

  @Test func `a disqualified runner has no more laps than those who end the race`() throws {
    var fixture = try LogFixture()
    var format = RaceFormat(.time(.seconds(60), furtherLaps: 0))
    format.lapped = .continue
    try fixture.perform(.start(Event.Start(plan: Plan(race: format))), of: .new(also: false))
    for bib in ["1", "2"] { try fixture.perform(.race(.entered(RaceEvent.Entry(bib: bib)))) }
    let dsq = Command.race(.ruled(RaceEvent.Ruling(bib: "1", .status(.dsq))))
    let crossings = ["1", "1", "1", "2"].map { bib in
      Command.race(.crossed(RaceEvent.Crossing(bib: bib)))
    }
    for command in crossings[..<3] + [dsq, .mark(label: "m"), .mark(label: "m"), crossings[3]] {
      fixture.machine.pass(.seconds(11))
      try fixture.perform(command)
      #expect(try fixture.open().check().findings == [], "\(command)")
    }
  }

  @Test func `rulings on two Unicode forms of a bib keep their forms`() throws {
    var fixture = try fixture(laps: 30)
    try fixture.perform(.race(.entered(RaceEvent.Entry(bib: "K1"))))
    for (bib, span) in [("\u{212A}1", 5), ("K1", 10)] {
      try fixture.perform(.race(.ruled(RaceEvent.Ruling(bib: bib, .time(.seconds(span))))))
      #expect(try fixture.open().check().findings == [])
    }
    for command in [Command.remove(.event(11)), .undo, .undo, .redo] {
      try fixture.perform(command)
      #expect(try fixture.open().check().findings == [], "\(command)")
    }
  }
}
