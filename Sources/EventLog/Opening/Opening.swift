import CSQLite
import Glibc
public import SQLite

extension LogFile {
  /// Opens the log; its tables may be of an older version.
  ///
  /// SQLite opens each file of a log by its name: the database first, and at the first read the
  /// journal, the write-ahead file and its index. If the log were replaced in between, SQLite would
  /// play the new log's journal back into the old log, or fill the new log's index from the old
  /// write-ahead file. Therefore a shared lock on the folder, which excludes a restore, is held
  /// until the first read. From then on, the connection only uses the opened files; each
  /// transaction of an append checks that the log still has its name, under the lock that also a
  /// restore needs.
  ///
  /// Users replace files without this lock, which is not recognized: a log that another program
  /// overwrites in place (`cp`) beside its write-ahead file, which SQLite then plays into it
  /// (howtocorrupt.html, "Unlinking or renaming a database file while in use"); files that are moved
  /// while they are being opened; and a log moved away between the check of a transaction and its
  /// commit, whose event is then in the moved log.
  ///
  /// An empty file counts as no log. Before it writes anything, or creates a file beside the log,
  /// it checks that the file is a log of this program and of no newer version.
  ///
  /// A last connection that checkpoints at close moves the write-ahead log into the file; the syncs
  /// of this are too slow for a one-shot command.
  ///
  /// Returns nil if there is no log and none is to be created; each commit of the connection is
  /// durable.
  func open(
    for access: EventLog.Access, _ schema: Schema, creating: Bool = false
  ) throws(OpeningError) -> Connection? {
    do throws(OpeningError) {
      return try openOnce(for: access, schema, creating: creating)
    } catch {
      switch error {
      // The reason, such as a lack of descriptors, may have passed.
      case .failed(_, let error) where error.code == .readOnlyFile: break
      case .replaced: finishInterruptedRestore(of: try resolve().path)
      default: throw error
      }
    }
    return try openOnce(for: access, schema, creating: creating)
  }

  private func openOnce(
    for access: EventLog.Access, _ schema: Schema, creating: Bool
  ) throws(OpeningError) -> Connection? {
    var found = try resolve()
    if !found.isLog {
      try refuseLeftovers(beside: found.path)
      guard creating else { return nil }
      try create(at: found.path, schema)
      found = try resolve()
    }
    guard found.isLog else {
      throw .cannotMake(path: path, SystemError(call: "open", path: path, number: ENOENT))
    }
    switch access {
    case .reading, .salvaging:
      let isSalvaging = access == .salvaging
      if let connection = try openInPlace(found.path, schema, salvaging: isSalvaging) {
        return connection
      }
      // Without the lock of the folder, since copying takes long.
      return try openPrivateCopy(of: found.path, schema, salvaging: isSalvaging)
    case .appending(let isLongLived):
      return try openForWriting(found.path, schema, checkpointingAtClose: isLongLived)
    }
  }

  /// Takes the lock that excludes a restore; throws `locked` after the timeout.
  ///
  /// It returns nil if the lock cannot be taken, as in a folder that the user may not read.
  func lockForOpening(_ resolved: String) throws(OpeningError) -> FolderLock? {
    do {
      return try FolderLock(folder(of: resolved), sharing: true, timeout: busyTimeout)
    } catch {
      if error.number == EWOULDBLOCK { throw .locked(path: path) }
      return nil
    }
  }

  /// Opens all files of a log in write-ahead mode, while no restore can replace them.
  private func openForWriting(
    _ resolved: String, _ schema: Schema, checkpointingAtClose: Bool
  ) throws(OpeningError) -> Connection {
    let lock = try lockForOpening(resolved)
    defer { lock?.hold() }
    let connection = try connect(resolved, SQLITE_OPEN_READWRITE)
    // "SQLITE_OPEN_READWRITE: the database is opened for reading and writing if possible, or
    // reading only if the file is write protected by the operating system" (open.html).
    if sqlite3_db_readonly(connection.handle.pointer, "main") == 1 { throw notWritable(resolved) }
    try examine(connection, schema)
    try refuseReplaced(resolved)
    do {
      try connection.configure(checkpointingAtClose: checkpointingAtClose)
      try refuseNewer(try connection.number(ofPragma: "user_version"), schema)
      // SQLite syncs the folder with a new write-ahead file: no journal of another mode comes back.
      let mode = try connection.switchToWriteAheadMode()
      guard mode == "wal" else { throw OpeningError.noWriteAheadLog(path: path, mode: mode) }
      try requireWritable(connection)
      try connection.configureForWriting()
      return connection
    } catch let error as DatabaseError {
      throw explain(error, resolved)
    } catch {
      throw failure(error)
    }
  }

  /// Opens a file by its real path, which was checked to be a regular file and no link.
  func connect(_ resolved: String, _ flags: Int32) throws(OpeningError) -> Connection {
    do {
      return try connection(to: resolved, flags)
    } catch {
      throw error.systemError == EACCES || error.systemError == EPERM
        ? .noPermission(path: path) : .failed(path: path, error)
    }
  }

  /// Checks by the file's first bytes that this program may open it as a log, and returns its
  /// header.
  @discardableResult
  func examine(
    _ connection: Connection, _ schema: Schema, salvaging isSalvaging: Bool = false
  ) throws(OpeningError) -> Header {
    let header: Header
    do {
      header = try Header(of: connection)
    } catch {
      throw .failed(path: path, error)
    }
    guard header.isDatabase else { throw .notADatabase(path: path) }
    guard header.fileSize >= Header.size else { throw cutShort(header, expected: Header.size) }
    // SQLite reads the missing rest of an incomplete last page as zeros. If there is a write-ahead
    // log, it may contain that page.
    if !isSalvaging, header.pageSize > 0, header.fileSize % header.pageSize != 0,
      FileStatus(connection.path + "-wal")?.size ?? 0 == 0
    {
      throw cutShort(header, expected: header.pages * header.pageSize)
    }
    guard header.applicationID == schema.applicationID else {
      throw .anotherProgram(path: path, applicationID: header.applicationID)
    }
    try refuseNewer(Int(header.userVersion), schema)
    return header
  }

  private func cutShort(_ header: Header, expected: Int) -> OpeningError {
    .damaged(
      path: path,
      DatabaseError(code: .corrupt, message: "cut short: \(header.fileSize) bytes of \(expected)"))
  }

  private func refuseNewer(_ version: Int, _ schema: Schema) throws(OpeningError) {
    guard version <= schema.version else {
      throw .newer(path: path, version: version, known: schema.version)
    }
  }

  /// Reads a log for the first time, by a connection that only reads.
  func begin(_ connection: Connection, _ schema: Schema, salvaging isSalvaging: Bool) throws {
    try connection.configure()
    if isSalvaging { try connection.tolerateCorruption() }
    try refuseNewer(try connection.number(ofPragma: "user_version"), schema)
    guard isSalvaging else { return }
    do {
      _ = try connection.prepare("SELECT 1 FROM events, clocks")
    } catch {
      // A log whose events cannot be found is not salvaged.
      throw error.isDamage || error.code.primary == .error
        ? OpeningError.pastSaving(path: path, error) : .failed(path: path, error)
    }
  }

  /// Returns the reason why a file that begins as a log could not be used.
  func explain(_ error: DatabaseError, _ resolved: String) -> OpeningError {
    if error.isBusy { return .locked(path: path) }
    if error.isDamage { return .damaged(path: path, error) }
    if error.code.primary == .cannotOpen || error.code.primary == .readOnly,
      !error.isOfMachine, access(folder(of: resolved), W_OK) != 0
    {
      return notWritable(folder(of: resolved))
    }
    return .failed(path: path, error)
  }

  /// Returns the reason why an existing file or folder is not writable.
  private func notWritable(_ place: String) -> OpeningError {
    var about = statvfs()
    let isReadOnly = statvfs(place, &about) == 0 && about.f_flag & UInt(ST_RDONLY) != 0
    return isReadOnly ? .readOnlyFileSystem(path: path) : .noPermission(path: path)
  }
}

/// The reason why a log was not opened, with the path and what was found there.
///
/// A file that is not a log of this program, or a newer log, is unchanged, byte for byte. A log of
/// this program keeps its events; a journal may have been rolled back, or its journal mode set.
public enum OpeningError: Error, Hashable, Sendable {
  /// The path leads to a folder, a pipe, a socket or a device.
  case notAFile(path: String)

  /// The name of the file, or of a folder of the path, is not UTF-8.
  case notUTF8(path: String)

  /// The file is not an SQLite database; it may be a text file.
  case notADatabase(path: String)

  /// The file is an SQLite database of another program, which identifies itself by this number (0:
  /// by none).
  case anotherProgram(path: String, applicationID: UInt32)

  /// The log was written by a newer version of this program.
  case newer(path: String, version: Int, known: Int)

  /// SQLite found the file damaged, or it is cut short.
  case damaged(path: String, DatabaseError)

  /// The file is damaged or incomplete to the extent that no events can be found in it.
  case pastSaving(path: String, DatabaseError)

  /// The file cannot be read in its place, and could not be copied.
  case notCopied(path: String, SystemError)

  /// There is no log at the path, but beside it files of a log that was removed, emptied or moved, or
  /// whose name a power cut took before a command was answered.
  case leftover(path: String, files: [String])

  /// The file beside the log belongs to the log that an interrupted restore has replaced.
  case replaced(path: String, file: String)

  /// The file is on a network file system, where written data is not safe.
  case networkFileSystem(path: String, name: String)

  /// This user has no permission to read or write the file or its folder.
  case noPermission(path: String)

  /// The file is on a file system that is mounted for reading only.
  case readOnlyFileSystem(path: String)

  /// The machine failed before the file could be examined.
  case unreachable(path: String, SystemError)

  /// No log can be created, or the new log may not survive a power failure, since its folder was
  /// not synced.
  case cannotMake(path: String, SystemError)

  /// Another process kept the log locked past the timeout, or created it while this one was building
  /// it.
  case locked(path: String)

  /// SQLite returned this journal mode when asked for write-ahead logging.
  case noWriteAheadLog(path: String, mode: String)

  /// SQLite or the machine failed in another way.
  case failed(path: String, DatabaseError)
}
