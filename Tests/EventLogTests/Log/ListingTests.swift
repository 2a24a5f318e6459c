import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text
import SQLite

struct ListingTests {
  private func bench() throws -> Bench {
    var bench = try Bench()
    try bench.perform(
      .start(.init(name: "old", tags: ["track", "wet"], plan: Plan(limit: .seconds(60)))),
      of: .new(also: false))
    bench.machine.pass(.seconds(90))
    try bench.start("new")
    bench.machine.pass(.seconds(5))
    try bench.perform(.lap(label: "one"))
    try bench.perform(.tag(["dry", "track"]))
    try bench.start("gone", also: true)
    try bench.perform(.discard, of: .named("gone"))
    return bench
  }

  private func numbers(_ bench: Bench, _ filter: SessionFilter) throws -> [Int] {
    let log = try bench.open(.reading)
    var numbers: [Int] = []
    try log.forEachSession(matching: filter, at: log.reading(bench.machine.instant)) {
      numbers.append($0.number)
    }
    return numbers
  }

  @Test func `sessions are listed newest first, by the filter`() throws {
    let bench = try bench()
    #expect(try numbers(bench, .all) == [3, 2, 1])
    #expect(try numbers(bench, SessionFilter()) == [2, 1])
    #expect(try numbers(bench, SessionFilter(limit: 1)) == [2])
    #expect(try numbers(bench, SessionFilter(tags: ["wet"])) == [1])
    #expect(try numbers(bench, SessionFilter(phase: .discarded)) == [3])
    // Its limit was reached since its last event: as of now it is over.
    #expect(try numbers(bench, SessionFilter(phase: .finished)) == [1])
    #expect(try numbers(bench, SessionFilter(phase: .running)) == [2])
    let since = bench.machine.reading.recordedAt - .seconds(5)
    #expect(try numbers(bench, SessionFilter(since: since)) == [2])
    #expect(try numbers(Bench(), .all) == [])
  }

  @Test func `stored summaries equal the fold`() throws {
    let bench = try bench()
    let log = try bench.open(.reading)
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
    let log = try bench().open(.reading)
    #expect(try log.sessionNames(beginning: "", limit: 10) == ["new", "old"])
    #expect(try log.sessionNames(beginning: "", limit: 1) == ["new"])
    #expect(try log.sessionNames(beginning: "o", limit: 10) == ["old"])
    #expect(try log.tags(beginning: "", limit: 10) == ["dry", "track", "wet"])
  }

  @Test func `tables of a newer fold are neither read nor written`() throws {
    var bench = try bench()
    let connection = try #require(try LogFile(bench.path).open(for: .writing, .laptimer))
    try connection.execute("UPDATE fold SET fold_version = 99; UPDATE sessions SET lap_count = 7")
    let log = try bench.open(.reading)
    #expect(try log.entry(2)?.summary.lapCount == 1)
    let entry = try #require(try log.entry(2))
    #expect(try log.lastLap(of: entry)?.label == "one")
    #expect(try log.impliedSession(at: log.reading(bench.machine.instant)) == 2)
    #expect(try numbers(bench, SessionFilter(phase: .finished)) == [1])
    let error = LogError.newerFold(version: 99, known: Tables.foldVersion)
    #expect(throws: error) { try bench.perform(.lap(label: nil)) }
    #expect(throws: error) { try bench.open().rebuild() }
  }

  @Test func `an open log notices tables of a newer fold`() throws {
    var bench = try bench()
    let log = try bench.open(.appending(longLived: true))
    let connection = try #require(try LogFile(bench.path).open(for: .writing, .laptimer))
    try connection.execute("UPDATE fold SET fold_version = 99")
    let before = try Dump(bench.path)
    #expect(throws: LogError.newerFold(version: 99, known: Tables.foldVersion)) {
      try log.append(bench.request(.lap(label: nil)))
    }
    #expect(throws: LogError.newerFold(version: 99, known: Tables.foldVersion)) {
      try log.rebuild()
    }
    #expect(try Dump(bench.path) == before)
  }

  @Test func `a log without the version of its tables is rebuilt before an append`() throws {
    var bench = try bench()
    let connection = try #require(try LogFile(bench.path).open(for: .writing, .laptimer))
    try connection.execute("DELETE FROM fold; DELETE FROM sessions")
    try bench.perform(.stop)
    #expect(try bench.open(.reading).entry(2)?.summary.version == 4)
  }
}
