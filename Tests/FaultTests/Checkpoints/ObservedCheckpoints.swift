import CSQLite
import SQLite

extension Checkpointer.Outcome {
  var copied: (moved: Int, pages: Int)? {
    if case .done(let moved, let pages) = self { (moved, pages) } else { nil }
  }

  var reason: DatabaseError? { if case .postponed(let reason) = self { reason } else { nil } }
}

/// The writes and syncs of a database file, which in write-ahead mode only a checkpoint writes to.
final class CheckpointWrites {
  private var writersLocks = 0
  private(set) var lockedWrites = 0
  private(set) var unlockedWrites = 0
  private(set) var syncs = 0

  func add(_ call: Call) {
    switch call.operation {
    case .write where writersLocks > 0: lockedWrites += 1
    case .write: unlockedWrites += 1
    case .sync: syncs += 1
    // The first of the index's locks is the writer's ("WAL_WRITE_LOCK … 120", walformat.html).
    case .shmLock where call.offset == 0 && call.flags & SQLITE_SHM_EXCLUSIVE != 0:
      writersLocks += call.flags & SQLITE_SHM_LOCK != 0 ? 1 : -1
    default: break
    }
  }

  var isLocked: Bool { writersLocks > 0 }
}
