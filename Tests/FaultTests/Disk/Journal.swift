import CFaultyDisk

/// The changes of the files in a folder, in order.
struct Journal {
  enum Operation {
    case write(String, offset: Int, bytes: [UInt8])
    case truncate(String, size: Int)
    /// Makes the contents of a file or the entries of a folder durable.
    case sync(String)
    /// Discards the pending changes after a failed sync, although a running machine reads them.
    case dropPending(String)
    case makeFile(String)
    case makeFolder(String)
    case rename(String, String)
    /// Adds a hard link.
    case link(String, String)
    case remove(String)
    /// Sets the number of acknowledged events, after the answer of a command.
    case acknowledge(Int)
  }

  private(set) var operations: [Operation] = []

  /// The durable contents before the first operation.
  let before: Image

  /// Files whose first sync syncs their folder.
  ///
  /// SQLite's default file system does so for journals and write-ahead logs: "The directory
  /// containing a rollback journal or WAL file is synced when it is first synced"
  /// (`UNIXFILE_DIRSYNC`, os_unix.c).
  private var syncingFolder: Set<String> = []

  init(of folder: String) throws {
    before = try Image(of: folder)
  }

  mutating func acknowledge(_ events: Int) { operations.append(.acknowledge(events)) }

  mutating func record(_ operation: Operation) { operations.append(operation) }

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

/// The parent folder of a path.
func folder(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
}
