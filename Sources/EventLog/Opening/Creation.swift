import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// Makes a new log at `place`, unless another process has just made it.
  ///
  /// - Throws: `cannotMake` with the system's reason; `networkFileSystem`; `leftover`; `locked` if
  ///   another builder does not come to an end; `readOnlyFileSystem`; `noPermission`.
  func create(at place: String, _ schema: Schema) throws(OpeningError) {
    do {
      try create(at: place, schema) { _ in }
    } catch let error as OpeningError {
      throw error
    } catch let error as SystemError {
      // Another program has put a file there.
      if error.number == EEXIST { return }
      throw cannotMake(error)
    } catch let error as UnsyncedLog {
      throw cannotMake(error.reason)
    } catch {
      throw .failed(path: path, DatabaseError(code: .error, message: "\(error)"))
    }
  }

  /// Makes a new log at `place`, with what a closure writes to it.
  ///
  /// The log is built in a draft beside its place and renamed into it, so that at its path there is
  /// a whole log or none, whatever happens in between. A lock on the folder lets one builder in at a
  /// time; one who comes second finds the log and is done. Drafts that a builder left behind are
  /// removed. If it fails, the folders that it made are removed.
  ///
  /// - Parameters:
  ///   - place: the path of the log.
  ///   - schema: what makes a file a log.
  ///   - fill: called once with a connection to the draft, unless there is a log.
  /// - Returns: whether the log was made; if not, there is one already.
  /// - Throws: `OpeningError`; what `fill` throws; `SystemError` if the draft cannot be made or
  ///   renamed; `UnsyncedLog` once it was renamed.
  @discardableResult
  func create(
    at place: String, _ schema: Schema, filling fill: (Connection) throws -> Void
  ) throws -> Bool {
    let folder = folder(of: place)
    try refuseOtherThanUTF8(folder)
    // Asked of the folder, since there is no file yet; and before anything is made in it.
    if let name = NetworkFileSystem.name(of: nearestFolder(to: folder), on: disk) {
      throw OpeningError.networkFileSystem(path: self.path, name: name)
    }
    for _ in 0..<8 {
      let made: [String]
      do {
        made = try disk.makeFolders(folder)
      } catch {
        throw cannotMake(error)
      }
      guard let lock = try lockIfPresent(folder) else { continue }
      defer { lock.hold() }
      do {
        return try create(at: place, inLocked: folder, schema, filling: fill)
      } catch {
        // While the lock is held: nobody else builds in them.
        Disk.removeFolders(made)
        throw error
      }
    }
    throw cannotMake(SystemError(call: "open", path: folder, number: ENOENT))
  }

  private func create(
    at place: String, inLocked folder: String, _ schema: Schema,
    filling fill: (Connection) throws -> Void
  ) throws -> Bool {
    var (folder, path) = (folder, place)
    // SQLITE_OPEN_NOFOLLOW takes no link among the folders either, and those are not its business.
    if let resolved = realPath(folder) {
      folder = resolved
      path = (resolved == "/" ? "" : resolved) + "/" + fileName(of: place)
    }
    let found = FileStatus(path)
    if let found, found.size > 0 { return false }
    try refuseLeftovers(beside: path, includingIndex: true)
    Draft.removeAbandoned(of: path, applicationID: schema.applicationID, disk: disk)
    let draft = try Draft(beside: path, disk: disk)
    do {
      try build(draft.path, schema, filling: fill)
      try found == nil
        ? disk.renameAsNew(draft.path, path) : disk.rename(draft.path, path)
    } catch {
      draft.discard()
      throw error
    }
    do {
      try disk.sync(folder)
    } catch {
      throw UnsyncedLog(reason: error)
    }
    return true
  }

  /// Makes the tables in a file that nobody else knows of.
  ///
  /// The journal is kept in memory, since a draft cut short is thrown away; each commit syncs the
  /// file itself. `application_id` and the write-ahead mark are in the file's header then, not
  /// only in a write-ahead log, so that the file can be told by its first 100 bytes ever after.
  private func build(
    _ draft: String, _ schema: Schema, filling fill: (Connection) throws -> Void
  ) throws {
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
      try fill(connection)
      let mode = try connection.word(ofPragma: "journal_mode = WAL")
      guard mode == "wal" else { throw OpeningError.noWriteAheadLog(path: path, mode: mode) }
    } catch OpeningError.migrationFailed(_, _, let error) {
      // There is no log yet that could stay as it was.
      throw OpeningError.failed(path: path, error)
    } catch let error as DatabaseError {
      throw error.code.primary == .cannotOpen
        ? cannotMake(SystemError(call: "open", path: draft, number: error.systemError))
        : .failed(path: path, error)
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
    guard let lock = try lockIfPresent(folder) else {
      throw cannotMake(SystemError(call: "open", path: folder, number: ENOENT))
    }
    return lock
  }

  /// Takes the builders' lock; nil if the folder is gone, as one that a builder made who then failed.
  private func lockIfPresent(_ folder: String) throws(OpeningError) -> FolderLock? {
    do {
      let lock = try FolderLock(folder, timeout: busyTimeout)
      guard lock.isOn(folder) else { return nil }
      return lock
    } catch {
      if error.number == ENOENT { return nil }
      throw error.number == EWOULDBLOCK ? .locked(path: path) : cannotMake(error)
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

/// A log that is in its place, but whose folder could not be synced: nobody knows whether it would
/// outlive a power cut.
struct UnsyncedLog: Error {
  /// Why not.
  let reason: SystemError
}
