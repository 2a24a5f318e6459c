import Racing
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Entries in a running race.
extension RaceTablesTests {
  private static func entry(
    _ bib: String, _ change: (inout RaceEvent.Entry) -> Void = { _ in }
  ) -> RaceEvent.Entry {
    var entry = RaceEvent.Entry(bib: bib)
    change(&entry)
    return entry
  }

  /// Appends an event, after which the tables equal a fold.
  private func append(_ event: RaceEvent, to fixture: inout LogFixture) throws {
    fixture.machine.pass(.seconds(1))
    let log = try fixture.open()
    _ = try log.append(fixture.request(.race(event)))
    #expect(try log.check().findings == [], "\(event)")
  }

  @Test(arguments: [
    RaceFormat(.laps(30)), RaceFormat(.time(.seconds(900), furtherLaps: 1)),
    RaceFormat(.time(.seconds(5), furtherLaps: nil)), RaceFormat(.points(["A", "B"])),
    RaceFormat(.bestLaps(2, within: .seconds(900))), RaceFormat(.timeTrial(interval: nil)),
    RaceFormat(.timeTrial(interval: .seconds(30))), RaceFormat(.elimination(every: 1)),
    RaceFormat(.backyard(.seconds(3600))),
  ])
  func `a late entry has its results, even for a bib with crossings`(_ format: RaceFormat) throws {
    var fixture = try LogFixture()
    try fixture.perform(.start(Event.Start(plan: Plan(race: format))), of: .new(also: false))
    for bib in ["17", "4"] { try fixture.perform(.race(.entered(Self.entry(bib)))) }
    for bib in ["17", "5", "4", "17", "5", "4", "5"] {
      try append(.crossed(RaceEvent.Crossing(bib: bib)), to: &fixture)
    }
    let late = [
      Self.entry("9"), Self.entry("9") { $0.name = .set("Nine") },
      Self.entry("5") { $0.team = .set("T") }, Self.entry("17") { $0.category = .set("C") },
      Self.entry("17") { $0.category = .lifted }, Self.entry("4"),
    ]
    for entry in late {
      try append(.entered(entry), to: &fixture)
    }
    for bib in ["9", "5"] {
      try append(.crossed(RaceEvent.Crossing(bib: bib)), to: &fixture)
    }
  }

  @Test(arguments: [
    entry("9") { $0.wave = .set("B") }, entry("17") { $0.wave = .set("B") },
    entry("9") { $0.chips = .set(["A1", "B1"]) }, entry("9") { $0.chips = .set(["AK1"]) },
    entry("17") { $0.chips = .set(["A1"]) }, entry("K2"), entry("é"),
  ])
  func `an entry of another wave, other chips and chips of two runners change the rows of others`(
    _ entry: RaceEvent.Entry
  ) throws {
    var fixture = try fixture(laps: 30)
    try fixture.perform(.race(.entered(Self.entry("3") { $0.chips = .set(["B1"]) })))
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(chip: "A1"))))
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "\u{212A}2"))))
    try append(.entered(entry), to: &fixture)
  }

  @Test func `a runner keeps a ruling after a withdrawal and a new entry`() throws {
    var fixture = try fixture(laps: 30)
    for event in [
      RaceEvent.ruled(RaceEvent.Ruling(bib: "17", .time(.seconds(10)))), .withdrawn(bib: "17"),
    ] {
      try fixture.perform(.race(event))
    }
    try append(.entered(Self.entry("17")), to: &fixture)
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    #expect(
      try connection.prepare("SELECT penalty_ns FROM competitors WHERE bib = '17'")
        .first { $0.int(0) } == 10_000_000_000)
  }

  @Test func `a withdrawal of somebody who is not entered is refused`() throws {
    var fixture = try fixture(laps: 30)
    for bib in ["5", "\u{212A}", "170"] {
      #expect(throws: Rejection.self) { try fixture.perform(.race(.withdrawn(bib: bib))) }
    }
    try fixture.perform(.race(.withdrawn(bib: "17")))
    #expect(throws: Rejection.self) { try fixture.perform(.race(.withdrawn(bib: "17"))) }
    #expect(try fixture.open().check().findings == [])
  }

  @Test func `a new entry with a chip claims its crossings`() throws {
    var fixture = try fixture(laps: 30)
    for chip in ["A1", "a 1", "B1", "A1"] {
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(chip: chip))))
    }
    try fixture.perform(.assign(.event(13), bib: nil))
    try append(.entered(Self.entry("9") { $0.chips = .set(["A1", "C1"]) }), to: &fixture)
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    #expect(
      try connection.prepare("SELECT laps FROM competitors WHERE bib = '9'")
        .first { $0.int(0) } == 2)
  }
}
