@testable import EventLog
@testable import Logbook
import ProcessTestSupport
import SQLite
import Testing
import Text
import Timing
import TimingTestSupport

/// A log in a scratch folder, and a simulated machine with clocks.
struct LogFixture {
  let folder: ScratchFolder
  var machine = Machine()
  private var nextID: UInt64 = 1

  init() throws {
    folder = try ScratchFolder()
  }

  /// A log in memory, if there is a folder in memory: for tests with many appends.
  static func inMemory() throws -> LogFixture {
    LogFixture(folder: try ScratchFolder.inMemory())
  }

  private init(folder: ScratchFolder) {
    self.folder = folder
  }

  var path: String { folder("log.db") }

  /// Opens the log, like each command.
  func open(_ access: Logbook.Access = .appending) throws -> Logbook {
    try Logbook(LogFile(path), for: access)
  }

  /// Creates a request at the present time.
  mutating func request(
    _ command: Command, of target: Request.Target = .implied, time: Request.Time = .now,
    id: EventID? = nil
  ) -> Request {
    nextID += 1
    return Request(
      id: id ?? EventID(high: 0x0192, low: nextID), mayBeRepeated: id != nil, command, of: target,
      time: time, instant: machine.instant, source: "test")
  }

  /// Opens the log, appends one event and closes the log, like a command.
  @discardableResult
  mutating func perform(
    _ command: Command, of target: Request.Target = .implied, time: Request.Time = .now,
    id: EventID? = nil
  ) throws -> Receipt {
    try open().append(request(command, of: target, time: time, id: id))
  }

  @discardableResult
  mutating func start(_ name: String? = nil, also: Bool = false) throws -> Receipt {
    try perform(.start(.init(name: name)), of: .new(also: also))
  }

  /// Performs commands, each a pause after the one before; after each, `check` finds nothing.
  mutating func performSoundly(
    _ commands: [Command], of target: Request.Target = .implied,
    every pause: Duration = .seconds(1),
    location: SourceLocation = #_sourceLocation
  ) throws {
    for command in commands {
      machine.pass(pause)
      try perform(command, of: target)
      try expectSound("\(command)", location)
    }
  }

  /// Expects that `check` finds nothing.
  func expectSound(
    _ comment: Comment? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try open(.reading).check().findings == [], comment, sourceLocation: location)
  }

  /// Executes SQL, as another program may.
  func execute(_ sql: String) throws {
    try #require(try LogFile(path).open(for: .writing, .laptimer)).execute(sql)
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
