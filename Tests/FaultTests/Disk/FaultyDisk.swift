import CFaultyDisk
import EventLog
import Glibc
import Synchronization
import SQLite

/// A layer over the real disk that observes, fails or records each call of SQLite and of the log.
///
/// Unchecked: it is confined to the thread of its test, but the functions of a `Disk` are sendable.
final class FaultyDisk: @unchecked Sendable {
  /// The name of the virtual file system in SQLite.
  let vfs: String

  /// Records all changes of the disk.
  var journal: Journal?

  /// The calls that fail.
  var fault: DiskFault?

  /// Runs before each call, for example to simulate another process.
  var beforeCall: ((Call) -> Void)?

  private static let count = Atomic(0)

  init() throws {
    let name = "faulty-\(Self.count.add(1, ordering: .relaxed).newValue)"
    vfs = "laptimer over \(name)"
    // SQLite never frees a file system, so the observer is retained forever.
    let observer = faulty_observer(
      context: Unmanaged.passRetained(self).toOpaque(),
      before: { context, call, done in
        guard let context else { return SQLITE_MISUSE }
        return FaultyDisk.at(context).before(Call(call.pointee), &done.pointee)
      },
      after: { context, call in
        if let context { FaultyDisk.at(context).journal?.record(call.pointee) }
      })
    guard faulty_register(name, observer) == SQLITE_OK,
      WriteAheadVFS.layered(over: name) == vfs
    else { throw NotRegistered() }
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> FaultyDisk {
    Unmanaged<FaultyDisk>.fromOpaque(context).takeUnretainedValue()
  }

  /// A log on this disk.
  func log(_ path: String, busyTimeout: Duration = .zero) -> LogFile {
    LogFile(path, vfs: vfs, busyTimeout: busyTimeout, disk: disk)
  }

  private func before(_ call: Call, _ done: inout Int64) -> Int32 {
    beforeCall?(call)
    guard let code = fault?.code(for: call, &done) else { return SQLITE_OK }
    // Linux reports a failed write once, at the sync, and then treats the page as written.
    if call.operation == .sync { journal?.record(.dropPending(call.path)) }
    errno = fault?.kind.number ?? 0
    return code
  }

  /// Fails a call of the log, or executes and records it.
  private func perform(
    _ call: Call, _ operation: Journal.Operation, _ body: () throws(SystemError) -> Void
  ) throws(SystemError) {
    beforeCall?(call)
    if let number = fault?.number(for: call) {
      if call.operation == .syncPath { journal?.record(.dropPending(call.path)) }
      throw SystemError(call: "\(call.operation)", path: call.path, number: number)
    }
    try body()
    journal?.record(operation)
  }

  /// The calls of the log that do not go through SQLite.
  var disk: Disk {
    let live = Disk.live
    var disk = live
    disk.makeFolder = { path throws(SystemError) in
      try self.perform(Call(.makeFolder, path), .makeFolder(path)) { () throws(SystemError) in
        try live.makeFolder(path)
      }
    }
    disk.makeFile = { path throws(SystemError) in
      try self.perform(Call(.makeFile, path), .makeFile(path)) { () throws(SystemError) in
        try live.makeFile(path)
      }
    }
    disk.sync = { path throws(SystemError) in
      try self.perform(Call(.syncPath, path), .sync(path)) { () throws(SystemError) in
        try live.sync(path)
      }
    }
    disk.rename = { from, to throws(SystemError) in
      try self.perform(Call(.rename, to), .rename(from, to)) { () throws(SystemError) in
        try live.rename(from, to)
      }
    }
    disk.renameAsNew = { from, to throws(SystemError) in
      try self.perform(Call(.rename, to), .rename(from, to)) { () throws(SystemError) in
        try live.renameAsNew(from, to)
      }
    }
    disk.keep = { from, to throws(SystemError) in
      try self.perform(Call(.link, to), .link(from, to)) { () throws(SystemError) in
        try live.keep(from, to)
      }
    }
    disk.remove = { path throws(SystemError) in
      try self.perform(Call(.remove, path), .remove(path)) { () throws(SystemError) in
        try live.remove(path)
      }
    }
    return disk
  }

  struct NotRegistered: Error {}
}
