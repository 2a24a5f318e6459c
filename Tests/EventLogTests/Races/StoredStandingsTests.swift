import Racing
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Standings read from the tables of a race.
struct StoredStandingsTests {
  private func fixture() throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.startRace(.laps(3), entering: ["7"])
    return fixture
  }

  @Test func `the tables have standings from the first entry on`() throws {
    var fixture = try fixture()
    for _ in 0..<5 {
      let log = try fixture.open(.reading)
      let stored = try log.storedStandings(
        of: 1, at: fixture.machine.reading, [.crossings, .contradictions])
      #expect(try #require(stored).standings == log.race(1)?.standings(at: fixture.machine.reading))
      #expect(stored?.contradictions == [])
      fixture.machine.pass(.seconds(60))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "7"))))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "9"))))
    }
  }

  @Test func `a race with a missing event is folded`() throws {
    var fixture = try fixture()
    for _ in 0..<3 { try fixture.perform(.race(.entered(RaceEvent.Entry(bib: "4")))) }
    #expect(try isStored(fixture))
    try damage(
      fixture, "DROP TRIGGER events_are_not_deleted; DELETE FROM events WHERE version = 3")
    #expect(try !isStored(fixture))
  }

  @Test func `a race is folded if an event of a joined session is missing`() throws {
    var fixture = try fixture()
    try fixture.perform(
      .join(race: "1", point: "finish", priority: 0), of: .new(also: true))
    for _ in 0..<3 { try fixture.perform(.mark(label: "m"), of: .number(2)) }
    #expect(try isStored(fixture))
    try damage(
      fixture,
      "DROP TRIGGER events_are_not_deleted; DELETE FROM events WHERE session = 2 AND version = 3")
    #expect(try !isStored(fixture))
  }

  @Test func `a race with two rows of a wave is folded`() throws {
    let fixture = try fixture()
    #expect(try isStored(fixture))
    try damage(fixture, "INSERT INTO waves SELECT * FROM waves")
    #expect(try !isStored(fixture))
  }

  @Test(arguments: [-1, 0, 5, 1 << 40])
  func `a race is folded if a shown lap is of an event that does not exist`(event: Int) throws {
    var fixture = try fixture()
    for _ in 0..<2 {
      fixture.machine.pass(.seconds(60))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "7"))))
    }
    func stored() throws -> StoredStandings? {
      try fixture.open(.reading).storedStandings(
        of: 1, at: fixture.machine.reading, .shownLaps)
    }
    let laps = try #require(try stored()).standings.waves[0].rows[0].passages
    #expect(laps.map(\.number) == [1, 2] && laps.allSatisfy { $0.event == nil })
    try damage(fixture, "UPDATE crossings SET event = \(event) WHERE event = 4")
    #expect(try stored() == nil)
  }

  @Test func `no number in a damaged row traps`() throws {
    var fixture = try fixture()
    try fixture.perform(.race(.entered(RaceEvent.Entry(bib: "4"))))
    for _ in 0..<2 {
      fixture.machine.pass(.seconds(60))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "7"))))
    }
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "4"))))
    #expect(try isStored(fixture))
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    for table in ["waves", "competitors", "crossings"] {
      var columns: [String] = []
      let statement = try connection.prepare(
        "SELECT name FROM pragma_table_info(?) WHERE type = 'INTEGER' AND name <> 'session'"
      ).bind(table)
      while try statement.step() { columns.append(statement.text(0)) }
      #expect(!columns.isEmpty)
      for column in columns {
        for number in [Int64.max, .min, .max / 1000, -1, 0] {
          try connection.execute(
            "SAVEPOINT damage; UPDATE OR IGNORE \(table) SET \(column) = \(number); RELEASE damage")
          try writeReports(of: fixture)
        }
        try fixture.open(.appending(longLived: false)).rebuild()
        #expect(try isStored(fixture), "\(table).\(column)")
      }
    }
  }

  @Test func `the runners left are those without a ruling, in natural order`() throws {
    var fixture = try fixture()
    for bib in ["10", "9", "8"] {
      try fixture.perform(.race(.entered(RaceEvent.Entry(bib: bib))))
    }
    try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "9"))))
    try fixture.perform(.race(.ruled(RaceEvent.Ruling(bib: "8", .status(.dns)))))
    try fixture.perform(.stop)
    let log = try fixture.open(.reading)
    #expect(try log.bibs(withUnruled: .dns, in: 1) == ["7", "10"])
    #expect(try log.bibs(withUnruled: .dnf, in: 1) == ["9"])
  }

  private func isStored(_ fixture: LogFixture) throws -> Bool {
    try fixture.open(.reading).storedStandings(of: 1, at: fixture.machine.reading) != nil
  }

  private func damage(_ fixture: LogFixture, _ sql: String) throws {
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    try connection.execute(sql)
  }

  /// Writes the reports in all formats, with and without laps.
  private func writeReports(of fixture: LogFixture) throws {
    let log = try fixture.open(.reading)
    for format in StandingsFormat.allCases {
      for hasLaps in [false, true] {
        let parts = StoredStandings.Parts(of: format, withLaps: hasLaps)
        let stored = try log.storedStandings(of: 1, at: fixture.machine.reading, parts)
        guard let stored else { continue }
        var report = StandingsReport(
          session: 1, uid: stored.uid, name: nil, position: 1,
          standings: stored.standings.filtered(category: nil), hasLaps: hasLaps)
        report.contradictions = stored.contradictions
        _ = try report.text(format)
      }
    }
  }
}

extension RandomRaceHistory {
  /// Whether results from the tables, if available, equal those of the fold in all formats, and
  /// those of the fold with the passages that tables show equal those with all.
  mutating func hasSameReports(as race: Race) throws -> Bool {
    let log = try log()
    guard let all = race.standings(at: now), let uid = race.uid,
      let shown = race.standings(at: now, passages: .shown)
    else { return true }
    for format in StandingsFormat.allCases {
      let (text, expected) =
        try (report(of: shown, of: uid).text(format), report(of: all, of: uid).text(format))
      if text != expected {
        report("\(format) of the passages shown has\n\(text)", [expected])
        return false
      }
      for hasLaps in [false, true] {
        let parts = StoredStandings.Parts(of: format, withLaps: hasLaps)
        guard let stored = try log.storedStandings(of: 1, at: now, parts) else { continue }
        storedReports += 1
        let (name, version) = (race.session.summary.profile.name, race.session.summary.version)
        var expected = StandingsReport(
          session: 1, uid: uid, name: name, position: version, standings: all, hasLaps: hasLaps)
        expected.contradictions = parts.contains(.contradictions) ? race.contradictions() : nil
        var found = StandingsReport(
          session: 1, uid: stored.uid, name: stored.summary.profile.name,
          position: stored.summary.version, standings: stored.standings, hasLaps: hasLaps)
        found.contradictions = stored.contradictions
        let (text, expectedText) = (try found.text(format), try expected.text(format))
        if text == expectedText { continue }
        report("\(format) of the tables has\n\(text)", [expectedText])
        return false
      }
    }
    return true
  }

  private func report(of standings: Standings, of uid: EventID) -> StandingsReport {
    StandingsReport(session: 1, uid: uid, name: nil, position: 1, standings: standings)
  }
}

extension StandingsReport {
  fileprivate func text(_ format: StandingsFormat) throws -> String {
    var bytes: [UInt8] = []
    try write(format, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
