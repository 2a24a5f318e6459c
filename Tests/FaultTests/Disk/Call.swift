import CFaultyDisk

/// A file system call before its execution.
struct Call {
  enum Operation {
    case open, delete, access, read, write, truncate, sync, size, lock, unlock
    case shmMap, shmLock, shmBarrier, unfetch
    case makeFolder, makeFile, syncPath, rename, link, remove
  }

  let operation: Operation
  let path: String
  var count = 0
  var flags: Int32 = 0

  init(_ operation: Operation, _ path: String) {
    self.operation = operation
    self.path = path
  }

  init(_ call: faulty_call) {
    operation =
      switch call.operation {
      case FAULTY_OPEN: .open
      case FAULTY_DELETE: .delete
      case FAULTY_ACCESS: .access
      case FAULTY_READ: .read
      case FAULTY_WRITE: .write
      case FAULTY_TRUNCATE: .truncate
      case FAULTY_SYNC: .sync
      case FAULTY_SIZE: .size
      case FAULTY_LOCK: .lock
      case FAULTY_UNLOCK: .unlock
      case FAULTY_SHM_MAP: .shmMap
      case FAULTY_SHM_LOCK: .shmLock
      case FAULTY_SHM_BARRIER: .shmBarrier
      default: .unfetch
      }
    path = String(cString: call.path)
    count = Int(call.count)
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
}
