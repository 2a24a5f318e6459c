import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Rows that an older version of the fold wrote, with other contents.
struct OutdatedRowsTests {
  private func bench() throws -> Bench {
    var bench = try Bench()
    for name in ["one", "two", "three"] {
      try bench.start(name, also: name != "one")
      for _ in 0..<3 {
        bench.machine.pass(.seconds(7))
        try bench.perform(.lap(label: nil), of: .named(name))
      }
    }
    return bench
  }

  /// Makes the rows of sessions those of an older fold.
  private func age(_ bench: Bench, _ sessions: String = "1, 2, 3") throws {
    let connection = try #require(try LogFile(bench.path).open(for: .writing, .laptimer))
    try connection.execute(
      """
      UPDATE fold SET fold_version = 1, oldest_version = 1;
      UPDATE sessions SET state = '[1,77]', lap_count = 99, best_ns = 1
      WHERE session IN (\(sessions));
      DELETE FROM laps WHERE session IN (\(sessions)) AND event = 3;
      UPDATE laps SET number = 99 WHERE session IN (\(sessions));
      """)
  }

  private func versions(_ bench: Bench) throws -> [Int] {
    let connection = try #require(try LogFile(bench.path).open(for: .reading, .laptimer))
    return try connection.prepare("SELECT fold_version, oldest_version FROM fold")
      .first { [Int($0.int(0)), Int($0.int(1))] } ?? []
  }

  @Test func `a reader folds them, and leaves them as they are`() throws {
    let bench = try bench()
    let fresh = try (1...3).map { try bench.open(.reading).entry($0)?.summary }
    try age(bench)
    let before = try Dump(bench.path)
    let log = try bench.open(.reading)
    for number in 1...3 {
      let entry = try #require(try log.entry(number))
      #expect(entry.summary == fresh[number - 1])
      #expect(try log.lastLap(of: entry)?.number == 3)
      #expect(try log.statistics(of: entry)?.bestLap == 1)
    }
    #expect(throws: Rejection.severalRunning(RunningSessions([1, 2, 3]))) {
      try log.impliedSession(at: log.reading(bench.machine.instant))
    }
    let report = try log.check()
    #expect(report.findings == [] && report.outdatedSessions == 3)
    #expect(try log.hasOutdatedRows)
    #expect(try Dump(bench.path) == before)
  }

  @Test func `a write renews the sessions that it needs`() throws {
    var bench = try bench()
    try bench.perform(.stop, of: .named("one"))
    try age(bench)
    #expect(try bench.perform(.lap(label: nil), of: .named("two")).lap?.number == 4)
    // The sessions that run are asked for by each command; the first one has stopped.
    #expect(try bench.open(.reading).check().outdatedSessions == 1)
    #expect(try versions(bench) == [Tables.foldVersion, 1])
    #expect(try bench.open().renewRows() == 1)
    #expect(try versions(bench) == [Tables.foldVersion, Tables.foldVersion])
    #expect(try !bench.open(.reading).hasOutdatedRows)
    let report = try bench.open(.reading).check()
    #expect(report.findings == [] && report.outdatedSessions == 0)
  }

  @Test func `a refused write renews nothing`() throws {
    var bench = try bench()
    try age(bench)
    let before = try Dump(bench.path)
    #expect(throws: Rejection.self) { try bench.perform(.resume, of: .named("two")) }
    #expect(try Dump(bench.path) == before)
  }

  @Test func `an import renews the sessions that it adds to`() throws {
    var bench = try bench()
    let copy = try Bench()
    try copy.open().importing(bench.open(.reading).exported())
    try bench.perform(.lap(label: "new"), of: .named("two"))
    try bench.perform(.undo, of: .named("three"))
    try age(copy)
    try copy.open().importing(bench.open(.reading).exported())
    #expect(try copy.open(.reading).check().findings == [])
    #expect(try copy.open(.reading).check().outdatedSessions == 1)
    try copy.open().renewRows()
    #expect(try copy.open(.reading).check().findings == [])
  }

  @Test(arguments: 1...20)
  func `random histories give the rows of a rebuild whatever was outdated`(_ seed: Int) throws {
    var random = Seed(UInt64(seed))
    var bench = try bench()
    for _ in 0..<20 {
      if random.chance(15) { try age(bench, "\(1 + random.below(3))") }
      bench.machine.pass(.milliseconds(random.below(9000)))
      let session = ["one", "two", "three"][random.below(3)]
      let command: Command =
        switch random.below(7) {
        case 0: .stop
        case 1: .resume
        case 2: .undo
        case 3: .mark(label: "x")
        default: .lap(label: nil)
        }
      do { try bench.perform(command, of: .named(session)) } catch is Rejection {}
    }
    #expect(try bench.open(.reading).check().findings == [], "seed \(seed)")
    try bench.open().renewRows()
    let renewed = try Dump(bench.path)
    try bench.open(.rebuilding).rebuild()
    #expect(try Dump(bench.path) == renewed, "seed \(seed)")
  }
}
