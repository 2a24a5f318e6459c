import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// Makes a new log at `place`, unless another process has just made it.
  ///
  /// The log is built in a draft beside its place and renamed into it, so that at its path there is
  /// a whole log or none, whatever happens in between. A lock on the folder lets one builder in at a
  /// time; one who comes second finds the log and is done. Drafts that a builder left behind are
  /// removed.
  ///
  /// - Throws: `cannotMake` with the system's reason; `networkFileSystem`; `leftover`; `locked` if
  ///   another builder does not come to an end; `readOnlyFileSystem`; `noPermission`.
  func create(at place: String, _ schema: Schema) throws(OpeningError) {
    var (folder, path) = (folder(of: place), place)
    try refuseOtherThanUTF8(folder)
    // Asked of the folder, since there is no file yet; and before anything is made in it.
    if let name = NetworkFileSystem.name(of: nearestFolder(to: folder), on: disk) {
      throw .networkFileSystem(path: self.path, name: name)
    }
    do {
      try disk.makeFolders(folder)
    } catch {
      throw cannotMake(error)
    }
    let lock = try lockFolder(folder)
    defer { lock.hold() }
    // SQLITE_OPEN_NOFOLLOW takes no link among the folders either, and those are not its business.
    if let resolved = realPath(folder) {
      folder = resolved
      path = (resolved == "/" ? "" : resolved) + "/" + fileName(of: place)
    }
    let found = FileStatus(path)
    if let found, found.size > 0 { return }
    try refuseLeftovers(beside: path, includingIndex: true)
    Draft.removeAbandoned(of: path, applicationID: schema.applicationID, disk: disk)
    do {
      let draft = try Draft(beside: path, disk: disk)
      do {
        try build(draft.path, schema)
        try found == nil
          ? disk.renameAsNew(draft.path, path) : disk.rename(draft.path, path)
        try disk.sync(folder)
      } catch {
        draft.discard()
        throw error
      }
    } catch let error as OpeningError {
      throw error
    } catch let error as SystemError {
      // Another program has put a file there.
      if error.number == EEXIST { return }
      throw cannotMake(error)
    } catch {
      throw .failed(path: path, DatabaseError(code: .error, message: "\(error)"))
    }
  }

  /// Makes the tables in a file that nobody else knows of.
  ///
  /// The journal is kept in memory, since a draft cut short is thrown away; each commit syncs the
  /// file itself. `application_id` and the write-ahead mark are in the file's header then, not
  /// only in a write-ahead log, so that the file can be told by its first 100 bytes ever after.
  private func build(_ draft: String, _ schema: Schema) throws(OpeningError) {
    do {
      let connection = try Connection(
        path: draft, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, vfs: vfs,
        busyTimeout: busyTimeout)
      try connection.configure(checkpointingAtClose: true)
      try connection.execute(
        """
        PRAGMA page_size = 4096; PRAGMA auto_vacuum = NONE; PRAGMA encoding = 'UTF-8';
        PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL;
        PRAGMA application_id = \(Int32(bitPattern: schema.applicationID));
        """)
      try connection.migrate(to: schema, path: path)
      try connection.execute(schema.contents())
      let mode = try connection.word(ofPragma: "journal_mode = WAL")
      guard mode == "wal" else { throw OpeningError.noWriteAheadLog(path: path, mode: mode) }
    } catch OpeningError.migrationFailed(_, _, let error) {
      // There is no log yet that could stay as it was.
      throw .failed(path: path, error)
    } catch let error as OpeningError {
      throw error
    } catch let error as DatabaseError {
      throw error.code.primary == .cannotOpen
        ? cannotMake(SystemError(call: "open", path: draft, number: error.systemError))
        : .failed(path: path, error)
    } catch {
      throw .failed(path: path, DatabaseError(code: .error, message: "\(error)"))
    }
  }

  /// Refuses a folder, to be made perhaps, that lies where no text can tell of it.
  private func refuseOtherThanUTF8(_ path: String) throws(OpeningError) {
    if realPath(path) != nil { return }
    if errno == EILSEQ { throw .notUTF8(path: self.path) }
    let parent = folder(of: path)
    if parent != path { try refuseOtherThanUTF8(parent) }
  }

  /// Takes the builders' lock.
  func lockFolder(_ folder: String) throws(OpeningError) -> FolderLock {
    do {
      return try FolderLock(folder, timeout: busyTimeout)
    } catch {
      if error.number == EWOULDBLOCK { throw .locked(path: path) }
      throw cannotMake(error)
    }
  }

  /// The folder at a path, or the nearest one above it that is there.
  func nearestFolder(to path: String) -> String {
    var place = path
    while FileStatus(place) == nil, folder(of: place) != place { place = folder(of: place) }
    return place
  }

  func cannotMake(_ error: SystemError) -> OpeningError {
    switch error.number {
    case EROFS: .readOnlyFileSystem(path: path)
    // A draft that may not be made is not what anybody asked for: its folder is closed to them.
    case EACCES, EPERM:
      .noPermission(path: Draft.isDraft(error.path) ? folder(of: error.path) : error.path)
    default: .cannotMake(path: path, error)
    }
  }
}
