import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// Opens a copy of a log that needs recovery before it can be read; the log itself stays
  /// unchanged.
  ///
  /// The files beside the log are copied as well, and SQLite recovers the copy. The copy needs as
  /// much room in the temporary folder as the log. Its names are removed as soon as it is open.
  ///
  /// - Parameter original: a connection to the log, which holds no lock.
  /// - Returns: a connection to the copy, which is read-only.
  /// - Throws: the reason; `locked` if another process changed the log meanwhile.
  func openPrivateCopy(of original: Connection) throws(OpeningError) -> Connection {
    do {
      return try privateCopy(of: original)
    } catch let error as OpeningError {
      throw error
    } catch let error as SystemError {
      throw .notCopied(path: path, error)
    } catch let error as DatabaseError {
      throw error.isDamage ? .pastSaving(path: path, error) : .failed(path: path, error)
    } catch {
      throw .failed(path: path, DatabaseError(code: .error, message: "\(error)"))
    }
  }

  private func privateCopy(of original: Connection) throws -> Connection {
    // SQLite may follow no link in the path, so it gets the real path.
    let place = realPath(temporaryFolder) ?? temporaryFolder
    CopyFolder.removeAbandoned(in: place)
    let folder = try CopyFolder(in: place)
    defer { folder.remove() }
    let copy = folder.path + "/" + CopyFolder.database
    let suffixes = ["", "-journal", "-wal"]
    let before = suffixes.map { FileStatus(original.path + $0) }
    // SQLite would play the journal of another database back into the copy.
    let left =
      try hasForeignJournal(original, Header(of: original)) ? ["-wal"] : ["-journal", "-wal"]
    try copyDatabase(of: original, to: copy)
    for suffix in left where FileStatus(original.path + suffix) != nil {
      try copyFile(original.path + suffix, to: copy + suffix)
    }
    for (suffix, before) in zip(suffixes, before) {
      let after = FileStatus(original.path + suffix)
      let isSame = before.map { before in after?.isUnchanged(since: before) == true }
      guard isSame ?? (after == nil) else { throw OpeningError.locked(path: path) }
    }
    let connection = try Connection(
      path: copy, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, vfs: vfs,
      busyTimeout: busyTimeout)
    try connection.configure()
    // The first read recovers the copy; after that its files need no names.
    try connection.tolerateCorruption()
    try connection.execute("PRAGMA query_only = ON")
    return connection
  }

  /// Copies the database through SQLite's own file handle.
  ///
  /// Closing another descriptor of the file would release the locks of the process.
  private func copyDatabase(of original: Connection, to copy: String) throws {
    let target = try NewFile(copy, on: disk)
    try original.forEachChunk(upTo: original.fileSize()) { chunk, _ in try target.write(chunk) }
  }

  private func copyFile(_ original: String, to copy: String) throws {
    let source = try checked(
      "open", original, Glibc.open(original, O_RDONLY | O_NOFOLLOW | O_CLOEXEC))
    defer { close(source) }
    let target = try NewFile(copy, on: disk)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(source, &chunk, chunk.count)
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

  /// Writes all the bytes.
  borrowing func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      rest = rest.dropFirst(Int(try checked("write", path, Int32(count))))
    }
  }
}

/// A folder for a private copy of a log, in the folder for temporary files.
///
/// It has a name like a draft. Its creator holds a flock(2) lock on it while the creator exists, so
/// that a folder without a lock is abandoned.
struct CopyFolder: ~Copyable {
  let path: String
  private let descriptor: Int32

  /// The name of the copy.
  static let database = "log.db"

  private static let prefix = "laptimer"

  /// Creates a folder for its owner alone.
  init(in place: String) throws(SystemError) {
    for _ in 0..<16 {
      let path = "\(place)/\(Self.prefix)\(DraftName.random().suffix)"
      guard mkdir(path, 0o700) == 0 else {
        if errno == EEXIST { continue }
        throw SystemError(call: "mkdir", path: place, number: errno)
      }
      let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let number = errno
      // Between the two calls another process may have considered it abandoned and removed it.
      if folder >= 0, flock(folder, LOCK_EX | LOCK_NB) == 0, isSameFile(folder, path) {
        self.path = path
        descriptor = folder
        return
      }
      if folder >= 0 { close(folder) }
      guard folder >= 0 || number == ENOENT else {
        rmdir(path)
        throw SystemError(call: "open", path: path, number: number)
      }
    }
    throw SystemError(call: "mkdir", path: place, number: EEXIST)
  }

  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Removes the folder with the copy.
  borrowing func remove() { Self.remove(path) }

  private static var names: [String] { [database] + Draft.companions.map { database + $0 } }

  private static func remove(_ path: String) {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// Removes the folders of processes that were killed.
  ///
  /// A folder is removed only if its name is one that `DraftName` generates, it belongs to this
  /// user and is closed to all others, no process holds its lock, and it contains only a copy.
  static func removeAbandoned(in place: String) {
    for name in entries(of: place) {
      guard name.hasPrefix(prefix), DraftName(suffix: String(name.dropFirst(prefix.count))) != nil
      else { continue }
      let path = "\(place)/\(name)"
      guard let status = FileStatus(path, followingLink: false), status.isFolder,
        status.owner == geteuid(), status.permissions == 0o700
      else { continue }
      let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { continue }
      defer { close(folder) }
      guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { continue }
      defer { flock(folder, LOCK_UN) }
      guard isSameFile(folder, path), entries(of: path).allSatisfy(names.contains) else { continue }
      remove(path)
    }
  }

  /// Returns the names in a folder, with U+FFFD in names that are not UTF-8.
  private static func entries(of path: String) -> [String] {
    guard let entries = opendir(path) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      let name = String(decoding: bytes, as: UTF8.self)
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

extension LogFile {
  /// Opens a recovered copy of a log to salvage its events.
  func salvageInCopy(
    of original: Connection, _ schema: Schema
  ) throws(OpeningError) -> Connection {
    let copy = try openPrivateCopy(of: original)
    do {
      // The files beside the log may change the version.
      let version = try copy.number(ofPragma: "user_version")
      guard version <= schema.version else {
        throw OpeningError.newer(path: path, version: version, known: schema.version)
      }
    } catch let error as OpeningError {
      throw error
    } catch let error as DatabaseError {
      throw error.isDamage ? .pastSaving(path: path, error) : .failed(path: path, error)
    } catch {
      throw .failed(path: path, DatabaseError(code: .error, message: "\(error)"))
    }
    try demandEvents(copy)
    return copy
  }

  /// Refuses to salvage a log whose events cannot be found.
  func demandEvents(_ connection: Connection) throws(OpeningError) {
    do {
      _ = try connection.prepare("SELECT 1 FROM events, clocks")
    } catch {
      guard error.isDamage || error.code.primary == .error else {
        throw .failed(path: path, error)
      }
      throw .pastSaving(path: path, error)
    }
  }
}
