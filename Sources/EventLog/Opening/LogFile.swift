import CSQLite
import Glibc
import Text
package import SQLite

/// The path of a log, and the means to access it.
package struct LogFile: Sendable {
  /// The path as the user gave it.
  package var path: String

  /// The virtual file system of SQLite for the file; `nil` is the default of `Connection`.
  package var vfs: String?

  /// The time to wait for the lock of another connection.
  package var busyTimeout: Duration

  /// The file system operations on the folders and files around the log.
  package var disk: Disk

  /// The folder for a copy of a log that cannot be read in its place, if memory has no room for it.
  package var temporaryFolder: String

  /// Called before the clock of a request is written to a log that does not know it yet.
  package var willAddClock: @Sendable () -> Void = {}

  /// Called before tables of an older version are rebuilt, which may take seconds.
  package var willRebuild: @Sendable () -> Void = {}

  package init(
    _ path: String, vfs: String? = nil, busyTimeout: Duration = .seconds(5), disk: Disk = .live,
    temporaryFolder: String = "/tmp"
  ) {
    self.path = path
    self.vfs = vfs
    self.busyTimeout = busyTimeout
    self.disk = disk
    self.temporaryFolder = temporaryFolder
  }
}

extension LogFile {
  /// Opens a database by its real path.
  func connection(
    to path: String, _ flags: Int32 = SQLITE_OPEN_READWRITE, copyOf files: CopiedFiles? = nil
  ) throws(DatabaseError) -> Connection {
    try Connection(
      path: path, flags: flags | SQLITE_OPEN_NOFOLLOW, vfs: vfs, busyTimeout: busyTimeout,
      copyOf: files)
  }

  /// Requires that SQLite has opened the files beside a log for writing.
  ///
  /// If this fails, SQLite opens them for reading, whatever the reason. Call it when SQLite has read
  /// the log for the first time: it has then opened all of them, unless the log was in another mode.
  func requireWritable(_ connection: Connection) throws(OpeningError) {
    guard connection.writeAheadFile != nil else { return }
    for suffix in ["-wal", "-shm"] {
      let file = connection.path + suffix
      if isOpenForWriting(file) { continue }
      throw .failed(
        path: path,
        DatabaseError(code: .readOnlyFile, message: "only reading was possible", file: file))
    }
  }

  /// Returns the reason why a log was not opened, whatever the error.
  func failure(_ error: any Error) -> OpeningError {
    error as? OpeningError
      ?? .failed(
        path: path,
        error as? DatabaseError ?? DatabaseError(code: .error, message: "\(error)"))
  }
}

/// Whether this process has the file at a path open for writing.
///
/// SQLite does not tell which files it has opened beside a database. Closing a descriptor that this
/// function opened would release SQLite's locks on the file, so it opens none.
private func isOpenForWriting(_ path: String) -> Bool {
  guard let file = FileStatus(path, followingLink: false) else { return false }
  // Descriptors are given from 0 on, so those of a new connection are mostly among the first ones.
  let count = min(max(sysconf(Int32(_SC_OPEN_MAX)), 256), 65_536)
  for descriptor in 0..<Int32(count) {
    if FileStatus(of: descriptor)?.isSameFile(as: file) == true,
      fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
    {
      return true
    }
  }
  return false
}

/// The first 100 bytes of a database file.
///
/// Offsets: fileformat2.html, "The Database Header".
struct Header {
  private let bytes: [UInt8]

  let fileSize: Int

  static let size = 100

  init(of connection: Connection) throws(DatabaseError) {
    let file = try connection.databaseFile()
    bytes = try file.bytes(Self.size, at: 0)
    fileSize = try file.size()
  }

  var isDatabase: Bool { bytes.starts(with: "SQLite format 3\u{0}".utf8) }

  /// The size of a page in bytes: the value 1 means 65,536.
  var pageSize: Int {
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    return size == 1 ? 65_536 : size
  }

  /// The number of pages that the file should have, as of the last checkpoint.
  var pages: Int { Int(number(at: 28)) }

  /// The `user_version` as of the last checkpoint; the write-ahead log may have a newer one.
  var userVersion: Int32 { Int32(bitPattern: number(at: 60)) }

  var applicationID: UInt32 { number(at: 68) }

  private func number(at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension LogFile {
  /// Finds the target of the path without opening or changing anything; throws the reason why there
  /// can be no log, or why it must not be examined.
  ///
  /// An empty file counts as nothing. The path is that of the log without links, or that of a new
  /// log.
  func resolve() throws(OpeningError) -> (path: String, isLog: Bool) {
    guard let status = FileStatus(path) else {
      let error = SystemError(call: "stat", path: path, number: errno)
      switch error.number {
      // Nothing exists below a file either; creating a log there reports the reason.
      case ENOENT, ENOTDIR: return (try pathToBe(), false)
      case EACCES: throw .noPermission(path: path)
      case _ where error.isOfMachine: throw .unreachable(path: path, error)
      default: throw .cannotMake(path: path, error)
      }
    }
    guard status.isFile else { throw .notAFile(path: path) }
    guard let resolved = realPath(path) else {
      let number = errno
      switch number {
      case EILSEQ: throw .notUTF8(path: path)
      case EACCES, EPERM: throw .noPermission(path: path)
      default:
        throw .unreachable(path: path, SystemError(call: "realpath", path: path, number: number))
      }
    }
    if let name = NetworkFileSystem.name(of: resolved, on: disk) {
      throw .networkFileSystem(path: path, name: name)
    }
    return (resolved, status.size > 0)
  }

  /// Returns the path of a new log: for a dangling link, the target of the link.
  private func pathToBe() throws(OpeningError) -> String {
    var place = path
    for _ in 0..<8 {
      guard let bytes = linkTarget(place) else { return place }
      guard let target = String(validating: bytes, as: UTF8.self) else {
        throw .notUTF8(path: path)
      }
      place = target.hasPrefix("/") ? target : folder(of: place) + "/" + target
    }
    throw .cannotMake(path: path, SystemError(call: "readlink", path: path, number: ELOOP))
  }
}

extension LogFile {
  /// Refuses a path without a log if it has files of a log that was removed, emptied or moved.
  ///
  /// SQLite would play such a write-ahead file or journal into the next log at this path, and a
  /// process that still has the old log open shares its index.
  func refuseLeftovers(beside place: String) throws(OpeningError) {
    let files = Draft.companions.map { place + $0 }.filter {
      FileStatus($0, followingLink: false).map { $0.isFile && $0.size > 0 } ?? false
    }
    if files.isEmpty { return }
    // A log gets its name before it gets these files, so another process may have just created one.
    if let log = FileStatus(place), log.size > 0 { return }
    throw .leftover(path: path, files: files)
  }

  /// Refuses a log beside a file of the log that an interrupted restore replaced.
  ///
  /// SQLite would play it into the log.
  func refuseReplaced(_ place: String) throws(OpeningError) {
    for suffix in ["-journal", "-wal"] {
      guard FileStatus(place + suffix, followingLink: false)?.links ?? 1 > 1,
        kept(place, suffix) != nil
      else { continue }
      throw .replaced(path: path, file: place + suffix)
    }
  }
}

/// Returns the absolute path without links, or `nil` with the reason in `errno`.
///
/// The reason is `EILSEQ` for a path that is not UTF-8: a repaired one would lead to another file.
package func realPath(_ path: String) -> String? {
  guard let resolved = realpath(path, nil) else { return nil }
  let text = String(validatingCString: resolved)
  free(resolved)
  if text == nil { errno = EILSEQ }
  return text
}

/// Returns a path with the real path of its folder, as far as that is known.
///
/// SQLITE_OPEN_NOFOLLOW rejects links among the folders as well; links of folders are allowed here.
func resolvingFolder(of path: String) -> String {
  guard let folder = realPath(folder(of: path)) else { return path }
  return (folder == "/" ? "" : folder) + "/" + fileName(of: path)
}

private func linkTarget(_ path: String) -> [UInt8]? {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { buffer in
    let count = buffer.withMemoryRebound(to: CChar.self) { characters in
      characters.baseAddress.map { readlink(path, $0, characters.count) } ?? -1
    }
    return count < 0 ? nil : Array(buffer[..<count])
  }
}
