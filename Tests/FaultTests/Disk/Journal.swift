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

  init(of folder: String) throws { before = try Image(of: folder) }

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

func folder(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
}

/// The durable state of a disk, and the pending changes that a power cut may lose.
struct DiskState {
  /// The file or folder of a name.
  enum Entry: Hashable {
    case folder
    case file(Int)
    case nothing
  }

  /// An atomic change of the entries of a folder.
  typealias EntryChange = [String: Entry]

  enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(Int)
  }

  private(set) var contents: [Int: [UInt8]] = [:]
  private(set) var changes: [Int: [Change]] = [:]
  private(set) var entries: [String: Entry] = [:]
  private(set) var entryChanges: [String: [EntryChange]] = [:]
  /// The entries seen by a running machine.
  private var seen: [String: Entry] = [:]
  private var fileCount: Int
  private(set) var acknowledged = 0
  let root: String

  init(_ before: Image, in root: String) {
    self.root = root
    for folder in before.folders { entries[folder] = .folder }
    for (path, bytes) in before.files.sorted(by: { $0.key < $1.key }) {
      contents[contents.count] = bytes
      entries[path] = .file(contents.count - 1)
    }
    for (path, other) in before.links { entries[path] = entries[other] }
    seen = entries
    fileCount = contents.count
  }

  mutating func apply(_ operation: Journal.Operation) {
    switch operation {
    case .acknowledge(let events): acknowledged = events
    case .makeFile(let path):
      changeEntries([path: .file(fileCount)], in: path)
      contents[fileCount] = []
      fileCount += 1
    case .makeFolder(let path): changeEntries([path: .folder], in: path)
    case .remove(let path): changeEntries([path: .nothing], in: path)
    case .rename(let from, let to):
      changeEntries([to: seen[from] ?? .nothing, from: .nothing], in: to)
    case .link(let from, let to): changeEntries([to: seen[from] ?? .nothing], in: to)
    case .write(let path, let offset, let bytes): change(path, .write(offset: offset, bytes: bytes))
    case .truncate(let path, let size): change(path, .truncate(size))
    case .sync(let path): sync(path)
    case .dropPending(let path):
      if case .file(let file) = seen[path] { changes[file] = nil }
      entryChanges[path] = nil
    }
  }

  private mutating func changeEntries(_ change: EntryChange, in path: String) {
    for (path, entry) in change { seen[path] = entry }
    entryChanges[folder(of: path), default: []].append(change)
  }

  private mutating func change(_ path: String, _ change: Change) {
    if case .file(let file) = seen[path] { changes[file, default: []].append(change) }
  }

  private mutating func sync(_ path: String) {
    switch seen[path] {
    case .folder:
      for change in entryChanges.removeValue(forKey: path) ?? [] {
        for (path, entry) in change { entries[path] = entry }
      }
    case .file(let file):
      var bytes = contents[file] ?? []
      for change in changes.removeValue(forKey: file) ?? [] { bytes.apply(change) }
      contents[file] = bytes
    case .nothing, nil: break
    }
  }
}

extension [UInt8] {
  mutating func apply(_ change: DiskState.Change) {
    switch change {
    case .write(let offset, let bytes): write(bytes[...], at: offset)
    case .truncate(let size):
      if size < count { removeLast(count - size) } else { grow(to: size) }
    }
  }

  /// Writes bytes, and grows the file if necessary.
  mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int) {
    grow(to: offset + bytes.count)
    withUnsafeMutableBytes { target in
      bytes.withUnsafeBytes { source in
        UnsafeMutableRawBufferPointer(rebasing: target[offset..<offset + source.count])
          .copyMemory(from: source)
      }
    }
  }

  mutating func grow(to size: Int) {
    if size > count { append(contentsOf: repeatElement(0, count: size - count)) }
  }
}
