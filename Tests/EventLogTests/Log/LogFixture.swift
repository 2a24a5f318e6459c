import EventLog
import Logbook
import ProcessTestSupport
import Timing
import TimingTestSupport
import Text

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

  /// Starts a race, and enters runners.
  mutating func startRace(_ finish: RaceFormat.Finish, entering bibs: [String]) throws {
    try perform(.start(Event.Start(plan: Plan(race: RaceFormat(finish)))), of: .new(also: false))
    for bib in bibs { try perform(.race(.entered(RaceEvent.Entry(bib: bib)))) }
  }
}
