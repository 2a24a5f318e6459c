import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text
import SQLite

struct ListingTests {
  private func fixture() throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.perform(
      .start(.init(name: "old", tags: ["track", "wet"], plan: Plan(limit: .seconds(60)))),
      of: .new(also: false))
    fixture.machine.pass(.seconds(90))
    try fixture.start("new")
    try fixture.perform(.lap(label: "one"), after: .seconds(5))
    try fixture.perform(.tag(["dry", "track"]))
    try fixture.start("gone", also: true)
    try fixture.perform(.discard, of: .named("gone"))
    return fixture
  }

  private func numbers(_ fixture: LogFixture, _ filter: SessionFilter) throws -> [Int] {
    let log = try fixture.open(.reading)
    var numbers: [Int] = []
    try log.forEachSession(matching: filter, at: log.reading(fixture.machine.instant)) {
      numbers.append($0.number)
    }
    return numbers
  }

  @Test func `sessions are listed newest first, by the filter`() throws {
    let fixture = try fixture()
    #expect(try numbers(fixture, .all) == [3, 2, 1])
    #expect(try numbers(fixture, SessionFilter()) == [2, 1])
    #expect(try numbers(fixture, SessionFilter(limit: 1)) == [2])
    #expect(try numbers(fixture, SessionFilter(tags: ["wet"])) == [1])
    #expect(try numbers(fixture, SessionFilter(phase: .discarded)) == [3])
    // Session 1 reached its limit after its newest event.
    #expect(try numbers(fixture, SessionFilter(phase: .finished)) == [1])
    #expect(try numbers(fixture, SessionFilter(phase: .running)) == [2])
    let since = fixture.machine.reading.recordedAt - .seconds(5)
    #expect(try numbers(fixture, SessionFilter(since: since)) == [2])
    #expect(try numbers(LogFixture(), .all) == [])
  }

  @Test func `stored summaries equal the fold`() throws {
    let fixture = try fixture()
    let log = try fixture.open(.reading)
    for number in 1...3 {
      let entry = try #require(try log.entry(number))
      let session = try #require(try log.session(number))
      #expect(entry.summary == session.summary)
      #expect(entry.uid == session.uid)
      #expect(try log.lastLap(of: entry) == session.laps.last)
    }
    #expect(try log.entry(4) == nil)
    #expect(try log.entry(0) == nil)
    #expect(try log.entry(.max) == nil)
  }

  @Test func `names and tags are listed for completion`() throws {
    let log = try fixture().open(.reading)
    #expect(try log.sessionNames(limit: 10) == ["new", "old"])
    #expect(try log.sessionNames(limit: 1) == ["new"])
    #expect(try log.completionSessions(beginning: "o", limit: 10).map(\.name) == ["old"])
    #expect(try log.tags(beginning: "", limit: 10) == ["dry", "track", "wet"])
    #expect(try log.courses() == [])
    #expect(try log.runners(ofRace: 1, beginning: "", limit: 10).isEmpty)
  }

  @Test func `tables of an older version are not read`() throws {
    let fixture = try fixture()
    try fixture.execute("PRAGMA user_version = 15; UPDATE sessions SET lap_count = 7")
    let log = try fixture.open(.reading)
    #expect(try log.entry(2)?.summary.lapCount == 1)
    let entry = try #require(try log.entry(2))
    #expect(try log.lastLap(of: entry)?.label == "one")
    #expect(try log.impliedSession(at: log.reading(fixture.machine.instant)) == 2)
    #expect(try numbers(fixture, SessionFilter(phase: .finished)) == [1])
  }

  @Test func `an open log notices tables of a newer version`() throws {
    var fixture = try fixture()
    let log = try fixture.open(.appending(longLived: true))
    let follower = try fixture.open(.reading).follow(after: 1)
    #expect(try follower.next(timeout: .zero).positions != nil)
    let connection = try #require(try LogFile(fixture.path).open(for: .appending, .laptimer))
    let before = try Dump(fixture.path)
    try connection.execute("PRAGMA user_version = 99")
    let newer = LogError.newerTables(version: 99, known: Schema.laptimer.version)
    #expect(throws: newer) { try log.append(fixture.request(.lap(label: nil))) }
    #expect(throws: newer) { try log.rebuild() }
    #expect(throws: newer) { try follower.next(timeout: .zero) }
    try connection.execute("PRAGMA user_version = \(Schema.laptimer.version)")
    #expect(try Dump(fixture.path) == before)
  }
}
