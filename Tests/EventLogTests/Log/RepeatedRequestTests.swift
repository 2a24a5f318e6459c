import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text
import SQLite

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
