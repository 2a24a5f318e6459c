import EventLog
import Logbook
import Testing
import Timing
import TimingTestSupport
import Text
import SQLite

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

  @Test func `a refusal writes nothing, not even the log`() throws {
    var fixture = try LogFixture()
    #expect(throws: Rejection.noSession) { try fixture.perform(.lap(label: nil)) }
    #expect(throws: Rejection.unknownSession("7")) { try fixture.perform(.stop, of: .named("7")) }
    #expect(try !fixture.open(.reading).exists)
    try fixture.start()
    let only = RunningSession(name: nil, runningTime: .zero)
    #expect(throws: Rejection.othersRun(RunningSessions([1]), areCountingDown: false, only: only)) {
      try fixture.start()
    }
    #expect(try fixture.open(.reading).newestPosition == 1)
  }

  @Test func `an invalid event is refused and creates no log`() throws {
    var fixture = try LogFixture()
    let long = String(repeating: "ü", count: 513)
    #expect(throws: Rejection.invalid("the name is longer than 1,024 bytes")) {
      try fixture.start(long)
    }
    #expect(try !fixture.open(.reading).exists)
    try fixture.start()
    let commands: [Command] = [
      .name(""), .tag(["a", long]), .lap(label: long), .mark(label: ""),
      .identify([Person(first: "", last: "", full: long)]),
      .identify([Person(first: long, last: "", full: "Ada")]),
      .identify([Person(first: "", last: long, full: "Ada")]),
      .plan(PlanChange(limit: .set(.zero))),
    ]
    let log = try fixture.open()
    for answer in try log.append(commands.map { fixture.request($0) }) {
      guard case .failure(.invalid) = answer else {
        Issue.record("the log appended an invalid event: \(answer)")
        continue
      }
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
}
