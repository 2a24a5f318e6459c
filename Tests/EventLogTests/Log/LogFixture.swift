import CSQLite
import ProcessTestSupport
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

/// A log in a scratch folder, and a simulated machine with clocks.
struct LogFixture {
  let folder: ScratchFolder
  var machine = Machine()
  private var nextID: UInt64 = 1

  init(in folder: ScratchFolder? = nil) throws { self.folder = try folder ?? ScratchFolder() }

  /// A log in memory, if there is a folder in memory: for tests with many appends.
  static func inMemory() throws -> LogFixture { try LogFixture(in: .inMemory()) }

  var path: String { folder("log.db") }

  func open(_ access: Logbook.Access = .appending) throws -> Logbook {
    try Logbook(LogFile(path), for: access)
  }

  mutating func request(
    _ command: Command, of target: Request.Target = .implied, time: Request.Time = .now,
    id: EventID? = nil, after span: Duration = .zero
  ) -> Request {
    machine.pass(span)
    nextID += 1
    return Request(
      id: id ?? EventID(high: 0x0192, low: nextID), mayBeRepeated: id != nil, command, of: target,
      time: time, instant: machine.instant, source: "test")
  }

  /// Opens the log, appends one event, possibly after a span, and closes the log, like a command.
  @discardableResult mutating func perform(
    _ command: Command, of target: Request.Target = .implied, time: Request.Time = .now,
    id: EventID? = nil, after span: Duration = .zero
  ) throws -> Receipt {
    try open().append(request(command, of: target, time: time, id: id, after: span))
  }

  static func started(_ name: String? = nil) throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.start(name)
    return fixture
  }

  @discardableResult
  mutating func start(_ name: String? = nil, also: Bool = false) throws -> Receipt {
    try perform(.start(.init(name: name)), of: .new(also: also))
  }

  /// Performs commands, each a pause after the one before; after each, `check` finds nothing.
  mutating func performSoundly(
    _ commands: [Command], of target: Request.Target = .implied,
    every pause: Duration = .seconds(1), location: SourceLocation = #_sourceLocation
  ) throws {
    for command in commands {
      try perform(command, of: target, after: pause)
      try expectSound("\(command)", location)
    }
  }

  func expectSound(
    _ comment: Comment? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws { #expect(try open(.reading).check().findings == [], comment, sourceLocation: location) }

  func execute(_ sql: String) throws {
    try #require(try LogFile(path).open(for: .appending, .laptimer)).execute(sql)
  }

  /// The rows of a query, their columns separated by bars.
  func rows(_ query: String) throws -> [String] {
    let statement = try #require(try LogFile(path).open(for: .reading, .laptimer)).prepare(query)
    var rows: [String] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.text($0) }.joined(separator: "|"))
    }
    return rows
  }
}

extension LogFixture {
  /// A log with two sessions, a reboot and five events.
  static func ofTwoSessions() throws -> LogFixture {
    var fixture = try LogFixture()
    try fixture.start("a")
    try fixture.perform(.lap(label: "one"), after: .seconds(5))
    try fixture.perform(.mark(label: "pit"))
    fixture.machine.reboot(lasting: .seconds(9))
    try fixture.start("b", also: true)
    try fixture.perform(.stop, of: .named("1"))
    return fixture
  }

  static func tampered(_ sql: String) throws -> LogFixture {
    let fixture = try ofTwoSessions()
    try fixture.execute(
      """
      DROP TRIGGER events_are_not_changed; DROP TRIGGER events_are_not_deleted;
      DROP TRIGGER events_are_appended; PRAGMA foreign_keys = OFF; \(sql)
      """)
    return fixture
  }

  /// Gives a changed event of session 1 the digest of what it is now.
  func renewDigest(ofEventAt position: Int) throws {
    let log = try open(.reading)
    let connection = try Connection(path: path, flags: SQLITE_OPEN_READWRITE)
    let row = try connection.prepare("SELECT \(Record.columns) FROM events WHERE position = ?")
      .bind(position)
    try #require(try row.step())
    let record = try row.record()
    row.reset()
    let clock = try #require(try log.clock(record.clock))
    let digest = Digest.of(record, session: try log.uid(of: 1), clock: clock)
    try connection.prepare("UPDATE events SET digest = ? WHERE position = ?")
      .bind(digest, position).run()
  }

  /// Alters all occurrences of some bytes in the single page of a table or an index.
  func damage(_ wanted: some Collection<UInt8>, in tree: String) throws {
    var bytes = contents(of: path)
    let page = try page(of: tree)
    let places = (page.lowerBound...page.upperBound - wanted.count)
      .filter { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) }
    try #require(!places.isEmpty)
    for place in places { bytes[place] ^= 1 }
    try writeFile(bytes, to: path)
  }

  func overwrite(_ tree: String) throws {
    var bytes = contents(of: path)
    for place in try page(of: tree) { bytes[place] = 0xAA }
    try writeFile(bytes, to: path)
  }

  private func page(of tree: String) throws -> Range<Int> {
    let root = try #require(
      try open(.reading).connection?.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?")
        .bind(tree).first { Int($0.int(0)) })
    return (root - 1) * 4096..<root * 4096
  }

  var salvageMark: SalvageMark {
    var marks: UInt64 = 0
    return SalvageMark(
      clock: machine.instant.clock, ticks: machine.instant.ticks.nanoseconds,
      recordedAt: machine.instant.recordedAt, source: "test"
    ) {
      marks += 1
      return EventID(high: 0xABCD, low: marks)
    }
  }

  /// Performs random steps, some of which are refused, and returns the number of appended events.
  func appendRandomEvents(_ count: Int, seed: UInt64) throws -> Int {
    let log = try open(.appending(longLived: true))
    var history = RandomHistory(seed: seed)
    return try (0..<count).count { _ in try history.appendNext(to: log) }
  }
}

struct RandomHistory {
  private var steps: RandomSteps
  /// The session numbers in the log, by the session of the steps.
  private var numbers: [Int: Int] = [:]
  private var versions: [Int: Int] = [:]
  private(set) var answered: [(request: Request, receipt: Receipt)] = []

  init(seed: UInt64, isHostile: Bool = false) {
    steps = RandomSteps(seed: seed, isHostile: isHostile)
  }

  /// Performs the next step, and returns whether an event was appended.
  mutating func appendNext(to log: Logbook) throws -> Bool {
    let step = steps.next()
    let version = versions[step.session, default: 0] + 1
    let id = RandomStep.id(session: step.session, version: version)
    switch step.action {
    case .command(let command):
      guard version > 1 || command.isStart else { return false }
      let target = numbers[step.session].map { Request.Target.named("\($0)", also: true) }
      var request = Request(
        id: id, command, of: target ?? .new(also: true), time: time(of: step.time),
        instant: step.instant, source: "test")
      request.batch = step.batch
      guard case .success(let receipt) = try log.append([request])[0] else { return false }
      numbers[step.session] = receipt.session
      answered.append((request, receipt))
    case .imported(let kind):
      guard let number = numbers[step.session] else { return false }
      try log.importEvent(kind, id, version, step, session: number)
    }
    versions[step.session] = version
    guard let number = numbers[step.session], let event = try log.session(number)?.events.last
    else { return false }
    steps.append(event, in: step.session)
    return true
  }

  private func time(of time: EventTime) -> Request.Time {
    switch time.basis {
    case .measured: .after(time.at - time.reading.recordedAt)
    case .ago: .ago(time.reading.recordedAt - time.at)
    case .stated: .at(time.at)
    }
  }
}

extension Command {
  fileprivate var isStart: Bool { if case .start = self { true } else { false } }
}

extension RandomStep {
  fileprivate var instant: Instant {
    Instant(
      clock: ClockIdentity(
        bootID: "boot-\(time.reading.clock.rawValue / 10)", device: "device",
        offset: time.reading.clock.rawValue % 10),
      ticks: time.reading.ticks, recordedAt: time.reading.recordedAt)
  }
}

extension Logbook {
  /// Appends the events of requests in one transaction, as lines of `record`.
  func append(_ requests: [Request]) throws -> [Result<Receipt, Rejection>] {
    try perform(commands: requests.map { [$0] }).map { $0.map { $0[0] } }
  }

  /// Appends an event without a decision, as an import does.
  fileprivate func importEvent(
    _ kind: Event.Kind, _ id: EventID, _ version: Int, _ step: RandomStep, session: Int
  ) throws {
    let uid = try uid(of: session)
    let event = ExportedEvent(
      id, of: uid, kind.name, version: kind.version, kind.payload(inBatch: step.batch).data,
      at: step.time.at, basis: step.time.basis, step.instant)
    try write(ids: []) { _ in
      var merge = try Merge(into: self, create())
      for known in try records(after: 0, of: session) {
        var verifier = DigestVerifier(of: self)
        let exported = try ExportedEvent(
          record: known, uid: uid, clock: verifier.verify(known).clock)
        try merge.merge(.event(ImportReader.Read(exported: exported, line: 1)))
      }
      try merge.merge(.event(ImportReader.Read(exported: event, line: 2)))
      _ = try merge.finish()
    }
  }
}
