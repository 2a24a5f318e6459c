import Glibc
import SQLite

/// The schema of a log: the number that identifies the program, and the SQL that creates the tables.
package struct Schema: Sendable {
  /// The number in the file's header by which SQLite files identify their programs
  /// (pragma.html#pragma_application_id).
  package let applicationID: UInt32

  /// The version of all tables: the file's `user_version`.
  ///
  /// A log of an older version has the same events and clocks. Its other tables are a cache of the
  /// events, which the first writer rebuilds.
  package let version: Int

  /// The SQL of the events and clocks, as UTF-8.
  ///
  /// It is a function, so that only callers that need the text load it.
  private let log: @Sendable () -> [UInt8]

  /// The SQL of the tables that are derived from the events, as UTF-8.
  private let tables: @Sendable () -> [UInt8]

  package init(
    applicationID: UInt32, version: Int, log: @escaping @Sendable () -> [UInt8] = Schema.log,
    tables: @escaping @Sendable () -> [UInt8] = { [] }
  ) {
    self.applicationID = applicationID
    self.version = version
    self.log = log
    self.tables = tables
  }

  /// The SQL of the tables `events` and `clocks`, which every log has.
  package static let log: @Sendable () -> [UInt8] = { PackageResources._001_log_sql }

  /// Creates the tables in an empty file.
  func make(in connection: Connection) throws(DatabaseError) {
    for script in [log(), tables()] {
      try connection.execute(String(decoding: script, as: UTF8.self).withoutSQLComments)
    }
    try connection.execute("PRAGMA user_version = \(version)")
  }
}

extension String {
  /// An SQL text without its `--` comments, which may not occur in quotes.
  ///
  /// SQLite stores the text of a table unchanged, and parses it whenever the log is opened.
  package var withoutSQLComments: String {
    let dash = UInt8(ascii: "-")
    var bytes: [UInt8] = []
    for line in utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let comment = line.indices.dropLast().first {
        line[$0] == dash && line[line.index(after: $0)] == dash
      }
      var code = line[..<(comment ?? line.endIndex)]
      if comment != nil {
        while code.last == UInt8(ascii: " ") { code.removeLast() }
        if code.isEmpty { continue }
      }
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
      bytes += code
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension LogFile {
  /// Creates a log at `place`, unless another process has just created it.
  ///
  /// Throws `leftover` beside files of a removed log, and `locked` if another process keeps the lock
  /// on the folder.
  func create(at place: String, _ schema: Schema) throws(OpeningError) {
    do {
      try create(at: place, schema) { _ in }
    } catch let error as SystemError {
      // Another program has created a file there.
      if error.number == EEXIST { return }
      throw cannotMake(error)
    } catch let error as UnsyncedLog {
      throw cannotMake(error.reason)
    } catch {
      throw failure(error)
    }
  }

  /// Creates a log at `place` with the content that a closure writes.
  ///
  /// The log is built in a draft beside its place and renamed, so that its path has a complete log
  /// or none, even after a crash. A lock on the folder admits one process at a time while it renames
  /// a draft, but not while the draft is filled: other logs of the folder can be created meanwhile,
  /// and so can this one. If it fails, it removes the folders that it created.
  ///
  /// It returns false if there is a log when the draft is filled. It throws `SystemError` if the
  /// draft cannot be created or renamed, and `UnsyncedLog` after the rename.
  @discardableResult
  func create(
    at place: String, _ schema: Schema, filling fill: (Connection) throws -> Void
  ) throws -> Bool {
    try refuseOtherThanUTF8(folder(of: place))
    let made = try makeFolders(above: place)
    do {
      return try publish(at: resolvingFolder(of: place), schema, filling: fill)
    } catch {
      Disk.removeFolders(made)
      throw error
    }
  }

  /// Builds a draft and renames it, unless there is a log by then.
  private func publish(
    at place: String, _ schema: Schema, filling fill: (Connection) throws -> Void
  ) throws -> Bool {
    let folder = folder(of: place)
    let draft = try Draft(beside: place, disk: disk)
    do {
      FileStatus(place)?.shareOwner(with: draft.path, permissions: 0o600)
      try build(draft.path, schema, filling: fill)
      let lock = try lockFolder(folder)
      defer { lock.hold() }
      let found = FileStatus(place)
      if let found, found.size > 0 {
        draft.discard()
        return false
      }
      try refuseLeftovers(beside: place)
      try draft.rename(to: place, replacing: found != nil)
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

  /// Creates the tables in a file that no other process knows.
  ///
  /// The journal is kept in memory, since an incomplete draft is discarded; each commit syncs the
  /// file itself. As a result, `application_id` and the write-ahead mark are in the file's header
  /// and not only in a write-ahead log. So the first 100 bytes always identify the file.
  private func build(
    _ draft: String, _ schema: Schema, filling fill: (Connection) throws -> Void
  ) throws {
    do {
      let connection = try connection(to: draft)
      try connection.configure(checkpointingAtClose: true)
      try connection.execute(
        """
        PRAGMA page_size = 4096; PRAGMA auto_vacuum = NONE; PRAGMA encoding = 'UTF-8';
        PRAGMA journal_mode = MEMORY; PRAGMA synchronous = FULL;
        PRAGMA application_id = \(Int32(bitPattern: schema.applicationID));
        """)
      try schema.make(in: connection)
      try fill(connection)
      let mode = try connection.word(ofPragma: "journal_mode = WAL")
      guard mode == "wal" else { throw OpeningError.noWriteAheadLog(path: path, mode: mode) }
    } catch let error as DatabaseError {
      throw error.code.primary == .cannotOpen
        ? cannotMake(SystemError(call: "open", path: draft, number: error.systemError))
        : .failed(path: path, error)
    }
  }

  /// Refuses a folder, existing or not, whose real path is not UTF-8.
  private func refuseOtherThanUTF8(_ path: String) throws(OpeningError) {
    if realPath(path) != nil { return }
    if errno == EILSEQ { throw .notUTF8(path: self.path) }
    let parent = folder(of: path)
    if parent != path { try refuseOtherThanUTF8(parent) }
  }

  func lockFolder(_ folder: String) throws(OpeningError) -> FolderLock {
    do {
      return try FolderLock(folder, timeout: busyTimeout)
    } catch {
      throw error.number == EWOULDBLOCK ? .locked(path: path) : cannotMake(error)
    }
  }

  /// Creates the missing folders above a new file, and returns those that were created.
  package func makeFolders(above place: String) throws(OpeningError) -> [String] {
    // There is no file yet: its nearest existing folder is checked, before anything is created.
    var existing = folder(of: place)
    while FileStatus(existing) == nil, folder(of: existing) != existing {
      existing = folder(of: existing)
    }
    if let name = NetworkFileSystem.name(of: existing, on: disk) {
      throw .networkFileSystem(path: path, name: name)
    }
    do {
      return try disk.makeFolders(folder(of: place))
    } catch {
      throw cannotMake(error)
    }
  }

  func cannotMake(_ error: SystemError) -> OpeningError {
    switch error.number {
    case EROFS: .readOnlyFileSystem(path: path)
    // The user did not ask for the draft; the error names its folder, which is the one without
    // permission.
    case EACCES, EPERM:
      .noPermission(path: Draft.isDraft(error.path) ? folder(of: error.path) : error.path)
    default: .cannotMake(path: path, error)
    }
  }
}

/// A log that was renamed into its place, but whose folder could not be synced; it may not survive
/// a power cut.
struct UnsyncedLog: Error {
  let reason: SystemError
}

/// A database that is built under a temporary name beside its place, and renamed when complete.
///
/// The draft of a process that was killed stays, and does no harm.
struct Draft {
  let path: String
  private let disk: Disk

  /// The suffixes of files that SQLite may create beside a database.
  static let companions = ["-journal", "-wal", "-shm"]

  private static let mark = "-new-"

  /// Returns the end of a name that is almost certainly unused.
  static func suffix() -> String {
    mark + String((0..<16).compactMap { _ in "0123456789abcdef".randomElement() })
  }

  /// Creates an empty draft beside `place`; after an error no file is left.
  init(beside place: String, disk: Disk) throws(SystemError) {
    path = place + Self.suffix()
    self.disk = disk
    try disk.makeFile(path)
  }

  static func isDraft(_ path: String) -> Bool { fileName(of: path).contains(mark) }

  /// Gives the complete draft its name; unless replacing, it throws `EEXIST` for a name in use.
  func rename(to place: String, replacing: Bool) throws(SystemError) {
    try replacing ? disk.rename(path, place) : disk.renameAsNew(path, place)
  }

  func discard() {
    for suffix in Self.companions + [""] { try? disk.remove(path + suffix) }
  }
}
