import CBaseline
import EventLog
import Logbook
import Glibc
import Timing

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
