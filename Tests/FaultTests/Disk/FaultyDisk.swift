import CFaultyDisk
import EventLog
import Logbook
import Glibc
import Synchronization
import SQLite

/// The machine's disk, seen by SQLite and by the log, where each call can be watched, refused, or
/// written down.
///
/// It is confined to the thread of its test. It says that it is sendable all the same, because the
/// functions of a `Disk` have to be.
final class FaultyDisk: @unchecked Sendable {
  /// The name by which SQLite finds it.
  let vfs: String

  /// What writes down all that changes the disk.
  var journal: Journal?

  /// What is refused.
  var trouble: Trouble?

  /// What is done before each call, by others perhaps.
  var visitor: ((Call) -> Void)?

  private static let count = Atomic(0)

  init() throws {
    vfs = "faulty-\(Self.count.add(1, ordering: .relaxed).newValue)"
    // SQLite keeps a file system for ever, so its observer must not go either.
    let observer = faulty_observer(
      context: Unmanaged.passRetained(self).toOpaque(),
      before: { context, call, done in
        guard let context else { return SQLITE_MISUSE }
        return FaultyDisk.at(context).before(Call(call.pointee), &done.pointee)
      },
      after: { context, call in
        if let context { FaultyDisk.at(context).journal?.record(call.pointee) }
      })
    guard faulty_register(vfs, observer) == SQLITE_OK else { throw NotRegistered() }
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> FaultyDisk {
    Unmanaged<FaultyDisk>.fromOpaque(context).takeUnretainedValue()
  }

  /// The log at a path of this disk.
  func log(_ path: String, busyTimeout: Duration = .zero) -> LogFile {
    LogFile(path, vfs: vfs, busyTimeout: busyTimeout, disk: disk)
  }

  private func before(_ call: Call, _ done: inout Int64) -> Int32 {
    visitor?(call)
    guard let code = trouble?.answer(call, &done) else { return SQLITE_OK }
    // Linux tells of a failed write once, by the sync, and takes the page for written from then on.
    if call.operation == .sync { journal?.record(.forget(call.path)) }
    errno = trouble?.kind.number ?? 0
    return code
  }

  /// Refuses a call of the log's own, or has it done and written down.
  private func perform(
    _ call: Call, _ operation: Journal.Operation, _ body: () throws(SystemError) -> Void
  ) throws(SystemError) {
    visitor?(call)
    if let number = trouble?.number(call) {
      if call.operation == .syncPath { journal?.record(.forget(call.path)) }
      throw SystemError(call: "\(call.operation)", path: call.path, number: number)
    }
    try body()
    journal?.record(operation)
  }

  /// What the log asks of the system beside SQLite.
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
