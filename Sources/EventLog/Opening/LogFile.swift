import CSQLite
import Glibc
package import SQLite
import Text

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

  var isWriteAhead: Bool { bytes[18] == 2 && bytes[19] == 2 }

  /// The `user_version` as of the last checkpoint; the write-ahead log may have a newer one.
  var userVersion: Int32 { Int32(bitPattern: number(at: 60)) }

  var applicationID: UInt32 { number(at: 68) }

  private func number(at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
