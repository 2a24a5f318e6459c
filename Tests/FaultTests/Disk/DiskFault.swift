import CFaultyDisk
import Glibc

struct DiskFault {
  /// `overQuota` is `EDQUOT`, which SQLite reports as a failed write.
  enum Kind: CaseIterable {
    case broken, full, overQuota, noDescriptor, noFileTable, forbidden, readOnly, noMemory, tooLong

    /// The `errno` of the failure.
    var number: Int32 {
      switch self {
      case .broken: EIO
      case .full: ENOSPC
      case .overQuota: EDQUOT
      case .noDescriptor: EMFILE
      case .noFileTable: ENFILE
      case .forbidden: EACCES
      case .readOnly: EROFS
      case .noMemory: ENOMEM
      case .tooLong: EFBIG
      }
    }
  }

  let kind: Kind
  /// The first failing call, counted from 1 among the candidates.
  let first: Int
  /// Whether all later candidates fail, too.
  let persists: Bool
  /// The only operation that fails; nil for all.
  private let only: Call.Operation?
  /// The calls so far that could fail.
  private(set) var candidates: [Call.Operation] = []
  private(set) var failedCall: Call?
  private var isOver = false

  init(_ kind: Kind, at first: Int, persists: Bool, only: Call.Operation? = nil) {
    (self.kind, self.first, self.persists, self.only) = (kind, first, persists, only)
  }

  mutating func end() { isOver = true }

  private mutating func fails(_ call: Call) -> Bool {
    guard !isOver, call.canFail, only == nil || only == call.operation, affects(call) else {
      return false
    }
    candidates.append(call.operation)
    guard candidates.count == first || persists && candidates.count > first else { return false }
    if failedCall == nil { failedCall = call }
    return true
  }

  /// Whether a call can fail with this kind of fault.
  private func affects(_ call: Call) -> Bool {
    switch kind {
    case .broken: true
    case .full, .overQuota: call.needsRoom
    case .noDescriptor, .noFileTable, .forbidden: call.opens
    case .readOnly: call.makesOrRemoves
    case .noMemory: call.opens || call.operation == .shmMap
    case .tooLong: [.write, .truncate, .shmMap].contains(call.operation)
    }
  }

  /// SQLite's result code if the call fails; half of a failing write is written.
  mutating func code(for call: Call, _ done: inout Int64) -> Int32? {
    guard fails(call) else { return nil }
    done = Int64(call.count / 2)
    return kind == .full && call.operation == .write ? SQLITE_FULL : call.codeOfFailure
  }

  mutating func number(for call: Call) -> Int32? { fails(call) ? kind.number : nil }
}

extension Call.Operation {
  /// Whether the operation creates, renames or syncs files outside of SQLite.
  var isOutsideSQLite: Bool { [.makeFolder, .makeFile, .syncPath, .rename, .link].contains(self) }

  var changes: Bool {
    isOutsideSQLite || [.write, .truncate, .sync, .delete, .remove].contains(self)
  }
}

struct Call {
  /// An operation; the first ones are those of `faulty_operation`, in its order.
  enum Operation: UInt32 {
    case open, delete, access, read, write, truncate, sync, size, lock, unlock
    case shmMap, shmLock, shmBarrier, unfetch
    case makeFolder, makeFile, syncPath, rename, link, remove
  }

  let operation: Operation
  let path: String
  var count = 0
  var offset = 0
  var flags: Int32 = 0

  init(_ operation: Operation, _ path: String) {
    self.operation = operation
    self.path = path
  }

  init(_ call: faulty_call) {
    operation = Operation(rawValue: call.operation.rawValue) ?? .unfetch
    path = String(cString: call.path)
    count = Int(call.count)
    offset = Int(call.offset)
    flags = call.flags
  }

  /// Whether the call can fail: releasing a lock on a local disk cannot.
  var canFail: Bool {
    switch operation {
    case .unlock, .shmBarrier, .unfetch: false
    case .shmLock: flags & SQLITE_SHM_UNLOCK == 0
    default: true
    }
  }

  fileprivate var needsRoom: Bool {
    operation == .open
      ? flags & SQLITE_OPEN_CREATE != 0
      : operation.isOutsideSQLite || [.write, .truncate, .sync, .shmMap].contains(operation)
  }

  /// Whether the call needs a file descriptor.
  fileprivate var opens: Bool { [.open, .makeFile, .syncPath].contains(operation) }

  /// Whether the call needs a writable file system.
  ///
  /// On a read-only one, SQLite opens existing files for reading.
  fileprivate var makesOrRemoves: Bool {
    operation == .open
      ? flags & SQLITE_OPEN_CREATE != 0
      : [.delete, .makeFolder, .makeFile, .rename, .link, .remove].contains(operation)
  }

  fileprivate var codeOfFailure: Int32 {
    let detail: Int32 =
      switch operation {
      case .delete: 10
      case .access: 13
      // SQLITE_IOERR_CORRUPTFS: unixRead in os_unix.c returns it for EIO.
      case .read: 33
      case .write: 3
      case .truncate: 6
      case .sync: 4
      case .size: 7
      case .lock: 15
      case .shmMap: 19
      case .shmLock: 20
      default: 0
      }
    // An open fails with SQLITE_CANTOPEN, the other calls with SQLITE_IOERR_… (rescode.html).
    return operation == .open ? SQLITE_CANTOPEN : SQLITE_IOERR | detail << 8
  }
}
