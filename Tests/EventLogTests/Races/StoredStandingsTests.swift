import Racing
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// The standings of a race that its tables answer.
struct StoredStandingsTests {
  private func fixture() throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.perform(
      .start(Event.Start(plan: Plan(race: RaceFormat(.laps(3))))), of: .new(also: false))
    try fixture.perform(.race(.entered(RaceEvent.Entry(bib: "7"))))
    return fixture
  }

  @Test func `the tables answer from the first entry on`() throws {
    var fixture = try fixture()
    for _ in 0..<5 {
      let log = try fixture.open(.reading)
      let stored = try log.storedStandings(
        of: 1, at: fixture.machine.reading, [.crossings, .contradictions])
      #expect(try stored?.standings == log.race(1)?.standings(at: fixture.machine.reading))
      #expect(stored?.contradictions == [])
      fixture.machine.pass(.seconds(60))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "7"))))
      try fixture.perform(.race(.crossed(RaceEvent.Crossing(bib: "9"))))
    }
  }

  @Test func `a race that lacks an event is folded`() throws {
    var fixture = try fixture()
    for _ in 0..<3 { try fixture.perform(.race(.entered(RaceEvent.Entry(bib: "4")))) }
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    try connection.execute(
      "DROP TRIGGER events_are_not_deleted; DELETE FROM events WHERE version = 3")
    let log = try fixture.open(.reading)
    #expect(try log.storedStandings(of: 1, at: fixture.machine.reading) == nil)
  }
}

extension RandomRaceHistory {
  /// Whether the tables have the results of the fold in all formats, if they have them at all.
  func hasSameReports(as race: Race) throws -> Bool {
    let log = try log()
    guard let all = race.standings(at: now), let uid = race.uid else { return true }
    for format in StandingsFormat.allCases {
      for hasLaps in [false, true] {
        let parts = StoredStandings.Parts(of: format, withLaps: hasLaps)
        guard let stored = try log.storedStandings(of: 1, at: now, parts) else { continue }
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
}

extension StandingsReport {
  fileprivate func text(_ format: StandingsFormat) throws -> String {
    var bytes: [UInt8] = []
    try write(format, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
