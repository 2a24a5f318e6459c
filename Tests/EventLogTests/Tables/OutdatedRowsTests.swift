import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Rows with different contents, written by an older fold version.
struct OutdatedRowsTests {
  private func fixture() throws -> LogFixture {
    var fixture = try LogFixture()
    for name in ["one", "two", "three"] {
      try fixture.start(name, also: name != "one")
      for _ in 0..<3 {
        fixture.machine.pass(.seconds(7))
        try fixture.perform(.lap(label: nil), of: .named(name))
      }
    }
    return fixture
  }

  /// Replaces the rows of sessions with those of an older fold version.
  private func outdate(_ fixture: LogFixture, _ sessions: String = "1, 2, 3") throws {
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    try connection.execute(
      """
      UPDATE fold SET fold_version = 1, oldest_version = 1;
      UPDATE sessions SET state = '[1,77]', lap_count = 99, best_ns = 1
      WHERE session IN (\(sessions));
      DELETE FROM laps WHERE session IN (\(sessions)) AND event = 3;
      UPDATE laps SET number = 99 WHERE session IN (\(sessions));
      """)
  }

  /// Makes the second event of a session unreadable.
  private func damage(_ fixture: LogFixture, _ session: Int) throws {
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    try connection.execute(
      """
      PRAGMA ignore_check_constraints = ON; DROP TRIGGER IF EXISTS events_are_not_changed;
      UPDATE events SET data = '{' WHERE session = \(session) AND version = 2;
      """)
  }

  private func versions(_ fixture: LogFixture) throws -> [Int] {
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    return try connection.prepare("SELECT fold_version, oldest_version FROM fold")
      .first { [Int($0.int(0)), Int($0.int(1))] } ?? []
  }

  @Test func `a reader folds outdated sessions and changes no rows`() throws {
    let fixture = try fixture()
    let fresh = try (1...3).map { try fixture.open(.reading).entry($0)?.summary }
    try outdate(fixture)
    let before = try Dump(fixture.path)
    let log = try fixture.open(.reading)
    for number in 1...3 {
      let entry = try #require(try log.entry(number))
      #expect(entry.summary == fresh[number - 1])
      #expect(try log.lastLap(of: entry)?.number == 3)
      #expect(try log.alikeLaps(of: entry).largest?.bestLap == 1)
    }
    #expect(throws: Rejection.severalRunning(RunningSessions([1, 2, 3]))) {
      try log.impliedSession(at: log.reading(fixture.machine.instant))
    }
    let report = try log.check()
    #expect(report.findings == [] && report.outdatedSessions == 3)
    #expect(try log.hasOutdatedRows)
    #expect(try Dump(fixture.path) == before)
  }

  @Test func `a write renews the rows that it needs`() throws {
    var fixture = try fixture()
    try fixture.perform(.stop, of: .named("one"))
    try outdate(fixture)
    #expect(try fixture.perform(.lap(label: nil), of: .named("two")).lap?.number == 4)
    // Each command reads the rows of running sessions; session 1 is stopped.
    #expect(try fixture.open(.reading).check().outdatedSessions == 1)
    #expect(try versions(fixture) == [Tables.foldVersion, 1])
    #expect(try fixture.open().renewRows() == 1)
    #expect(try versions(fixture) == [Tables.foldVersion, Tables.foldVersion])
    #expect(try !fixture.open(.reading).hasOutdatedRows)
    let report = try fixture.open(.reading).check()
    #expect(report.findings == [] && report.outdatedSessions == 0)
  }

  @Test func `lists omit an outdated damaged session, and report it once`() throws {
    let fixture = try fixture()
    try outdate(fixture)
    try damage(fixture, 2)
    let log = try fixture.open(.reading)
    var skipped: [Int] = []
    log.onSkip = { session, omission, error in
      skipped.append(session)
      #expect(omission == .session)
      #expect(error.flaw != nil)
    }
    let now = try log.reading(fixture.machine.instant)
    for _ in 0..<2 {
      var listed: [Int] = []
      try log.forEachSession(at: now) { listed.append($0.number) }
      #expect(listed == [3, 1])
    }
    #expect(throws: Rejection.severalRunning(RunningSessions([1, 3]))) {
      try log.impliedSession(at: now)
    }
    #expect(skipped == [2])
    #expect(throws: LogError.self) { try log.entry(2) }
    #expect(try log.entry(3)?.number == 3)
  }

  @Test func `an outdated damaged session keeps its rows and does not block others`() throws {
    var fixture = try fixture()
    try outdate(fixture)
    try damage(fixture, 2)
    func rows(_ fixture: LogFixture) throws -> [String] {
      try Dump(fixture.path).description.split(separator: "\n").map(String.init)
        .filter { $0.contains("[1,77]") }
    }
    let before = try rows(fixture)
    #expect(before.count == 3)
    let log = try fixture.open()
    var skipped: [Int] = []
    log.onSkip = { session, _, _ in skipped.append(session) }
    for name in ["one", "three", "one"] {
      #expect(try log.append(fixture.request(.lap(label: nil), of: .named(name))).lap != nil)
    }
    #expect(skipped == [2])
    #expect(throws: LogError.self) {
      _ = try log.append(fixture.request(.lap(label: nil), of: .named("two")))
    }
    _ = try log.append(fixture.request(.stop, of: .named("three")))
    #expect(try rows(fixture) == before.filter { $0.contains("two") })
  }

  @Test func `many outdated damaged sessions do not end a list early`() throws {
    var fixture = try LogFixture()
    _ = try fixture.open().append(
      (1...30).map { number in
        fixture.request(
          .start(.init(name: "\(number)")), of: .new(also: true))
      })
    _ = try fixture.open().append(
      (1...30).map { fixture.request(.lap(label: nil), of: .named("\($0)")) })
    let numbers = (2...30).map { "\($0)" }.joined(separator: ", ")
    try outdate(fixture, numbers)
    for number in 2...30 { try damage(fixture, number) }
    let log = try fixture.open(.reading)
    var listed: [Int] = []
    try log.forEachSession(
      matching: SessionFilter(limit: 5), at: log.reading(fixture.machine.instant)
    ) { listed.append($0.number) }
    #expect(listed == [1])
  }

  @Test func `a refused write renews no rows`() throws {
    var fixture = try fixture()
    try outdate(fixture)
    let before = try Dump(fixture.path)
    #expect(throws: Rejection.self) { try fixture.perform(.resume, of: .named("two")) }
    #expect(try Dump(fixture.path) == before)
  }

  @Test func `an import renews the rows of the sessions that it continues`() throws {
    var fixture = try fixture()
    let copy = try LogFixture()
    try copy.open().importing(fixture.open(.reading).exported())
    try fixture.perform(.lap(label: "new"), of: .named("two"))
    try fixture.perform(.undo, of: .named("three"))
    try outdate(copy)
    try copy.open().importing(fixture.open(.reading).exported())
    #expect(try copy.open(.reading).check().findings == [])
    #expect(try copy.open(.reading).check().outdatedSessions == 1)
    try copy.open().renewRows()
    #expect(try copy.open(.reading).check().findings == [])
  }

  @Test(arguments: 1...20)
  func `random histories with outdated rows give the rows of a rebuild`(_ seed: Int) throws {
    var random = Seed(UInt64(seed))
    var fixture = try fixture()
    for _ in 0..<20 {
      if random.chance(15) { try outdate(fixture, "\(1 + random.below(3))") }
      fixture.machine.pass(.milliseconds(random.below(9000)))
      let session = ["one", "two", "three"][random.below(3)]
      let command: Command =
        switch random.below(7) {
        case 0: .stop
        case 1: .resume
        case 2: .undo
        case 3: .mark(label: "x")
        default: .lap(label: nil)
        }
      do { try fixture.perform(command, of: .named(session)) } catch is Rejection {}
    }
    #expect(try fixture.open(.reading).check().findings == [], "seed \(seed)")
    try fixture.open().renewRows()
    let renewed = try Dump(fixture.path)
    try fixture.open(.rebuilding).rebuild()
    #expect(try Dump(fixture.path) == renewed, "seed \(seed)")
  }
}
