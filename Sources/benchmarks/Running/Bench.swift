import CBaseline
import Commands
import EventLog
import Glibc
import Logbook
import Timing

/// The logs and programs used by all subjects.
final class Bench {
  let scratch: Scratch
  /// The number of events of a large log.
  let events: Int
  private var built: Programs?

  init(events: Int) throws {
    scratch = try Scratch()
    self.events = events
  }

  /// The release programs, built at the first call.
  func programs() throws -> Programs {
    if let built { return built }
    let programs = try Programs()
    built = programs
    return programs
  }

  /// The number of sessions of a large log.
  var sessions: Int { max(1, events / 1000) }

  /// A large log, created at the first call.
  func largeLog() throws -> String {
    if let large { return large }
    // 320 bytes an event with its rows and indices, and the write-ahead log of a rebuild.
    let needed = events * 600
    guard scratch.freeBytes > needed + (1 << 30) else {
      throw Child.Failure(description: "not enough space for a log of \(events) events")
    }
    let path = try scratch.log("large.db", events: events, sessions: sessions)
    large = path
    return path
  }

  private var large: String?
}

/// A topic of measurement and its name.
struct Topic {
  let name: String
  let run: (Bench) throws -> [Figure]

  static var all: [Topic] {
    [
      Topic(name: "lap", run: oneShot), Topic(name: "read", run: reads),
      Topic(name: "append", run: appends), Topic(name: "bulk", run: bulk),
      Topic(name: "replay", run: replay), Topic(name: "rebuild", run: rebuild),
      Topic(name: "query", run: queries), Topic(name: "follow", run: following),
      Topic(name: "attempts", run: attempts),
      Topic(name: "version", run: version), Topic(name: "signals", run: signals),
    ]
  }
}

/// A folder of logs that is removed with its owner.
final class Scratch {
  let folder: String

  init() throws(Child.Failure) {
    var path = Array("\(temporaryFolder())/laptimer-benchmarks.XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else {
      throw Child.Failure(description: "no folder for logs: \(String(cString: strerror(errno)))")
    }
    folder = path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  deinit { _ = try? Child.run(["rm", "-rf", folder]) }

  /// The free space of the disk in bytes.
  var freeBytes: Int {
    var about = statvfs()
    return statvfs(folder, &about) == 0 ? Int(about.f_bavail) * Int(about.f_frsize) : 0
  }

  /// Creates a log with stopped sessions, and one running session.
  func log(_ name: String, events: Int, sessions: Int = 1) throws -> String {
    let path = folder + "/" + name
    try Journal.start(path)
    if events > sessions {
      try Journal.append(.stop, to: path)
      try Journal.addHistory(path, events: events, sessions: sessions)
      try Journal.start(path)
    }
    return path
  }

  /// Copies a log that no process writes to.
  func copy(_ path: String, _ name: String) throws -> String {
    let copy = folder + "/" + name
    for suffix in ["", "-wal", "-shm", "-bell"] {
      unlink(copy + suffix)
      guard suffix != "-shm", access(path + suffix, F_OK) == 0 else { continue }
      try Child.run(["cp", path + suffix, copy + suffix])
    }
    return copy
  }
}

private func temporaryFolder() -> String {
  getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
}

/// Uses a log within this process, as laptimer does.
enum Journal {
  /// Opens a log for a long-lived process.
  static func open(_ path: String) throws -> Logbook {
    try Logbook(LogFile(path), for: .appending(longLived: true))
  }

  /// Starts a session.
  static func start(_ path: String) throws {
    try append(
      .start(Event.Start(name: nil, tags: [], plan: Plan())), to: path, of: .new(also: true))
  }

  static func append(
    _ command: Command, to path: String, of target: Request.Target = .implied
  ) throws {
    _ = try open(path).append(request(command, of: target))
  }

  /// Creates a request at this instant.
  static func request(_ command: Command, of target: Request.Target = .implied) -> Request {
    let instant = World.live.instant()
    return Request(
      id: World.live.makeID(instant.recordedAt), command, of: target, instant: instant,
      source: "cli")
  }

  /// Adds stopped sessions, and rebuilds the tables.
  static func addHistory(_ path: String, events: Int, sessions: Int) throws {
    let log = baseline_open(path)
    baseline_add_history(log, Int64(sessions), Int64(events / sessions))
    baseline_close(log)
    try open(path).rebuild()
  }
}
