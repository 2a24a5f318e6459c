import CBaseline
import Commands
import EventLog
import Glibc
import Logbook
import Timing

/// What all subjects are measured with.
final class Bench {
  let scratch: Scratch
  /// How many events a large log has.
  let events: Int
  private var built: Programs?

  init(events: Int) throws {
    scratch = try Scratch()
    self.events = events
  }

  /// The programs as they ship, built when they are first asked for.
  func programs() throws -> Programs {
    if let built { return built }
    let programs = try Programs()
    built = programs
    return programs
  }

  /// On how many sessions a large log's events fall.
  var sessions: Int { max(1, events / 1000) }

  /// A large log, made when it is first asked for.
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

/// Something that is measured under a name.
struct Matter {
  let name: String
  let run: (Bench) throws -> [Figure]

  static var all: [Matter] {
    [
      Matter(name: "lap", run: oneShot), Matter(name: "read", run: reads),
      Matter(name: "append", run: appends), Matter(name: "bulk", run: bulk),
      Matter(name: "replay", run: replay), Matter(name: "rebuild", run: rebuild),
      Matter(name: "query", run: queries), Matter(name: "follow", run: following),
      Matter(name: "version", run: version), Matter(name: "signals", run: signals),
    ]
  }
}

/// A folder of logs that is gone with its owner.
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

  /// The bytes that may still be written beside the logs.
  var freeBytes: Int {
    var about = statvfs()
    return statvfs(folder, &about) == 0 ? Int(about.f_bavail) * Int(about.f_frsize) : 0
  }

  /// Makes a log of so many events on so many sessions that are over, and one more that runs.
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

  /// Makes a copy of a log that nobody writes to.
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

/// What is done to a log within this process, as laptimer does it.
enum Journal {
  /// Opens a log as a process that lives on.
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

  /// A request of this instant.
  static func request(_ command: Command, of target: Request.Target = .implied) -> Request {
    let instant = World.live.instant()
    return Request(
      id: World.live.makeID(instant.recordedAt), command, of: target, instant: instant,
      source: "cli")
  }

  /// Adds sessions that are over, and makes the tables anew.
  static func addHistory(_ path: String, events: Int, sessions: Int) throws {
    let log = baseline_open(path)
    baseline_add_history(log, Int64(sessions), Int64(events / sessions))
    baseline_close(log)
    try open(path).rebuild(verifying: false)
  }
}
