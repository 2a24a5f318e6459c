import CFaultyDisk

/// All that was done to the files under a folder, in order.
struct Journal {
  enum Operation {
    case write(String, offset: Int, bytes: [UInt8])
    case truncate(String, size: Int)
    /// Of a file's contents, or of a folder's entries.
    case sync(String)
    /// What was not synced will not be on the disk, although it can be read: a sync of it failed.
    case forget(String)
    case makeFile(String)
    case makeFolder(String)
    case rename(String, String)
    /// A second name for a file.
    case link(String, String)
    case remove(String)
    /// A command was answered: so many events are promised from here on.
    case promise(Int)
  }

  private(set) var operations: [Operation] = []

  /// What each file and folder was when the journal began; all of it durable.
  let before: Image

  /// Whether syncs are believed: a disk that lies about them does nothing for them.
  var believesSyncs = true

  /// Files whose first sync syncs their folder.
  ///
  /// The usual file system does so for journals and write-ahead logs: "The directory containing a
  /// rollback journal or WAL file is synced when it is first synced" (`UNIXFILE_DIRSYNC`, os_unix.c).
  private var syncingFolder: Set<String> = []

  init(of folder: String) throws {
    before = try Image(of: folder)
  }

  mutating func promise(_ events: Int) { operations.append(.promise(events)) }

  mutating func record(_ operation: Operation) {
    if case .sync = operation, !believesSyncs { return }
    operations.append(operation)
  }

  mutating func record(_ call: faulty_call) {
    let path = String(cString: call.path)
    switch call.operation {
    case FAULTY_OPEN:
      if call.flags & SQLITE_OPEN_CREATE != 0 {
        let kinds = SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL
        if call.flags & kinds != 0 { syncingFolder.insert(path) }
        if call.offset == 1 { record(.makeFile(path)) }
      }
    case FAULTY_DELETE:
      record(.remove(path))
      if call.flags != 0 { record(.sync(folder(of: path))) }
    case FAULTY_WRITE:
      let bytes = UnsafeRawBufferPointer(start: call.bytes, count: Int(call.count))
      record(.write(path, offset: Int(call.offset), bytes: [UInt8](bytes)))
    case FAULTY_TRUNCATE: record(.truncate(path, size: Int(call.offset)))
    case FAULTY_SYNC:
      record(.sync(path))
      if syncingFolder.remove(path) != nil { record(.sync(folder(of: path))) }
    default: break
    }
  }
}

/// The folder that a path lies in.
func folder(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
}
