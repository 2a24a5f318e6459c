import CFaultyDisk
import EventLog
import Glibc
import Synchronization
import SQLite

/// A layer over the real disk that observes, fails or records each call of SQLite and of the log.
///
/// Unchecked: it is confined to the thread of its test, but the functions of a `Disk` are sendable.
final class FaultyDisk: @unchecked Sendable {
  let vfs: String
  var journal: Journal?
  var fault: DiskFault?
  /// Runs before each call, for example to simulate another process.
  var beforeCall: ((Call) -> Void)?
  /// Runs after each successful call of SQLite.
  var afterCall: ((Call) -> Void)?

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
        guard let context else { return }
        let disk = FaultyDisk.at(context)
        disk.journal?.record(call.pointee)
        disk.afterCall?(Call(call.pointee))
      })
    guard faulty_register(name, observer) == SQLITE_OK, WriteAheadVFS.layered(over: name) == vfs
    else { throw NotRegistered() }
  }

  private static func at(_ context: UnsafeMutableRawPointer) -> FaultyDisk {
    Unmanaged<FaultyDisk>.fromOpaque(context).takeUnretainedValue()
  }

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
    disk.makeFolder = call(.makeFolder, { .makeFolder($0) }, live.makeFolder)
    disk.makeFile = call(.makeFile, { .makeFile($0) }, live.makeFile)
    disk.sync = call(.syncPath, { .sync($0) }, live.sync)
    disk.remove = call(.remove, { .remove($0) }, live.remove)
    disk.rename = call(.rename, { .rename($0, $1) }, live.rename)
    disk.renameAsNew = call(.rename, { .rename($0, $1) }, live.renameAsNew)
    disk.keep = call(.link, { .link($0, $1) }, live.keep)
    return disk
  }

  private typealias PathCall = @Sendable (String) throws(SystemError) -> Void
  private typealias MoveCall = @Sendable (String, String) throws(SystemError) -> Void

  private func call(
    _ operation: Call.Operation, _ change: @escaping @Sendable (String) -> Journal.Operation,
    _ live: @escaping PathCall
  ) -> PathCall {
    { path throws(SystemError) in
      try self.perform(Call(operation, path), change(path)) { () throws(SystemError) in
        try live(path)
      }
    }
  }

  private func call(
    _ operation: Call.Operation,
    _ change: @escaping @Sendable (String, String) -> Journal.Operation, _ live: @escaping MoveCall
  ) -> MoveCall {
    { from, to throws(SystemError) in
      try self.perform(Call(operation, to), change(from, to)) { () throws(SystemError) in
        try live(from, to)
      }
    }
  }

  struct NotRegistered: Error {}
}
