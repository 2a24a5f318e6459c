import ProcessTestSupport
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// Corrections computed from the rows of a session, compared with those from its fold.
struct RowCorrectionTests {
  /// The number of random sequences.
  static let sequences = Seed.tries(Effort.times(20, long: 2_000))

  /// Opens a log that corrects either all sessions or none from their rows.
  private static func open(_ fixture: LogFixture, fromRows: Bool) throws -> Logbook {
    let log = try fixture.open()
    log.leastEventsToCorrectRows = fromRows ? 0 : .max
    return log
  }

  @Test func `random corrections give the rows and answers of a fold`() throws {
    var rowCorrections = 0
    for number in 0..<Self.sequences {
      let (rows, fold) = (try LogFixture.inMemory(), try LogFixture.inMemory())
      var seed = Seed()
      let history = RandomHistory(seed: seed.next(), isHostile: number % 2 == 1)
      var histories = [history, history]
      for step in 0..<80 {
        let log = try Self.open(rows, fromRows: true)
        let isAppended = try histories[0].appendNext(to: log)
        if log.cache.corrected != nil { rowCorrections += 1 }
        #expect(
          try histories[1].appendNext(to: Self.open(fold, fromRows: false)) == isAppended)
        guard isAppended else { continue }
        try #require(
          histories[0].answered.last?.receipt == histories[1].answered.last?.receipt,
          "\(seed), step \(step)")
        try #require(try Dump(rows.path) == Dump(fold.path), "\(seed), step \(step)")
      }
    }
    print("corrections from rows: \(rowCorrections) of \(Self.sequences) random histories")
    #expect(rowCorrections >= Self.sequences / 10)
  }

  @Test func `random corrections of sessions without rules give the rows and answers of a fold`()
    throws
  {
    var rowCorrections = 0
    var tried = 0
    for number in 0..<Self.sequences {
      let seed = Seed()
      var requests = PlainHistory(seed: seed, stops: number % 3 == 2)
      let (rows, fold) = (try LogFixture.inMemory(), try LogFixture.inMemory())
      for step in 0..<80 {
        let request = requests.next()
        let log = try Self.open(rows, fromRows: true)
        let answers = [
          try log.append([request])[0],
          try Self.open(fold, fromRows: false).append([request])[0],
        ]
        tried += 1
        if log.cache.corrected != nil { rowCorrections += 1 }
        try #require(answers[0] == answers[1], "\(seed), step \(step)")
        try #require(
          try Dump(rows.path) == Dump(fold.path), "\(seed), step \(step): \(request.command)")
      }
      #expect(try rows.open(.reading).check().findings == [], "\(seed)")
    }
    print("corrections from rows: \(rowCorrections) of \(tried) requests without rules")
    #expect(rowCorrections >= tried / 20)
  }

  /// A session of 1,200 laps of various times, with a timestamp; optionally stopped.
  private func longSession(stopped: Bool = false) throws -> LogFixture {
    var fixture = try LogFixture.inMemory()
    try fixture.start("long")
    var requests: [Request] = []
    for number in 1...1200 {
      fixture.machine.pass(.seconds(60 + number % 7))
      requests.append(fixture.request(.lap(label: nil)))
    }
    fixture.machine.pass(.seconds(5))
    requests.append(fixture.request(.mark(label: "m")))
    if stopped { requests.append(fixture.request(.stop)) }
    _ = try fixture.open().append(requests)
    return fixture
  }

  @Test(arguments: [
    Command.undo, .remove(.number(1)), .remove(.number(600)), .remove(.number(1200)),
    .remove(.event(9)), .amend(.number(1), .label("x")), .amend(.number(1), .by(.seconds(1))),
    .amend(.number(600), .by(.seconds(-300))), .amend(.number(1200), .by(.seconds(-90))),
    .amend(.number(2), .init(move: .by(.seconds(600)), label: .set("x"))),
    .amend(.start, .by(.seconds(-5))), .amend(.start, .by(.seconds(5))),
  ])
  func `a correction of a long session, and its undo, need no fold`(_ command: Command) throws {
    var fixture = try longSession()
    let before = try Dump(fixture.path, ["laps", "timestamps"])
    for command in [command, .undo] {
      fixture.machine.pass(.seconds(1))
      let log = try fixture.open()
      _ = try log.append(fixture.request(command))
      #expect(log.cache.corrected == 1 && log.cache.folded == nil)
      #expect(try fixture.open(.reading).check().findings == [])
    }
    #expect((try Dump(fixture.path, ["laps", "timestamps"]) == before) == (command != .undo))
  }

  @Test(arguments: [
    Command.amend(.start, .by(.seconds(-5))), .amend(.number(2), .init(move: .ago(.seconds(90)))),
    .remove(.number(1200)),
  ])
  func `a correction after the stop needs no fold`(_ command: Command) throws {
    var fixture = try longSession(stopped: true)
    let log = try fixture.open()
    _ = try log.append(fixture.request(command))
    #expect(log.cache.corrected == 1 && log.cache.folded == nil)
    #expect(try fixture.open(.reading).check().findings == [])
  }

  /// A session changed by SQL, with the events start, lap, lap, amendment of lap 1, undo, lap.
  private static func damaged(_ sql: String) throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.start("a")
    for command in [
      Command.lap(label: nil), .lap(label: nil), .amend(.number(1), .init(label: .set("x"))), .undo,
      .lap(label: nil),
    ] {
      fixture.machine.pass(.seconds(1))
      try fixture.perform(command)
    }
    let connection = try #require(try LogFile(fixture.path).open(for: .writing, .laptimer))
    try connection.execute(
      "DROP TRIGGER events_are_not_deleted; DROP TRIGGER events_are_not_changed; \(sql)")
    return fixture
  }

  @Test func `a session with a missing event is not corrected from its rows`() throws {
    var fixture = try Self.damaged("DELETE FROM events WHERE version = 5")
    let log = try Self.open(fixture, fromRows: true)
    #expect(throws: LogError.self) { _ = try log.append(fixture.request(.undo)) }
  }

  @Test func `an unreadable event stops a correction that reads it`() throws {
    var fixture = try Self.damaged("UPDATE events SET data = '{' WHERE version = 6")
    let before = try Dump(fixture.path)
    for fromRows in [true, false] {
      let log = try Self.open(fixture, fromRows: fromRows)
      #expect(throws: LogError.self) { _ = try log.append(fixture.request(.undo)) }
      #expect(try Dump(fixture.path) == before)
    }
  }

  @Test func `an unreadable event does not stop a correction that does not read it`() throws {
    let damaged = try Self.damaged("UPDATE events SET data = '{' WHERE version = 3")
    let sound = try Self.damaged("")
    for (fixture, fromRows) in [(damaged, true), (sound, false)] {
      var fixture = fixture
      let command = Command.amend(.number(3), .init(label: .set("x")))
      _ = try Self.open(fixture, fromRows: fromRows).append(fixture.request(command))
    }
    #expect(try Dump(damaged.path, Dump.tables) == Dump(sound.path, Dump.tables))
    #expect(!(try damaged.open(.reading).check().findings.isEmpty))
  }

  @Test(arguments: [
    "UPDATE laps SET flags = '[' WHERE number = 2",
    "UPDATE laps SET flags = '[' WHERE number = 3",
  ])
  func `the fold corrects a lap with a damaged row`(_ sql: String) throws {
    var fixture = try Self.damaged(sql)
    let log = try Self.open(fixture, fromRows: true)
    fixture.machine.pass(.seconds(1))
    let answer = try log.append(fixture.request(.remove(.number(2))))
    #expect(answer.kind.name == "removed")
    #expect(log.cache.corrected == nil && log.cache.folded?.state.laps.count == 2)
  }

  @Test(arguments: [(999, false), (1_000, true)])
  func `a session is corrected from its rows from 1,000 events on`(
    _ events: Int, _ isFromRows: Bool
  ) throws {
    var fixture = try LogFixture.inMemory()
    try fixture.start("a")
    var requests: [Request] = []
    for _ in 2...events {
      fixture.machine.pass(.seconds(1))
      requests.append(fixture.request(.lap(label: nil)))
    }
    _ = try fixture.open().append(requests)
    let log = try fixture.open()
    _ = try log.append(fixture.request(.undo))
    #expect((log.cache.corrected == 1) == isFromRows)
    #expect((log.cache.folded == nil) == isFromRows)
    #expect(try fixture.open(.reading).check().findings == [])
  }

  @Test func `a process that corrects a session again folds it once`() throws {
    var fixture = try longSession()
    let log = try fixture.open(.appending(longLived: true))
    for number in 1...3 {
      _ = try log.append(fixture.request(.remove(.number(number))))
      #expect((log.cache.folded == nil) == (number == 1))
      #expect(try fixture.open(.reading).check().findings == [])
    }
  }

  @Test(arguments: [
    Command.remove(.number(1201)), .remove(.number(0)), .amend(.number(3), .by(.seconds(90_000))),
    .amend(.number(3), .by(.seconds(-9000))), .amend(.start, .by(.seconds(90_000))),
    .amend(.start, .label("x")), .redo,
  ])
  func `a refused correction of a long session changes nothing`(_ command: Command) throws {
    var fixture = try longSession()
    let before = try Dump(fixture.path)
    #expect(throws: Rejection.self) { try fixture.perform(command) }
    #expect(try Dump(fixture.path) == before)
  }
}

/// Random commands and corrections of one session without rules.
private struct PlainHistory {
  private var seed: Seed
  private var machine = Machine()
  private var count = 0
  private let stops: Bool

  init(seed: Seed, stops: Bool) {
    self.seed = seed
    self.stops = stops
  }

  mutating func next() -> Request {
    if !seed.chance(10) { machine.pass(seed.span()) }
    if seed.chance(1) { machine.step(.seconds(3)) }
    if seed.chance(1) { machine.reboot(lasting: .seconds(5)) }
    count += 1
    let isFirst = count == 1
    var time = Request.Time.now
    let command = isFirst ? Command.start(.init()) : command(&time)
    return Request(
      id: EventID(high: 0x0193, low: UInt64(count)), command,
      of: isFirst ? .new(also: true) : .number(1), time: time, instant: machine.instant,
      source: "test")
  }

  private mutating func command(_ time: inout Request.Time) -> Command {
    switch seed.below(100) {
    case ..<30:
      if seed.chance(25) { time = .ago(seed.span()) }
      return .lap(label: seed.chance(15) ? seed.pick(from: ["bend", "pit"]) : nil)
    case ..<34:
      if seed.chance(25) { time = .ago(seed.span()) }
      return .mark(label: "m")
    case ..<38: return stops ? (seed.chance(50) ? .stop : .resume) : .tag(["t\(seed.below(9))"])
    case ..<54: return .undo
    case ..<60: return .redo
    case ..<70: return .remove(reference())
    case ..<76: return .amend(.start, change(labels: false))
    default: return .amend(reference(), change(labels: true))
    }
  }

  private mutating func reference() -> EventReference {
    seed.chance(70) ? .number(1 + seed.below(8)) : .event(2 + seed.below(max(1, count - 2)))
  }

  private mutating func change(labels: Bool) -> Command.Change {
    var change = Command.Change()
    switch seed.below(10) {
    case 0...2 where labels:
      change.label = seed.chance(30) ? .lifted : .set(seed.pick(from: ["bend", "pit"]) ?? "")
    case 7: change.move = .ago(seed.span())
    case 8: change.move = .at(machine.reading.recordedAt - seed.span())
    case 9: change.move = .last
    default: change.move = .by(seed.signed(seed.span()))
    }
    if labels, change.move != nil, seed.chance(15) { change.label = .set("bend") }
    return change
  }
}
