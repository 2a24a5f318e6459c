import ProcessTestSupport
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

struct BatchTests {
  /// Two logs: empty ones, or with a session of so many laps that its corrections change many rows.
  private static func twins(laps: Int) throws -> (LogFixture, LogFixture) {
    var together = try LogFixture()
    let single = try LogFixture()
    if laps == 0 { return (together, single) }
    var requests = [together.request(.start(.init()), of: .new(also: true))]
    for _ in 1...laps {
      together.machine.pass(.seconds(2))
      requests.append(together.request(.lap(label: nil)))
    }
    for log in [together, single] {
      for answer in try log.open().append(requests) { _ = try answer.get() }
    }
    return (together, single)
  }

  @Test(arguments: 0..<UInt64(Seed.tries(12)))
  func `a batch equals single appends`(_ number: UInt64) throws {
    var seed = Seed(number)
    var (together, single) = try Self.twins(laps: number % 2 == 0 ? 0 : 120)
    let log = try together.open(.appending(longLived: true))
    for _ in 0..<12 {
      let requests = (0..<Int.random(in: 1...20, using: &seed)).map { _ in together.random(&seed) }
      for (request, answer) in try zip(requests, log.append(requests)) {
        #expect(try single.open().answer(request) == answer, "\(seed): \(request)")
      }
      #expect(try Dump(together.path) == Dump(single.path), "\(seed)")
    }
    #expect(try log.check().findings == [], "\(seed)")
  }

  /// Two long-lived writers have caches, and other processes write in between.
  @Test(arguments: 0..<UInt64(Seed.tries(12)))
  func `interleaved writers equal single ones`(_ number: UInt64) throws {
    var seed = Seed(number)
    var (together, single) = try Self.twins(laps: number % 2 == 0 ? 0 : 120)
    let writers = try (0..<2).map { _ in try together.open(.appending(longLived: true)) }
    for _ in 0..<60 {
      // A writer often appends several times in a row, so that its cache is used.
      let writer = writers[Int.random(in: 0..<writers.count, using: &seed)]
      for _ in 0..<Int.random(in: 1...4, using: &seed) {
        let request = together.random(&seed)
        #expect(try writer.answer(request) == single.open().answer(request), "\(seed): \(request)")
      }
      switch Int.random(in: 0..<12, using: &seed) {
      case 0:
        let request = together.random(&seed)
        let answer = try together.open().answer(request)
        #expect(try single.open().answer(request) == answer, "\(seed): \(request)")
      case 1: try writers[0].rebuild()
      case 2: #expect(throws: Thrown.self) { try writer.write(ids: []) { _ in throw Thrown() } }
      default: break
      }
    }
    #expect(try Dump(together.path) == Dump(single.path), "\(seed)")
    #expect(try writers[0].check().findings == [], "\(seed)")
  }

  @Test func `a failed request discards its batch`() throws {
    var fixture = try LogFixture.started()
    let log = try fixture.open(.appending(longLived: true))
    _ = try log.append(fixture.request(.lap(label: nil)))
    _ = try log.append(fixture.request(.undo))
    let before = try Dump(fixture.path)
    let twice = EventID(high: 5, low: 5)
    let batch = [
      fixture.request(.lap(label: nil)), fixture.request(.lap(label: nil), id: twice),
      fixture.request(.stop, id: EventID(high: 5, low: 6)),
    ]
    var clash = batch
    clash[2].id = twice
    clash[2].mayBeRepeated = false
    #expect(throws: LogError.self) { try log.append(clash) }
    #expect(try Dump(fixture.path) == before)
    // The failure discards the cached state, too.
    #expect(try log.append(batch).map { try $0.get().version } == [4, 5, 6])
    #expect(try log.check().findings == [])
  }
}

extension LogFixture {
  /// A random request of one of two devices; some are refused.
  fileprivate mutating func random(_ seed: inout Seed) -> Request {
    machine.pass(.milliseconds(Int.random(in: 0...3_000, using: &seed)))
    let session = "\(Int.random(in: 1...4, using: &seed))"
    let plan = Plan(limit: Bool.random(using: &seed) ? .seconds(20) : nil)
    let lap: EventReference =
      seed.chance(70) ? .number(1 + seed.below(8)) : .event(2 + seed.below(20))
    let moves: [Event.Amendment.Move?] = [
      nil, .by(seed.signed(seed.span())), .ago(seed.span()), nil,
      .at(machine.reading.recordedAt - seed.span()),
    ]
    let choice = seed.below(moves.count)
    var change = Event.Amendment(move: moves[choice])
    let toLast = choice == 3
    if choice == 0 || seed.chance(20) { change.label = seed.chance(30) ? .lifted : .set("bend") }
    let choices: [(Command, Request.Target)] = [
      (.start(.init(plan: plan)), .new(also: true)), (.start(.init()), .new(also: false)),
      (.lap(label: nil), .implied), (.lap(label: "x"), .named(session)),
      (.lap(label: nil), .named(session)), (.mark(label: "m"), .named(session)),
      (.stop, .named(session)), (.stop, .implied), (.resume, .named(session)),
      (.undo, .implied), (.redo, .named(session)), (.remove(lap), .named(session)),
      (.amend(lap, change, toLast: toLast), .implied),
      (.amend(lap, change, toLast: toLast), .named(session)),
      (.amend(.start, change, toLast: toLast), .named(session)),
      (.discard, .named(session)), (.plan(PlanChange(limit: .set(.seconds(9)))), .named(session)),
    ]
    let (command, target) = choices[Int.random(in: choices.indices, using: &seed)]
    var request = request(command, of: target)
    if Int.random(in: 0..<8, using: &seed) == 0 { request.time = .ago(.seconds(2)) }
    if Int.random(in: 0..<4, using: &seed) == 0 {
      request.instant.clock.device = "other"
      request.instant.ticks += .seconds(7)
    }
    return request
  }
}

private struct Thrown: Error {}

extension Logbook {
  fileprivate func answer(_ request: Request) throws -> Result<Receipt, Rejection> {
    do {
      return .success(try append(request))
    } catch let rejection as Rejection { return .failure(rejection) }
  }
}

/// Retries of requests after an unknown outcome.
struct RepeatedRequestTests {
  @Test(arguments: UInt64(200)..<UInt64(200 + Effort.times(6, long: 300)))
  func `every repeated request changes nothing and gives the first answer`(seed: UInt64) throws {
    let fixture = try LogFixture()
    let log = try fixture.open(.appending(longLived: true))
    var history = RandomHistory(seed: seed, isHostile: seed % 2 == 1)
    for _ in 0..<60 { _ = try history.appendNext(to: log) }
    let before = try Dump(fixture.path)
    #expect(history.answered.count > 10)
    #expect(history.answered.contains { $0.receipt.others?.isEmpty == false })
    var answered = history.answered
    for index in answered.indices { answered[index].request.mayBeRepeated = true }
    for (request, receipt) in answered {
      #expect(try log.append(request) == receipt, "seed \(seed), event \(receipt.position)")
    }
    for batch in [answered, answered.reversed()] {
      let again = try log.append(batch.map(\.request)).map { try $0.get() }
      #expect(again == batch.map(\.receipt), "seed \(seed), in one transaction")
    }
    #expect(try Dump(fixture.path) == before)
  }

  @Test func `the same id with other content is refused`() throws {
    var fixture = try LogFixture()
    let id = EventID(high: 7, low: 7)
    try fixture.perform(.start(.init(name: "a")), of: .new(also: false), id: id)
    #expect(throws: Rejection.idReused(id)) {
      try fixture.perform(.start(.init(name: "b")), of: .new(also: false), id: id)
    }
    let undo = EventID(high: 7, low: 8)
    try fixture.perform(.lap(label: nil))
    try fixture.perform(.undo, id: undo)
    #expect(throws: Rejection.idReused(undo)) { try fixture.perform(.redo, id: undo) }
    let batch = fixture.request(.undo, id: EventID(high: 7, low: 9))
      .batch([.lap(label: "c"), .lap(label: "d"), .lap(label: "e")])
    let log = try fixture.open()
    _ = try log.perform(commands: [batch])[0].get()
    #expect(throws: Rejection.idReused(batch[0].id)) {
      try log.perform(commands: [Array(batch.prefix(2))])[0].get()
    }
  }

  @Test func `a retry finds the session by its name at that time`() throws {
    var fixture = try LogFixture()
    let id = EventID(high: 7, low: 7)
    try fixture.start("a")
    let first = try fixture.perform(.name("b"), of: .named("a"), id: id)
    #expect(try fixture.perform(.name("b"), of: .named("a"), id: id) == first)
    try fixture.start("a", also: true)
    #expect(try fixture.perform(.name("b"), of: .named("a"), id: id) == first)
    for other in ["b", "2", "c"] {
      #expect(throws: Rejection.idReused(id)) {
        try fixture.perform(.name("b"), of: .named(other), id: id)
      }
    }
  }

  @Test func `a retry lists the sessions that ran at that time`() throws {
    var fixture = try LogFixture.started("a")
    let start = Event.Start(name: "b", plan: Plan(limit: .seconds(2)))
    try fixture.perform(.start(start), of: .new(also: true))
    fixture.machine.pass(.seconds(1))
    // Another process records that "b" reached its limit before this request is appended.
    let late = fixture.request(.lap(label: nil), of: .named("a"), id: EventID(high: 7, low: 7))
    try fixture.perform(.mark(label: "over"), of: .named("b"), after: .seconds(9))
    let first = try fixture.open().append(late)
    #expect(first.others == RunningSessions([]))
    try fixture.perform(.mark(label: "later"), of: .named("b"))
    #expect(try fixture.open().append(late) == first)
  }

  @Test func `a retry reads no events of unchanged sessions`() throws {
    var fixture = try LogFixture.started("a")
    try fixture.start("b", also: true)
    try fixture.perform(.lap(label: nil), of: .named("b"))
    let lap = fixture.request(.lap(label: nil), of: .named("a"), id: EventID(high: 7, low: 7))
    let first = try fixture.open().append(lap)
    #expect(first.others == RunningSessions([2]))
    try fixture.execute(
      """
      DROP TRIGGER events_are_not_changed; PRAGMA ignore_check_constraints = ON;
      UPDATE events SET basis = 'none' WHERE position = 3
      """)
    #expect(throws: (any Error).self) { try fixture.open(.reading).session(2) }
    #expect(try fixture.open().append(lap) == first)
  }

  @Test func `a retry of an old request does not search the sessions that ran then`() throws {
    var fixture = try LogFixture.started("a")
    let ids = (1...6).map { EventID(high: 7, low: $0) }
    let commands: [Command] = [
      .lap(label: "x"), .amend(.event(2), .init(label: .set("y"))), .undo, .redo,
      .remove(.number(1)), .stop,
    ]
    let requests = zip(commands, ids).map { fixture.request($0, id: $1) }
    let log = try fixture.open(.appending(longLived: true))
    let first = try requests.map { try log.append($0) }
    _ = try log.append(fixture.request(.name("b")))
    try log.write(ids: []) { _ in
      let connection = try log.create()
      for (index, request) in requests.enumerated() {
        var append = Appender(
          log: log, connection: connection, comparesPlaces: false, isStreamed: false)
        append.readable = 0
        var known = first[index]
        known.others = nil
        #expect(try append.answer(request) == known)
        var other = request
        other.command = index == 5 ? .resume : requests[index == 0 ? 1 : index - 1].command
        #expect(throws: Rejection.idReused(request.id)) { try append.answer(other) }
        other = request
        other.target = .named("2")
        #expect(throws: Rejection.idReused(request.id)) { try append.answer(other) }
      }
    }
  }
}
