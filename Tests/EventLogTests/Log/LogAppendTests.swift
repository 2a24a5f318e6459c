import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

struct LogAppendTests {
  @Test func `undo without a session uses the newest event of its device`() throws {
    var fixture = try LogFixture()
    func foreign(_ request: Request) -> Request {
      var request = request
      request.instant.clock.device = "other"
      return request
    }
    let log = try fixture.open(.appending(longLived: true))
    let start = Command.start(.init())
    _ = try log.append(foreign(fixture.request(start, of: .new(also: true))))
    #expect(throws: Rejection.noOwnEvent) { try log.append(fixture.request(.undo)) }
    _ = try log.append(fixture.request(start, of: .new(also: true)))
    _ = try log.append(foreign(fixture.request(.lap(label: nil), of: .named("1"))))
    #expect(try log.append(fixture.request(.undo)).session == 2)
    #expect(try log.append(foreign(fixture.request(.undo))).session == 1)
    #expect(try log.append(fixture.request(.redo)).session == 2)
  }

  @Test func `a refusal and an invalid event write nothing, not even the log`() throws {
    var fixture = try LogFixture()
    #expect(throws: Rejection.noSession) { try fixture.perform(.lap(label: nil)) }
    #expect(throws: Rejection.unknownSession("7")) { try fixture.perform(.stop, of: .named("7")) }
    let long = String(repeating: "ü", count: 513)
    #expect(throws: Rejection.invalid("the name is longer than 1,024 bytes")) {
      try fixture.start(long)
    }
    #expect(try !fixture.open(.reading).exists)
    try fixture.start()
    let only = RunningSession(name: nil, runningTime: .zero)
    #expect(throws: Rejection.othersRun(RunningSessions([1]), areCountingDown: false, only: only)) {
      try fixture.start()
    }
    let commands: [Command] = [
      .name(""), .tag(["a", long]), .lap(label: long), .mark(label: ""),
      .identify([Person(first: "", last: "", full: long)]),
      .identify([Person(first: long, last: "", full: "Ada")]),
      .identify([Person(first: "", last: long, full: "Ada")]),
      .plan(PlanChange(limit: .set(.zero))),
    ]
    let log = try fixture.open()
    for answer in try log.append(commands.map { fixture.request($0) }) {
      if case .failure(.invalid) = answer { continue }
      Issue.record("the log appended an invalid event: \(answer)")
    }
    #expect(try log.newestPosition == 1)
  }

  @Test func `sessions are found by number, uid and newest name`() throws {
    var fixture = try LogFixture()
    let first = try fixture.start("track")
    try fixture.start("track", also: true)
    let log = try fixture.open(.reading)
    #expect(try log.sessionNumber(named: "1") == 1)
    #expect(try log.sessionNumber(named: first.id.description.uppercased()) == 1)
    #expect(try log.sessionNumber(named: "track") == 2)
    #expect(throws: Rejection.unknownSession("road")) { try log.sessionNumber(named: "road") }
    #expect(throws: Rejection.severalRunning(RunningSessions([1, 2]))) {
      try fixture.perform(.lap(label: nil))
    }
  }

  @Test func `the newest five sessions are named, and readers count the others`() throws {
    var fixture = try LogFixture()
    let log = try fixture.open(.appending(longLived: true))
    for number in 1...9 {
      let receipt = try log.append(fixture.request(.start(.init()), of: .new(also: true)))
      #expect(receipt.others?.numbers == Array(max(1, number - 5)..<number))
      #expect(receipt.others?.more == (number > 6 ? nil : 0))
    }
    let several = Rejection.severalRunning(RunningSessions(Array(1...9), of: 9))
    #expect(throws: several) { try log.append(fixture.request(.lap(label: nil))) }
    #expect(throws: several) { try fixture.open().impliedSession(at: fixture.machine.reading) }
    #expect(
      throws: Rejection.othersRun(RunningSessions(Array(1...9), of: 9), areCountingDown: false)
    ) { try fixture.start() }
    #expect(throws: Rejection.refused(.alreadyRunning, session: 1)) {
      try fixture.perform(.start(.init()), of: .named("1"))
    }
    guard case .severalRunning(let running) = several else { return }
    #expect(running.numbers == [5, 6, 7, 8, 9])
    #expect(running.more == 4)
  }

  @Test func `six sessions are all named, of seven two are counted`() {
    let six = RunningSessions(Array(1...6), of: 6)
    #expect(six.numbers == [1, 2, 3, 4, 5, 6])
    #expect(six.more == 0)
    #expect(RunningSessions(Array(1...5)).adding(6) == six)
    let seven = six.adding(7)
    #expect(seven.numbers == [3, 4, 5, 6, 7])
    #expect(seven.more == 2)
    #expect(RunningSessions(Array(2...7), of: 6).adding(1).numbers == [1, 4, 5, 6, 7])
  }

  @Test func `the running session is found among many that reached their limits`() throws {
    var fixture = try LogFixture.started("runs")
    let log = try fixture.open(.appending(longLived: true))
    for _ in 1...100 {
      let start = Event.Start(plan: Plan(limit: .seconds(1)))
      _ = try log.append(fixture.request(.start(start), of: .new(also: true)))
    }
    fixture.machine.pass(.seconds(2))
    for log in [log, try fixture.open()] {
      let receipt = try log.append(fixture.request(.lap(label: nil)))
      #expect(receipt.session == 1)
      #expect(receipt.others == RunningSessions([]))
    }
  }

  /// A long-lived process caches the rows of running sessions.
  @Test(arguments: 0..<6)
  func `cached running sessions equal the stored ones`(_ number: UInt64) throws {
    var seed = Seed(number)
    var fixture = try LogFixture()
    let log = try fixture.open(.appending(longLived: true))
    try fixture.start()
    let connection = try #require(try LogFile(fixture.path).open(for: .reading, .laptimer))
    let reader = try fixture.open(.reading)
    for _ in 0..<250 {
      fixture.machine.pass(.milliseconds(seed.below(900)))
      let session = "\(1 + seed.below(120))"
      var plan = Plan()
      if seed.chance(20) { plan.limit = .seconds(2) }
      let request =
        switch seed.below(10) {
        case 0..<6: fixture.request(.start(.init(plan: plan)), of: .new(also: true))
        case 6: fixture.request(.resume, of: .named(session))
        default: fixture.request(.stop, of: .named(session))
        }
      guard case .success(let receipt) = try log.append([request])[0] else { continue }
      let now = try reader.reading(fixture.machine.instant)
      let rows = try Tables(connection: connection).openRows(at: now)
      let others = try #require(rows.open(at: now)).map(\.session).filter { $0 != receipt.session }
      #expect(receipt.others == RunningSessions(others), "\(seed)")
    }
  }
}

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
    #expect(try log.lastLap(of: #require(try log.entry(2)))?.label == "one")
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
