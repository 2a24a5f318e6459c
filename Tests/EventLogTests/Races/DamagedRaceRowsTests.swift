import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Rows of races with numbers that no program writes, in a file changed by hand.
struct DamagedRaceRowsTests {
  @Test(arguments: ["waves", "competitors", "crossings", "entries", "chips"])
  func `no number in a damaged row stops the program, and a rebuild repairs it`(
    table: String
  ) throws {
    var fixture = try LogFixture()
    try fixture.startRace(.laps(500), entering: ["7", "4"])
    func cross(_ crossing: RaceEvent.Crossing) {
      fixture.machine.pass(.seconds(60))
      _ = try? fixture.perform(.race(.crossed(crossing)))
    }
    try fixture.perform(.race(.linked(chip: "A1", bib: "4")))
    for _ in 0..<2 { cross(RaceEvent.Crossing(bib: "7")) }
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    let statement = try connection.prepare(
      "SELECT name FROM pragma_table_info(?) WHERE type = 'INTEGER' AND name <> 'session'"
    ).bind(table)
    var columns: [String] = []
    while try statement.step() { columns.append(statement.text(0)) }
    #expect(!columns.isEmpty)
    for column in columns {
      for number in [Int64.max, .min, .max / 1000, -1, 0] {
        try connection.execute("UPDATE OR IGNORE \(table) SET \(column) = \(number)")
        cross(RaceEvent.Crossing(bib: "7"))
        cross(RaceEvent.Crossing(chip: "A1"))
        _ = try? fixture.perform(.race(.ruled(RaceEvent.Ruling(bib: "7", .time(.seconds(1))))))
      }
      try fixture.open(.appending(longLived: false)).rebuild()
      #expect(try fixture.open(.reading).check().findings == [], "\(table).\(column)")
    }
  }
}
