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
  ) throws {
    #expect(try open(.reading).check().findings == [], comment, sourceLocation: location)
  }

  func execute(_ sql: String) throws {
    try #require(try LogFile(path).open(for: .appending, .laptimer)).execute(sql)
  }

  /// The rows of a query, their columns separated by bars.
  func rows(_ query: String) throws -> [String] {
    let connection = try #require(try LogFile(path).open(for: .reading, .laptimer))
    let statement = try connection.prepare(query)
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
}

extension Logbook {
  /// Appends the events of requests in one transaction, as lines of `record`.
  func append(_ requests: [Request]) throws -> [Result<Receipt, Rejection>] {
    try perform(commands: requests.map { [$0] }).map { $0.map { $0[0] } }
  }
}
