import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// Makes a new log at `place`, unless another process has just made it.
  ///
  /// The log is built under another name beside its place and renamed into it, so that at its
  /// path there is a whole log or none, whatever happens in between. A lock on the folder lets
  /// one builder in at a time; one who comes second finds the log and is done.
  ///
  /// - Throws: `cannotMake` with the system's reason; `networkFileSystem`; `locked` if another
  ///   builder does not come to an end; `readOnlyFileSystem`; `noPermission`.
  func create(at place: String, _ schema: Schema) throws(OpeningError) {
    var (folder, path) = (folder(of: place), place)
    try refuseOtherThanUTF8(folder)
    do {
      try disk.makeFolders(folder)
    } catch {
      throw cannotMake(error)
    }
    // Asked of the folder, since there is no file yet; and before anything is made in it.
    if let name = NetworkFileSystem.name(of: folder, on: disk) {
      throw .networkFileSystem(path: self.path, name: name)
    }
    let lock = try lockFolder(folder)
    defer { unlock(lock) }
    // SQLITE_OPEN_NOFOLLOW takes no link among the folders either, and those are not its business.
    if let resolved = realPath(folder) {
      folder = resolved
      path = (resolved == "/" ? "" : resolved) + "/" + fileName(of: place)
    }
    if let status = FileStatus(path), status.size > 0 { return }
    let draft = path + "-new"
    do {
      try removeDraft(draft)
      try disk.makeFile(draft)
      try build(draft, schema)
      try disk.rename(draft, path)
      try disk.sync(folder)
    } catch let error as OpeningError {
      try? removeDraft(draft)
      throw error
    } catch let error as SystemError {
      try? removeDraft(draft)
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
      let mode = try connection.word(ofPragma: "journal_mode = WAL")
      guard mode == "wal" else { throw OpeningError.noWriteAheadLog(path: path, mode: mode) }
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

  private func removeDraft(_ draft: String) throws(SystemError) {
    for suffix in ["", "-journal", "-wal", "-shm"] { try disk.remove(draft + suffix) }
  }

  /// Takes the builders' lock.
  private func lockFolder(_ folder: String) throws(OpeningError) -> Int32 {
    let file = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else {
      throw cannotMake(SystemError(call: "open", path: folder, number: errno))
    }
    let patience = Patience(timeout: busyTimeout)
    var tries: Int32 = 0
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let number = errno
      if number == EWOULDBLOCK || number == EINTR {
        if patience.nap(after: tries) == 1 {
          tries += 1
          continue
        }
        close(file)
        throw .locked(path: path)
      }
      close(file)
      throw cannotMake(SystemError(call: "flock", path: folder, number: number))
    }
    return file
  }

  /// Gives the builders' lock back.
  ///
  /// To close the file is not enough: "the lock is released either by an explicit LOCK_UN operation
  /// on any of these duplicate file descriptors, or when all such file descriptors have been
  /// closed" (flock(2)), and a process that is being started elsewhere in this program has one
  /// until it becomes another program.
  private func unlock(_ file: Int32) {
    flock(file, LOCK_UN)
    close(file)
  }

  private func cannotMake(_ error: SystemError) -> OpeningError {
    switch error.number {
    case EROFS: .readOnlyFileSystem(path: path)
    // A draft that may not be made is not what anybody asked for: its folder is closed to them.
    case EACCES, EPERM:
      .noPermission(path: error.path.hasSuffix("-new") ? folder(of: error.path) : error.path)
    default: .cannotMake(path: path, error)
    }
  }
}
