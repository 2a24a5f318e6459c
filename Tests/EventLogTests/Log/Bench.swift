import EventLog
import Logbook
import ProcessTestSupport
import Timing
import TimingTestSupport
import Text

/// A log in a folder of its own, and a machine whose clocks are turned by hand.
struct Bench {
  let folder: ScratchFolder
  var machine = Machine()
  private var nextID: UInt64 = 1

  init() throws {
    folder = try ScratchFolder()
  }

  var path: String { folder("log.db") }

  /// Opens the log anew, as each command does.
  func open(_ access: Logbook.Access = .appending) throws -> Logbook {
    try Logbook(LogFile(path), for: access)
  }

  /// A request that is made now.
  mutating func request(
    _ command: Command, of target: Request.Target = .implied, time: Request.Time = .now,
    id: EventID? = nil
  ) -> Request {
    nextID += 1
    return Request(
      id: id ?? EventID(high: 0x0192, low: nextID), mayBeRepeated: id != nil, command, of: target,
      time: time, instant: machine.instant, source: "test")
  }

  /// Opens the log, appends, and closes it: a command's whole life.
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
}

extension Machine {
  /// What its clocks say, before a log has given them a number.
  var instant: Instant {
    Instant(
      clock: ClockIdentity(bootID: "boot-\(boot)", device: "device"), ticks: reading.ticks,
      recordedAt: reading.recordedAt)
  }
}
