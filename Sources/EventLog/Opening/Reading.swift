import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// Opens all files of a log for reading, also on a read-only medium, while no restore can replace
  /// them; returns nil if it must be copied.
  ///
  /// "A read-only WAL-mode database file can be opened if the -shm and -wal files already exists or
  /// those files can be created or the DB is immutable" (wal.html, "Read-Only Databases"). If they
  /// cannot be created, as on a full disk, or if a journal must be played back first, a copy is read.
  ///
  /// Salvaging tolerates unreadable parts. The log, its journal and its write-ahead file stay
  /// unchanged.
  func openInPlace(
    _ resolved: String, _ schema: Schema, salvaging isSalvaging: Bool
  ) throws(OpeningError) -> Connection? {
    let lock = try lockForOpening(resolved)
    defer { lock?.hold() }
    let connection = try connect(resolved, SQLITE_OPEN_READONLY)
    try examine(connection, schema, salvaging: isSalvaging)
    try refuseReplaced(resolved)
    do {
      try begin(connection, schema, salvaging: isSalvaging)
      return connection
    } catch let error as DatabaseError {
      if isSalvaging, error.isDamage { throw .pastSaving(path: path, error) }
      let isDenied =
        error.code.primary == .cannotOpen && !error.isOfMachine
        && access(folder(of: resolved), W_OK) != 0
      if isDenied || error.code.primary == .readOnly || error.wantsRoom || error.mayWantRoom {
        return nil
      }
      throw explain(error, resolved)
    } catch {
      throw failure(error)
    }
  }
}

extension LogFile {
  /// Opens a copy, which never changes, of a log that cannot be read in its place; the log itself
  /// stays unchanged.
  ///
  /// The files beside the log are copied as well, and SQLite recovers the copy. To salvage a log,
  /// the copy is made in the temporary folder; to read one, in memory, unless that has no room. Its
  /// names are removed as soon as it is open.
  ///
  /// Other processes may write to the log meanwhile; if they do so during each try, `locked` is
  /// thrown. The copy is that of one moment, without any lock that delays a writer:
  ///
  /// - The write-ahead file is copied after the database. A checkpoint that changes the database
  ///   meanwhile only writes pages that are also in the write-ahead file.
  /// - The header of the write-ahead file is the same at the end. It has new random numbers when the
  ///   file is written from its start again, which needs a complete checkpoint.
  /// - The shared lock of the database prevents that the write-ahead file is removed meanwhile, and
  ///   that a program writes without one.
  func openPrivateCopy(
    of resolved: String, _ schema: Schema, salvaging isSalvaging: Bool
  ) throws(OpeningError) -> Connection {
    do {
      let busyHandler = BusyHandler(timeout: busyTimeout)
      repeat {
        let original = try connect(resolved, SQLITE_OPEN_READONLY)
        if let copy = try privateCopy(of: original, schema, salvaging: isSalvaging) { return copy }
      } while busyHandler.wait()
      throw OpeningError.locked(path: path)
    } catch let error as SystemError {
      throw error.number == EACCES && error.path.hasPrefix(resolved)
        ? .noPermission(path: error.path) : .notCopied(path: path, error)
    } catch {
      throw failure(error)
    }
  }

  /// Returns a connection to a copy; nil if the log changed meanwhile.
  private func privateCopy(
    of original: Connection, _ schema: Schema, salvaging isSalvaging: Bool
  ) throws -> Connection? {
    try examine(original, schema, salvaging: isSalvaging)
    do {
      if isSalvaging {
        return try copyToTemporaryFolder(original, schema, salvaging: true)
      }
      do {
        // A file system in memory, on Linux.
        let memory = LogFile(path, busyTimeout: busyTimeout, temporaryFolder: "/dev/shm")
        return try memory.copyToTemporaryFolder(original, schema, salvaging: false)
      } catch is SystemError {
        // There is none, or it has no room.
      } catch let error as DatabaseError where error.wantsRoom || error.mayWantRoom {}
      return try copyToTemporaryFolder(original, schema, salvaging: false)
    } catch let error as DatabaseError where error.isDamage {
      throw isSalvaging ? .pastSaving(path: path, error) : explain(error, original.path)
    }
  }

  private func copyToTemporaryFolder(
    _ original: Connection, _ schema: Schema, salvaging isSalvaging: Bool
  ) throws -> Connection? {
    // SQLite may follow no link in the path, so it gets the real path.
    let place = realPath(temporaryFolder) ?? temporaryFolder
    let folder = "\(place)/laptimer" + Draft.suffix()
    try checked("mkdir", place, mkdir(folder, 0o700))
    let copy = folder + "/log.db"
    defer {
      for suffix in [""] + Draft.companions { unlink(copy + suffix) }
      rmdir(folder)
    }
    guard
      let files = try original.databaseFile().whileSharing({
        try copyFiles(of: original, to: copy)
      })
    else {
      return nil
    }
    let connection = try connection(to: copy, copyOf: files)
    // The first read recovers the copy; after that its files need no names.
    try begin(connection, schema, salvaging: isSalvaging)
    try connection.execute("PRAGMA query_only = ON")
    return connection
  }

  /// Copies the files of a log; returns their former state, or nil if they changed meanwhile.
  private func copyFiles(of original: Connection, to copy: String) throws -> CopiedFiles? {
    guard let files = CopiedFiles(original.path) else { return nil }
    let header = header(of: original.path + "-wal")
    try copyDatabase(of: original, to: copy)
    for suffix in CopiedFiles.suffixes {
      try copyFile(original.path + suffix, to: copy + suffix)
    }
    // A restore may be replacing the log.
    try refuseReplaced(original.path)
    guard !original.hasMoved, self.header(of: original.path + "-wal") == header,
      !header.isEmpty || !files.haveChanged
    else { return nil }
    return files
  }

  /// Returns the first bytes of a write-ahead file; none if there is no complete header.
  private func header(of writeAheadFile: String) -> [UInt8] {
    let file = Glibc.open(writeAheadFile, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var header = [UInt8](repeating: 0, count: Connection.writeAheadHeaderSize)
    return pread(file, &header, header.count, 0) == header.count ? header : []
  }

  /// Copies the database through SQLite's own file handle.
  ///
  /// Closing another descriptor of the file would release the locks of the process.
  private func copyDatabase(of original: Connection, to copy: String) throws {
    let target = try NewFile(copy, on: disk)
    try original.databaseFile().forEachChunk { try target.write($0[...]) }
  }

  private func copyFile(_ original: String, to copy: String) throws {
    let source = Glibc.open(original, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    if source < 0, errno == ENOENT { return }
    try checked("open", original, source)
    defer { close(source) }
    let target = try NewFile(copy, on: disk)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(source, &chunk, chunk.count)
      if count == 0 { return }
      if count < 0, errno == EINTR { continue }
      try target.write(chunk[..<Int(try checked("read", original, Int32(count)))])
    }
  }
}

/// A new file, for its owner alone.
private struct NewFile: ~Copyable {
  private let path: String
  private let descriptor: Int32

  init(_ path: String, on disk: Disk) throws(SystemError) {
    try disk.makeFile(path)
    descriptor = try checked("open", path, open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC))
    self.path = path
  }

  deinit { close(descriptor) }

  borrowing func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      rest = rest.dropFirst(Int(try checked("write", path, Int32(count))))
    }
  }
}
