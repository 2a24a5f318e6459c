import CSQLite
import Glibc

/// A shim over SQLite's default file system that counts writes and syncs of databases.
///
/// In write-ahead mode only a checkpoint writes to the database file. The writer's lock is the
/// first of the `-shm` file's locks ("WAL_WRITE_LOCK … 120", walformat.html).
enum ObservedFiles {
  static let name = "observed"

  struct Notes {
    /// The number of writer's locks that this process holds.
    var writersLocks = 0

    /// Writes to a database file, with and without the writer's lock.
    var lockedWrites = 0
    var unlockedWrites = 0

    /// Syncs of a database file.
    var syncs = 0
  }

  /// The notes by path of the database.
  private static let notes = Guarded<[String: Notes]>([:])

  static func notes(of path: String) -> Notes { notes.withLock { $0[path] ?? Notes() } }

  static func forget(_ path: String) { notes.withLock { $0[path] = nil } }

  /// Registers the file system once.
  static let registered: Bool = {
    guard let usual = sqlite3_vfs_find(nil) else { return false }
    let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    vfs.initialize(to: usual.pointee)
    vfs.pointee.pNext = nil
    vfs.pointee.zName = UnsafePointer(strdup("observed"))
    vfs.pointee.xOpen = { _, path, file, flags, answered in
      guard let usual = sqlite3_vfs_find(nil) else { return SQLITE_ERROR }
      let code = usual.pointee.xOpen(usual, path, file, flags, answered)
      guard code == SQLITE_OK, flags & SQLITE_OPEN_MAIN_DB != 0, let file, let path else {
        return code
      }
      ObservedFiles.observe(file, String(cString: path))
      return code
    }
    return sqlite3_vfs_register(vfs, 0) == SQLITE_OK
  }()

  /// The path and the default methods of an open file.
  private struct Open {
    let path: String
    let usual: UInt
  }
  private static let open = Guarded<[UInt: Open]>([:])

  private static func observe(_ file: UnsafeMutablePointer<sqlite3_file>, _ path: String) {
    guard let usual = file.pointee.pMethods else { return }
    open.withLock { $0[UInt(bitPattern: file)] = Open(path: path, usual: UInt(bitPattern: usual)) }
    let observed = observing.withLock { known in
      let address = known[UInt(bitPattern: usual)] ?? UInt(bitPattern: methods(observing: usual))
      known[UInt(bitPattern: usual)] = address
      return address
    }
    file.pointee.pMethods = UnsafePointer(bitPattern: observed)
  }

  /// The observing methods, by the address of the default methods that they call.
  private static let observing = Guarded<[UInt: UInt]>([:])

  private static func methods(
    observing usual: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafeMutablePointer<sqlite3_io_methods> {
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: usual.pointee)
    methods.pointee.xWrite = { file, bytes, count, offset in
      ObservedFiles.note(file) {
        if $0.writersLocks > 0 { $0.lockedWrites += 1 } else { $0.unlockedWrites += 1 }
      }
      return ObservedFiles.usual(file)?.xWrite(file, bytes, count, offset) ?? SQLITE_IOERR
    }
    methods.pointee.xSync = { file, flags in
      ObservedFiles.note(file) { $0.syncs += 1 }
      return ObservedFiles.usual(file)?.xSync(file, flags) ?? SQLITE_IOERR
    }
    methods.pointee.xShmLock = { file, offset, count, flags in
      let code = ObservedFiles.usual(file)?.xShmLock(file, offset, count, flags) ?? SQLITE_IOERR
      if code == SQLITE_OK, offset == 0, flags & SQLITE_SHM_EXCLUSIVE != 0 {
        ObservedFiles.note(file) {
          $0.writersLocks += flags & SQLITE_SHM_LOCK != 0 ? 1 : -1
        }
      }
      return code
    }
    return methods
  }

  private static func usual(_ file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
    let address = open.withLock { $0[UInt(bitPattern: file)]?.usual }
    return address.flatMap(UnsafePointer<sqlite3_io_methods>.init(bitPattern:))?.pointee
  }

  private static func note(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ change: (inout Notes) -> Void
  ) {
    guard let path = open.withLock({ $0[UInt(bitPattern: file)]?.path }) else { return }
    notes.withLock { change(&$0[path, default: Notes()]) }
  }
}
