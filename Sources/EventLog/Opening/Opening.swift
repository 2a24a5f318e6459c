import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// The purpose of a connection.
  enum Purpose {
    /// Reading; a missing log is not created.
    case reading

    /// Reading whatever is readable; the log is not migrated.
    case salvaging

    /// Writing to an existing log; a missing log is not created.
    case writing

    /// Writing; a missing log is created.
    case creating
  }

  /// Opens the log and migrates it to the newest version.
  ///
  /// Other processes may replace the log, its write-ahead file and its index at any time: a restore,
  /// or a user who moves or removes them. The files are examined before SQLite opens them, and SQLite
  /// opens each of them by its name. Therefore `requireExamined` compares them afterwards: the opened
  /// files still have the names, and the write-ahead file is the examined one. If not, all are opened
  /// again. From then on, the connection only uses the opened files; each transaction of an append
  /// checks that the log still has its name, under the lock that also a restore needs.
  ///
  /// These exchanges cannot be recognized: a log that another program overwrites in place (`cp`),
  /// since it stays the same file, and no program locks it; files that are moved one by one, while
  /// some of them are still the old ones, since every state in between is a state of the folder; and
  /// a log moved away between the check of a transaction and its commit, whose event is then in the
  /// moved log. The first two are found by the next opening, which examines the files again.
  ///
  /// An empty file counts as no log. Before it writes anything, or creates a file beside the log,
  /// it checks that the file is a log of this program and of no newer version.
  ///
  /// - Parameters:
  ///   - purpose: the purpose of the connection.
  ///   - schema: the schema of a log; an older log is migrated to it.
  ///   - checkpointingAtClose: whether the last connection to close moves the write-ahead log into
  ///     the file; the syncs of this are too slow for a one-shot command.
  /// - Returns: a connection that waits for locks up to `busyTimeout`, with each commit durable;
  ///   `nil` if there is no log and none is to be created.
  /// - Throws: the reason; a file that is not a log of this program is unchanged then.
  func open(
    for purpose: Purpose, _ schema: Schema, checkpointingAtClose: Bool = false
  ) throws(OpeningError) -> Connection? {
    for _ in 1..<Self.mostTries {
      let before = FileStatus(path)
      do throws(OpeningError) {
        return try openOnce(for: purpose, schema, checkpointingAtClose: checkpointingAtClose)
      } catch {
        switch error {
        // The journal may be that of a log which has just replaced the opened one.
        case .exchanged, .foreignJournal: continue
        // It may be an error of half of each log, unless there was none before.
        default:
          guard let before, before.size > 0, FileStatus(path)?.isSameFile(as: before) != true
          else { throw error }
        }
      }
    }
    do throws(OpeningError) {
      return try openOnce(for: purpose, schema, checkpointingAtClose: checkpointingAtClose)
    } catch {
      if case .exchanged = error { throw .exchanged(path: path, times: Self.mostTries) }
      throw error
    }
  }

  /// The number of times that a log is opened if others replace its files meanwhile.
  private static let mostTries = 8

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
      // SQLite fell back to reading after a failure that has passed, such as a lack of descriptors.
      throw .failed(
        path: path,
        DatabaseError(
          code: .cannotOpen, message: "only reading was possible", systemError: 0, file: resolved))
    }
    do throws(OpeningError) {
      try prepareForWriting(connection, schema, checkpointingAtClose: checkpointingAtClose)
    } catch {
      // The error may be that of two logs taken for one.
      throw connection.hasMoved ? .exchanged(path: path) : error
    }
    return connection
  }

  private func prepareForWriting(
    _ connection: Connection, _ schema: Schema, checkpointingAtClose: Bool
  ) throws(OpeningError) {
    let header = try examine(connection, schema)
    try refuseForeignJournal(connection, header)
    let examined = try refuseForeignWriteAheadFile(connection, header, schema)
    do {
      try connection.configure(checkpointingAtClose: checkpointingAtClose)
      if !header.isWriteAhead {
        // The journal of the mode change has to be gone durably before there is a write-ahead file.
        // "EXTRA synchronous is like FULL with the addition that the directory containing a
        // rollback journal is synced after that journal is unlinked" (pragma.html).
        try connection.execute("PRAGMA synchronous = EXTRA")
      }
      let version = try connection.number(ofPragma: "user_version")
      guard version <= schema.version else {
        throw OpeningError.newer(path: path, version: version, known: schema.version)
      }
      let mode = try connection.word(ofPragma: "journal_mode = WAL")
      guard mode == "wal" else { throw OpeningError.noWriteAheadLog(path: path, mode: mode) }
      try requireExamined(connection, examined)
      try connection.configureForWriting()
      if version < schema.version { try connection.migrate(to: schema, path: path) }
    } catch let error as OpeningError {
      throw error
    } catch let error as DatabaseError {
      throw explain(error, header, connection.path)
    } catch {
      throw .failed(path: path, DatabaseError(code: .error, message: "\(error)"))
    }
  }

  /// Opens a file by its real path, which was checked to be a regular file and no link.
  func connect(_ resolved: String, _ flags: Int32) throws(OpeningError) -> Connection {
    do {
      return try Connection(
        path: resolved, flags: flags | SQLITE_OPEN_NOFOLLOW, vfs: vfs, busyTimeout: busyTimeout)
    } catch {
      throw error.systemError == EACCES || error.systemError == EPERM
        ? .noPermission(path: path) : .failed(path: path, error)
    }
  }

  /// Checks by the file's first bytes that this program may open it as a log, and returns its
  /// header.
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
    // SQLite reads the missing rest of an incomplete last page as zeros. If there is a write-ahead
    // log, it may contain that page.
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

  /// Returns the reason why a file that begins as a log could not be used.
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

  /// Returns the reason why an existing file or folder is not writable.
  private func notWritable(_ place: String) -> OpeningError {
    isReadOnlyFileSystem(place) ? .readOnlyFileSystem(path: path) : .noPermission(path: path)
  }
}

/// Whether `place` is on a file system that is mounted for reading only.
func isReadOnlyFileSystem(_ place: String) -> Bool {
  var about = statvfs()
  return statvfs(place, &about) == 0 && about.f_flag & UInt(ST_RDONLY) != 0
}
