import CSQLite
import Glibc

/// A file that SQLite has open for a connection, accessed through SQLite's own handle.
///
/// Any other way takes a lock, rolls a journal back, or creates a file beside the database. This one
/// leaves the file of another program unchanged, and keeps the locks of this process: see
/// `FileStatus`.
package struct OpenFile {
  private let pointer: UnsafeMutablePointer<sqlite3_file>
  private let methods: sqlite3_io_methods
  private let connection: OpaquePointer

  /// Finds the database of a connection by `SQLITE_FCNTL_FILE_POINTER`, or its journal or
  /// write-ahead file by `SQLITE_FCNTL_JOURNAL_POINTER`; nil if SQLite has none open.
  ///
  /// "… used to obtain a pointer to the sqlite3_file object associated with the journal file (either
  /// the rollback journal or the write-ahead log)" (c_fcntl_begin_atomic_write.html).
  init?(_ which: Int32, of connection: OpaquePointer) {
    var pointer: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(connection, "main", which, &pointer)
    // A file that was not opened has no methods.
    guard let pointer, let methods = pointer.pointee.pMethods?.pointee else { return nil }
    (self.pointer, self.methods, self.connection) = (pointer, methods, connection)
  }

  package func size() throws(DatabaseError) -> Int {
    var size: sqlite3_int64 = 0
    try check(methods.xFileSize(pointer, &size))
    return Int(size)
  }

  /// Reads bytes; those beyond the end of the file are 0.
  package func bytes(_ count: Int, at offset: Int) throws(DatabaseError) -> [UInt8] {
    if count == 0 { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let code = methods.xRead(pointer, &bytes, Int32(count), sqlite3_int64(offset))
    // "If xRead() returns SQLITE_IOERR_SHORT_READ it must also fill in the unread portions of the
    // buffer with zeros" (io_methods.html).
    if code != SQLITE_IOERR | 2 << 8 { try check(code) }
    return bytes
  }

  /// Reads the present bytes of the file in chunks.
  package func forEachChunk(_ body: ([UInt8]) throws -> Void) throws {
    let size = try size()
    for offset in stride(from: 0, to: size, by: 65_536) {
      try body(bytes(min(size - offset, 65_536), at: offset))
    }
  }

  /// Syncs the file; the first sync of a connection may include its folder, see ``WriteAheadVFS``.
  func sync() throws(DatabaseError) { try check(methods.xSync(pointer, SQLITE_SYNC_NORMAL)) }

  /// Runs a body with the shared lock of the database; returns nil, without calling it, if another
  /// process excludes all others.
  ///
  /// The connection must be in no transaction.
  package func whileSharing<Value>(_ body: () throws -> Value?) throws -> Value? {
    let code = methods.xLock(pointer, SQLITE_LOCK_SHARED)
    if code == SQLITE_BUSY { return nil }
    try check(code)
    defer { _ = methods.xUnlock(pointer, SQLITE_LOCK_NONE) }
    return try body()
  }

  /// The system's number of the newest failure of the file; 0 if there was none.
  var systemError: Int32 {
    var number: Int32 = 0
    let code = methods.xFileControl?(pointer, SQLITE_FCNTL_LAST_ERRNO, &number)
    return code == SQLITE_OK ? number : 0
  }

  private func check(_ code: Int32) throws(DatabaseError) {
    if code != SQLITE_OK { throw DatabaseError(code, on: connection) }
  }
}

extension Connection {
  package func databaseFile() throws(DatabaseError) -> OpenFile {
    guard let file = OpenFile(SQLITE_FCNTL_FILE_POINTER, of: handle.pointer) else {
      throw DatabaseError(code: .cannotOpen, message: "no file")
    }
    return file
  }

  /// The write-ahead file; nil if SQLite has none open.
  ///
  /// No rollback journal is open outside a transaction.
  package var writeAheadFile: OpenFile? {
    OpenFile(SQLITE_FCNTL_JOURNAL_POINTER, of: handle.pointer)
  }

  /// The size of the header of a write-ahead file: "The WAL header is 32 bytes in size"
  /// (fileformat2.html).
  package static let writeAheadHeaderSize = 32

  /// Returns the header of the write-ahead file that SQLite has open, fewer bytes if the file is
  /// shorter; nil if it has none open.
  package func openWriteAheadHeader() throws(DatabaseError) -> [UInt8]? {
    guard let file = writeAheadFile else { return nil }
    return try file.bytes(min(Self.writeAheadHeaderSize, file.size()), at: 0)
  }

  /// Syncs the write-ahead file, so that the commits that this connection has read survive a power
  /// cut.
  ///
  /// A process that was killed may have written a commit without syncing it, and the next connection
  /// reads it. Commits that are no longer in the file are safe: it is reset or removed only after a
  /// checkpoint has synced the database (`walCheckpoint` in wal.c). If the file has no commit, the
  /// sync includes the folder, so that the name of a new log survives as well; see
  /// ``WriteAheadVFS``.
  package func syncWriteAheadFile() throws(DatabaseError) { try writeAheadFile?.sync() }
}

/// A layer over a virtual file system of SQLite that changes two things about opening a file.
///
/// SQLite opens a write-ahead file with O_CREAT, and does not know whether the file existed.
/// Therefore the first sync of each connection also syncs the folder (`unixOpen` and `unixSync` in
/// os_unix.c), which takes about as long as a sync of the file. Only a new file needs it, and it
/// gets it before it has a frame: "Sync the header" precedes the first frame (`sqlite3WalFrames` in
/// wal.c). So the name of a file with a frame is durable. This layer opens such a file without the
/// flag to create it, and SQLite does not sync its folder.
///
/// If a file cannot be opened for writing, SQLite opens it for reading, whatever the reason
/// (`unixOpen`). A lack of descriptors that passes at once would then end as "attempt to write a
/// readonly database". This layer reports the first reason, unless it is a lack of permission.
package enum WriteAheadVFS {
  /// The name of the layer over SQLite's default file system; nil if there is none.
  static let standard = layered(over: nil)

  /// The beginning of the name of a layer; the name of the file system below follows.
  private static let prefix: StaticString = "laptimer over "

  /// Registers a layer over another file system, by default SQLite's, and returns its name; nil if
  /// there is no such file system.
  ///
  /// SQLite never frees the layer.
  package static func layered(over name: String?) -> String? {
    guard let below = sqlite3_vfs_find(name), let name = below.pointee.zName else { return nil }
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    let layerName = "\(prefix)" + String(cString: name)
    layer.initialize(to: below.pointee)
    layer.pointee.pNext = nil
    layer.pointee.zName = UnsafePointer(strdup(layerName))
    layer.pointee.xOpen = { layer, path, file, flags, given in
      guard let name = layer?.pointee.zName,
        let below = sqlite3_vfs_find(name + WriteAheadVFS.prefix.utf8CodeUnitCount)
      else { return SQLITE_CANTOPEN }
      let isOldLog = flags & SQLITE_OPEN_WAL != 0 && path.map(WriteAheadVFS.hasFrame) == true
      let flags = isOldLog ? flags & ~SQLITE_OPEN_CREATE : flags
      var opened: Int32 = 0
      errno = 0
      let code = below.pointee.xOpen(below, path, file, flags, &opened)
      given?.pointee = opened
      guard code == SQLITE_OK, flags & SQLITE_OPEN_READWRITE != 0,
        opened & SQLITE_OPEN_READONLY != 0
      else { return code }
      // The system's successful calls do not change `errno`.
      let reason = errno
      guard SystemError(call: "open", path: "", number: reason).isOfMachine else { return code }
      _ = file?.pointee.pMethods?.pointee.xClose(file)
      file?.pointee.pMethods = nil
      errno = reason
      return SQLITE_CANTOPEN
    }
    return sqlite3_vfs_register(layer, 0) == SQLITE_OK ? layerName : nil
  }

  /// Whether a write-ahead file is longer than its header.
  private static func hasFrame(_ path: UnsafePointer<CChar>) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size > Connection.writeAheadHeaderSize
  }
}
