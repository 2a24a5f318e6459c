import CBaseline
import Glibc

/// The logs and programs used by all subjects, in a folder that is removed with it.
final class Bench {
  let folder: String
  /// The number of events of a large log.
  let events: Int
  /// The release programs, built at the first use.
  private lazy var built = Result { try Programs() }
  private var large: String?

  init(events: Int) throws {
    self.events = events
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(parent)/laptimer-benchmarks.XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw Child.Failure(parent) }
    folder = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { _ = try? Child.run(["rm", "-rf", folder]) }

  func programs() throws -> Programs { try built.get() }

  /// Runs laptimer on a log to its end.
  @discardableResult
  func laptimer(
    _ words: [String], on log: String, _ streams: Child.Streams = Child.Streams()
  ) throws -> Child {
    try Child.run([programs().laptimer] + words + ["--db", log], streams)
  }

  /// Runs laptimer, and then the command that reverts it, of which the seconds do not count.
  func seconds(of command: String, _ after: String?, on log: String) throws -> Double {
    let words = [command, after].compactMap { $0?.split(separator: " ").map(String.init) }
    let children = try words.map { try laptimer($0, on: log) }
    return children[0].seconds
  }

  /// The path of a log that does not exist.
  func newLog(_ name: String) -> String {
    let path = folder + "/" + name
    for suffix in ["", "-wal", "-shm", "-bell"] { unlink(path + suffix) }
    return path
  }

  /// Creates a log of stopped sessions with so many events in all, and of one running session.
  func log(_ name: String, events: Int, sessions: Int = 1) throws -> String {
    let path = newLog(name)
    try laptimer(["start"], on: path)
    guard events > sessions else { return path }
    try laptimer(["stop"], on: path)
    let log = baseline_open(path)
    baseline_add_history(log, Int64(sessions), Int64(events / sessions))
    baseline_close(log)
    try laptimer(["rebuild"], on: path)
    try laptimer(["start", "--also"], on: path)
    return path
  }

  /// Creates a log of one running session with so many laps.
  func log(_ name: String, laps: Int) throws -> String {
    let path = try log(name, events: 1)
    let log = baseline_open(path)
    baseline_import(log, Int64(laps))
    baseline_close(log)
    // Verifies that C wrote the same rows as laptimer.
    try laptimer(["check"], on: path)
    return path
  }

  /// A log of as many events as the user asked for, created at the first call.
  func largeLog() throws -> String {
    if let large { return large }
    var disk = statvfs()
    // 320 bytes an event with its rows and indices, and the write-ahead log of a rebuild.
    guard statvfs(folder, &disk) == 0,
      Int(disk.f_bavail) * Int(disk.f_frsize) > events * 600 + (1 << 30)
    else { throw Child.Failure(description: "not enough space for a log of \(events) events") }
    let path = try log("large.db", events: events, sessions: max(1, events / 1000))
    large = path
    return path
  }

  /// Copies a log that no process writes to.
  func copy(_ path: String, _ name: String) throws -> String {
    let copy = newLog(name)
    for suffix in ["", "-wal", "-bell"] where access(path + suffix, F_OK) == 0 {
      try Child.run(["cp", path + suffix, copy + suffix])
    }
    return copy
  }

  /// Records lines by one process of `laptimer record`.
  @discardableResult
  func record(_ lines: [String], to log: String) throws -> Child {
    let input = log + ".txt"
    try write(lines.joined(separator: "\n"), to: input)
    return try laptimer(["record"], on: log, Child.Streams(input: input))
  }
}

/// The measured programs, linked fully static, as in a release.
struct Programs {
  let laptimer: String
  let baseline: String
  /// An empty Swift program.
  let empty: String

  /// Builds the programs, and installs them in a folder.
  ///
  /// Pages that the linker has just written are mapped in smaller pieces than those of a copied
  /// file: a program starts 10 % slower from where it was linked than from where it is installed.
  init() throws {
    let folder = ".build/static"
    let installed = folder + "/installed"
    let progress = Child.Streams(output: STDERR_FILENO)
    try Child.run([".ci/release", "--scratch-path", folder], progress)
    try Child.run(
      [
        "swift", "build", "-c", "release", "--product", "baseline", "--static-swift-stdlib",
        "-Xswiftc", "-static-executable", "-Xswiftc", "-Xfrontend", "-Xswiftc",
        "-disable-concrete-type-metadata-mangled-name-accessors", "--scratch-path", folder,
      ], progress)
    let source = folder + "/empty.swift"
    try write("", to: source)
    try Child.run(["swiftc", "-O", "-static-executable", source, "-o", folder + "/empty"])
    try Child.run(["mkdir", "-p", installed])
    for program in ["release/laptimer", "release/baseline", "empty"] {
      try Child.run(["cp", "--remove-destination", folder + "/" + program, installed])
    }
    laptimer = installed + "/laptimer"
    baseline = installed + "/baseline"
    empty = installed + "/empty"
  }
}
