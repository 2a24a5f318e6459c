import EventLog
import Logbook
import Testing
import Timing
import TimingTestSupport
import Text
import SQLite

struct AppendTests {
  @Test func `undo without a session uses the newest event of its device`() throws {
    var bench = try Bench()
    func foreign(_ request: Request) -> Request {
      var request = request
      request.instant.clock.device = "other"
      return request
    }
    let log = try bench.open(.appending(longLived: true))
    let start = Command.start(.init())
    _ = try log.append(foreign(bench.request(start, of: .new(also: true))))
    #expect(throws: Rejection.noOwnEvent) { try log.append(bench.request(.undo)) }
    _ = try log.append(bench.request(start, of: .new(also: true)))
    _ = try log.append(foreign(bench.request(.lap(label: nil), of: .named("1"))))
    #expect(try log.append(bench.request(.undo)).session == 2)
    #expect(try log.append(foreign(bench.request(.undo))).session == 1)
    #expect(try log.append(bench.request(.redo)).session == 2)
  }

  @Test func `the state carries over from one opening to the next`() throws {
    var bench = try Bench()
    let start = try bench.start("Tempo run")
    #expect(start.session == 1)
    #expect(start.phase == .running)
    bench.machine.pass(.seconds(28))
    let lap = try bench.perform(.lap(label: "bend"))
    #expect(lap.position == 2)
    #expect(lap.version == 2)
    #expect(lap.lap?.split == .seconds(28))
    bench.machine.reboot(lasting: .seconds(60))
    let stop = try bench.perform(.stop)
    #expect(stop.runningTime == .seconds(88))
    let session = try #require(try bench.open(.reading).session(1))
    #expect(session.summary.quality == .bridged)
    #expect(session.laps.map(\.label) == ["bend"])
  }

  @Test func `a refusal writes nothing, not even the log`() throws {
    var bench = try Bench()
    #expect(throws: Rejection.noSession) { try bench.perform(.lap(label: nil)) }
    #expect(throws: Rejection.unknownSession("7")) { try bench.perform(.stop, of: .named("7")) }
    #expect(try !bench.open(.reading).exists)
    try bench.start()
    #expect(throws: Rejection.othersRun(RunningSessions([1]), areCountingDown: false)) {
      try bench.start()
    }
    #expect(try bench.open(.reading).newestPosition == 1)
  }

  @Test func `an invalid event is refused and creates no log`() throws {
    var bench = try Bench()
    let long = String(repeating: "ü", count: 513)
    #expect(throws: Rejection.invalid("the name is longer than 1,024 bytes")) {
      try bench.start(long)
    }
    #expect(try !bench.open(.reading).exists)
    try bench.start()
    let commands: [Command] = [
      .name(""), .tag(["a", long]), .lap(label: long), .mark(label: ""),
      .identify([Person(first: "", last: "", full: long)]),
      .identify([Person(first: long, last: "", full: "Ada")]),
      .identify([Person(first: "", last: long, full: "Ada")]),
      .plan(PlanChange(limit: .set(.zero))),
    ]
    let log = try bench.open()
    for answer in try log.append(commands.map { bench.request($0) }) {
      guard case .failure(.invalid) = answer else {
        Issue.record("appended: \(answer)")
        continue
      }
    }
    #expect(try log.newestPosition == 1)
  }

  @Test func `sessions are found by number, uid and newest name`() throws {
    var bench = try Bench()
    let first = try bench.start("track")
    try bench.start("track", also: true)
    let log = try bench.open(.reading)
    #expect(try log.sessionNumber(named: "1") == 1)
    #expect(try log.sessionNumber(named: first.id.description.uppercased()) == 1)
    #expect(try log.sessionNumber(named: "track") == 2)
    #expect(throws: Rejection.unknownSession("road")) { try log.sessionNumber(named: "road") }
    #expect(throws: Rejection.severalRunning(RunningSessions([1, 2]))) {
      try bench.perform(.lap(label: nil))
    }
  }
}
