import Racing
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Withdrawals, and corrections that move the end of a race.
extension RaceTablesTests {
  /// Appends an event, after which the tables equal a fold.
  private func append(_ command: Command, to fixture: inout LogFixture) throws {
    fixture.machine.pass(.seconds(1))
    let log = try fixture.open()
    _ = try log.append(fixture.request(command))
    #expect(try log.check().findings == [], "\(command)")
  }

  /// The statuses and laps of the runners, in their order.
  private func results(_ fixture: LogFixture) throws -> [String] {
    let race = try #require(try fixture.open().race(1))
    let rows = try #require(race.standingsAtNewestEvent()).waves[0].rows
    return rows.map { "\($0.bib) \($0.laps) \($0.status)" }
  }

  /// A race of three runners, who cross in turn; the first one ends it with the lap.
  private func fixture(_ format: RaceFormat) throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.perform(.start(Event.Start(plan: Plan(race: format))), of: .new(also: false))
    for bib in ["1", "2", "3"] { try fixture.perform(.race(.entered(RaceEvent.Entry(bib: bib)))) }
    for bib in ["1", "2", "3", "1", "2", "3", "1", "2", "1", "3", "2"] {
      fixture.machine.pass(.seconds(10))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: bib))))
    }
    return fixture
  }

  /// Formats in which a runner ends the race with lap 3, and no other runner changes how.
  private static let formats = [RaceFormat.Lapped.finish, .continue].flatMap { lapped in
    [
      RaceFormat.Finish.laps(3), .time(.seconds(65), furtherLaps: 0),
      .time(.seconds(35), furtherLaps: 1),
    ].map { finish in
      var format = RaceFormat(finish)
      format.lapped = lapped
      return format
    }
  }

  @Test(arguments: formats)
  func `the crossing that ended the race is removed and restored`(
    _ format: RaceFormat
  ) throws {
    var fixture = try fixture(format)
    let before = try results(fixture)
    #expect(before.first == "1 3 finished")
    for _ in 1...2 {
      try append(.remove(.event(11)), to: &fixture)
      // The end is the third lap of 2.
      #expect(try results(fixture).first == "2 3 finished")
      try append(.undo, to: &fixture)
      #expect(try results(fixture) == before)
    }
  }

  @Test(arguments: formats)
  func `runners are withdrawn and come back`(_ format: RaceFormat) throws {
    var fixture = try fixture(format)
    let before = try results(fixture)
    for bib in ["3", "1", "2"] {
      try append(.race(.withdrawn(bib: bib)), to: &fixture)
      #expect(try results(fixture).count == 2)
      for command in [Command.undo, .redo, .undo] {
        try append(command, to: &fixture)
      }
      #expect(try results(fixture) == before)
    }
    for bib in ["1", "2"] {
      try append(.race(.withdrawn(bib: bib)), to: &fixture)
    }
    for _ in 1...2 { try append(.undo, to: &fixture) }
    #expect(try results(fixture) == before)
    let dsq = Command.race(.ruled(RaceEvent.Ruling(bib: "1", .status(.dsq))))
    for command in [dsq, .undo, .redo, .race(.withdrawn(bib: "1")), .undo, .undo] {
      try append(command, to: &fixture)
    }
    #expect(try results(fixture) == before)
  }

  @Test(arguments: [
    RaceFormat.Finish.time(.seconds(65), furtherLaps: nil), .points(["A", "finish"]),
    .bestLaps(1, within: .seconds(65)), .bestLaps(2, within: .seconds(65)),
    .timeTrial(interval: nil), .timeTrial(interval: .seconds(5)), .elimination(every: 1),
    .backyard(.seconds(3600)), .laps(3),
  ])
  func `a withdrawal is undone and redone in each format`(_ finish: RaceFormat.Finish) throws {
    var format = RaceFormat(finish)
    if finish == .laps(3) { format.deadTime = 400 }
    var fixture = try fixture(format)
    for command in [Command.race(.withdrawn(bib: "1")), .undo, .redo, .undo] {
      try append(command, to: &fixture)
    }
  }

  @Test func `a withdrawn runner loses and regains the crossings of the chips`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(.laps(2), entering: ["1"])
    for (bib, chip) in [("2", "C2"), ("3", "C3")] {
      var entry = RaceEvent.Entry(bib: bib)
      entry.chips = .set([chip, "X" + chip])
      try fixture.perform(.race(.entered(entry)))
    }
    for command in [
      Command.race(.crossed(RaceEvent.Crossing(chip: "c2"))),
      .race(.crossed(RaceEvent.Crossing(chip: "C3"))), .assign(.event(6), bib: "2"),
      .race(.crossed(RaceEvent.Crossing(bib: "2"))), .race(.linked(chip: "L2", bib: "2")),
      .race(.crossed(RaceEvent.Crossing(chip: "L2"))),
      .race(.crossed(RaceEvent.Crossing(chip: "XC 2"))),
    ] {
      fixture.machine.pass(.seconds(1))
      try fixture.perform(command)
    }
    let before = try results(fixture)
    for _ in 1...2 {
      try append(.race(.withdrawn(bib: "2")), to: &fixture)
      try append(.undo, to: &fixture)
      #expect(try results(fixture) == before)
    }
  }

  @Test func `the last runner of a wave, and a runner who shares a chip, are withdrawn`() throws {
    var fixture = try fixture(RaceFormat(.laps(3)))
    for (bib, wave) in [("7", "B"), ("8", nil as String?), ("9", nil)] {
      var entry = RaceEvent.Entry(bib: bib)
      if let wave { entry.wave = .set(wave) } else { entry.chips = .set(["S"]) }
      try fixture.perform(.race(.entered(entry)))
    }
    for bib in ["7", "8"] {
      try append(.race(.withdrawn(bib: bib)), to: &fixture)
      try append(.undo, to: &fixture)
    }
  }

  @Test func `many entries with chips in one transaction claim crossings`() throws {
    var fixture = try fixture(RaceFormat(.laps(3)))
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(chip: "C25"))))
    let log = try fixture.open()
    let results = try log.append(
      (20..<40).map { bib in
        var entry = RaceEvent.Entry(bib: "\(bib)")
        entry.chips = .set(["C\(bib)"])
        return fixture.request(.race(.entered(entry)))
      })
    #expect(results.allSatisfy { if case .success = $0 { true } else { false } })
    #expect(try log.check().findings == [])
  }

  @Test func `a correction with a damaged format of a wave does not stop the program`() throws {
    var fixture = try LogFixture()
    try fixture.startRace(.time(.seconds(15), furtherLaps: 1), entering: ["17", "4"])
    for bib in ["17", "4", "17", "4", "17"] {
      fixture.machine.pass(.seconds(10))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: bib))))
    }
    try write(
      """
      UPDATE waves SET format = json_set(format, '$.finish.further_laps', 9223372036854775807)
      """, fixture)
    try fixture.perform(.race(.withdrawn(bib: "17")))
    try fixture.perform(.undo)
    #expect(try fixture.open().check().findings == [])
  }
}
