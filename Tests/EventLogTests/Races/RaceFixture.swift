import Logbook
import Timing

extension LogFixture {
  /// A race of two runners with three crossings of each: the events 4 to 9.
  static func race(laps: Int = 3) throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.startRace(RaceFormat(.laps(laps)), entering: ["17", "4"])
    for lap in 1...3 {
      for bib in ["17", "4"] { try fixture.perform(.cross(bib), after: .seconds(10 + lap)) }
    }
    return fixture
  }

  mutating func startRace(_ race: RaceFormat, entering bibs: [String], also: Bool = false) throws {
    let start = Command.start(Event.Start(plan: Plan(race: race)))
    let session = try perform(start, of: .new(also: also)).session
    for bib in bibs { try perform(.enter(bib), of: .number(session)) }
  }
}

extension Command {
  static func cross(_ bib: String) -> Command { .race(.crossed(RaceEvent.Crossing(bib: bib))) }

  static func cross(chip: String) -> Command { .race(.crossed(RaceEvent.Crossing(chip: chip))) }

  static func enter(_ bib: String, _ edit: (inout RaceEvent.Entry) -> Void = { _ in }) -> Command {
    var entry = RaceEvent.Entry(bib: bib)
    edit(&entry)
    return .race(.entered(entry))
  }

  static func enter(_ bib: String, chips: [String]) -> Command {
    enter(bib) { $0.chips = .set(chips) }
  }

  static func withdraw(_ bib: String) -> Command { .race(.withdrawn(bib: bib)) }

  static func rule(_ bib: String, _ decision: RaceEvent.Ruling.Decision) -> Command {
    .race(.ruled(RaceEvent.Ruling(bib: bib, decision)))
  }
}
