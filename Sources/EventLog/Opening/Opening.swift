import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// What a connection is opened for.
  enum Purpose {
    /// Only reading; nothing is made where nothing is.
    case reading

    /// Only reading, as far as it goes; nothing is brought up to date.
    case salvaging

    /// Writing to a log that is there; nothing is made where nothing is.
    case writing

    /// Writing; where there is no log, one is made.
    case creating
  }

  /// Opens the log, of the newest version.
  ///
  /// An empty file counts as no log. Before anything is written, or any file made beside it, the
  /// file is known to be a log of this program and of no newer version.
  ///
  /// - Parameters:
  ///   - purpose: what it is opened for.
  ///   - schema: what makes a file a log; an older one is brought up to date.
  ///   - checkpointingAtClose: whether the last connection to close moves the write-ahead log into
  ///     the file, which costs syncs that a one-shot command does not want to pay.
  /// - Returns: a connection that waits for locks as long as `busyTimeout`, with each commit
  ///   durable; or `nil` if there is no log and none is to be made.
  /// - Throws: the reason, with what was found left as it was.
  func open(
    for purpose: Purpose, _ schema: Schema, checkpointingAtClose: Bool = false
  ) throws(OpeningError) -> Connection? {
    var tries = 0
    while true {
      tries += 1
      let connection: Connection?
      do throws(OpeningError) {
        connection = try openOnce(
          for: purpose, schema, checkpointingAtClose: checkpointingAtClose)
      } catch {
        // The journal may be that of a log which has just been put in the place of the one opened.
        if case .foreignJournal = error, tries < 4 { continue }
        throw error
      }
      // Another log may have been put in its place between two of the steps, so that this is the
      // file of the one and the write-ahead file of the other. What is salvaged may be a copy.
      guard let connection, purpose != .salvaging, connection.hasMoved, tries < 4 else {
        return connection
      }
    }
  }

  private func openOnce(
    for purpose: Purpose, _ schema: Schema, checkpointingAtClose: Bool
  ) throws(OpeningError) -> Connection? {
    var found = try resolve()
    if case .nothing(let place) = found {
      try refuseLeftovers(beside: place)
      guard purpose == .creating else { return nil }
      try create(at: place, schema)
      found = try resolve()
    }
    guard case .file(let resolved) = found else {
      throw .cannotMake(path: path, SystemError(call: "open", path: path, number: ENOENT))
    }
    switch purpose {
    case .reading, .salvaging:
      return try openForReading(resolved, schema, salvaging: purpose == .salvaging)
    case .writing, .creating:
      return try openForWriting(resolved, schema, checkpointingAtClose: checkpointingAtClose)
    }
  }

  private func openForWriting(
    _ resolved: String, _ schema: Schema, checkpointingAtClose: Bool
  ) throws(OpeningError) -> Connection {
    let connection = try connect(resolved, SQLITE_OPEN_READWRITE)
    // "SQLITE_OPEN_READWRITE: the database is opened for reading and writing if possible, or
    // reading only if the file is write protected by the operating system" (open.html).
    if sqlite3_db_readonly(connection.handle.pointer, "main") == 1 {
      guard access(resolved, W_OK) == 0 else { throw notWritable(resolved) }
      // Opened for reading after a failure that has passed, such as a lack of descriptors.
      throw .failed(
        path: path,
        DatabaseError(
          code: .cannotOpen, message: "only reading was possible", systemError: 0, file: resolved))
    }
    let header = try examine(connection, schema)
    try refuseForeignJournal(connection, header)
    try refuseForeignWriteAheadFile(connection, header, schema)
    do {
      try connection.configure(checkpointingAtClose: checkpointingAtClose)
      if !header.isWriteAhead {
        // The journal of the change of mode has to be gone for good before there is a write-ahead
        // file. "EXTRA synchronous is like FULL with the addition that the directory containing a
        // rollback journal is synced after that journal is unlinked" (pragma.html).
        try connection.execute("PRAGMA synchronous = EXTRA")
      }
      let version = try connection.number(ofPragma: "user_version")
      guard version <= schema.version else {
        throw OpeningError.newer(path: path, version: version, known: schema.version)
      }
      let mode = try connection.word(ofPragma: "journal_mode = WAL")
      guard mode == "wal" else { throw OpeningError.noWriteAheadLog(path: path, mode: mode) }
      try connection.configureForWriting()
      if version < schema.version { try connection.migrate(to: schema, path: path) }
    } catch let error as OpeningError {
      throw error
    } catch let error as DatabaseError {
      throw explain(error, header, resolved)
    } catch {
      throw .failed(path: path, DatabaseError(code: .error, message: "\(error)"))
    }
    return connection
  }

  /// Opens a file by its real path; that it is one, and no link, was seen before.
  func connect(_ resolved: String, _ flags: Int32) throws(OpeningError) -> Connection {
    do {
      return try Connection(
        path: resolved, flags: flags | SQLITE_OPEN_NOFOLLOW, vfs: vfs, busyTimeout: busyTimeout)
    } catch {
      throw error.systemError == EACCES || error.systemError == EPERM
        ? .noPermission(path: path) : .failed(path: path, error)
    }
  }

  /// Tells from the file's first bytes whether it is a log that this program may open.
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
    guard header.fileSize >= Header.size else {
      throw .cutShort(path: path, bytes: header.fileSize, expected: Header.size)
    }
    // SQLite takes the rest of a last page that is not whole for zeros. With a write-ahead log,
    // that page may be on its way.
    if !isSalvaging, header.pageSize > 0, header.fileSize % header.pageSize != 0,
      FileStatus(connection.path + "-wal")?.size ?? 0 == 0
    {
      let expected = header.pages * header.pageSize
      throw .cutShort(path: path, bytes: header.fileSize, expected: expected)
    }
    guard header.applicationID == schema.applicationID else {
      throw .anotherProgram(path: path, applicationID: header.applicationID)
    }
    guard header.userVersion <= schema.version else {
      throw .newer(path: path, version: Int(header.userVersion), known: schema.version)
    }
    return header
  }

  /// Says why a file that begins as a log could not be used after all.
  func explain(_ error: DatabaseError, _ header: Header, _ resolved: String) -> OpeningError {
    if error.isBusy { return .locked(path: path) }
    if error.isDamage {
      let expected = header.pages * header.pageSize
      return header.fileSize < expected
        ? .cutShort(path: path, bytes: header.fileSize, expected: expected)
        : .damaged(path: path, error)
    }
    if error.code.primary == .cannotOpen || error.code.primary == .readOnly,
      !error.isOfMachine, access(folder(of: resolved), W_OK) != 0
    {
      return notWritable(folder(of: resolved))
    }
    return .failed(path: path, error)
  }

  /// The reason why a file or folder that is there cannot be written.
  private func notWritable(_ place: String) -> OpeningError {
    isReadOnlyFileSystem(place) ? .readOnlyFileSystem(path: path) : .noPermission(path: path)
  }
}

/// Whether `place` lies on a file system that is mounted for reading only.
func isReadOnlyFileSystem(_ place: String) -> Bool {
  var about = statvfs()
  return statvfs(place, &about) == 0 && about.f_flag & UInt(ST_RDONLY) != 0
}
