import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// Opens a log for reading, also on a read-only medium.
  ///
  /// "A read-only WAL-mode database file can be opened if the -shm and -wal files already exists or
  /// those files can be created or the DB is immutable" (wal.html, "Read-Only Databases"). If they
  /// cannot be created and no process can be writing, the file is read without them.
  ///
  /// Salvaging tolerates unreadable parts, and leaves the log, its journal and its write-ahead file
  /// unchanged. A log that needs recovery is recovered in a copy. The same applies to a write-ahead
  /// file without an index if none can be created beside it.
  func openForReading(
    _ resolved: String, _ schema: Schema, salvaging isSalvaging: Bool = false
  ) throws(OpeningError) -> Connection {
    if let connection = try openFilesForReading(resolved, schema, salvaging: isSalvaging) {
      return connection
    }
    // Without the lock, since copying takes long.
    return isSalvaging
      ? try salvageInCopy(of: connect(resolved, SQLITE_OPEN_READONLY), schema)
      : try openAsWriter(schema)
  }

  /// Opens all files of a log, while no restore can replace them.
  ///
  /// - Returns: the connection; nil if the log must be recovered or migrated by a connection that may
  ///   write: to salvage it, that of a copy.
  private func openFilesForReading(
    _ resolved: String, _ schema: Schema, salvaging isSalvaging: Bool
  ) throws(OpeningError) -> Connection? {
    let lock = try lockForOpening(resolved)
    defer { lock?.hold() }
    let connection = try connect(resolved, SQLITE_OPEN_READONLY)
    do throws(OpeningError) {
      return try read(connection, schema, salvaging: isSalvaging)
    } catch {
      // The error may be that of two logs taken for one.
      throw connection.hasMoved && !isSalvaging ? .exchanged(path: path) : error
    }
  }

  private func read(
    _ connection: Connection, _ schema: Schema, salvaging isSalvaging: Bool
  ) throws(OpeningError) -> Connection? {
    let resolved = connection.path
    let header = try examine(connection, schema, salvaging: isSalvaging)
    var examined: WriteAheadFile.Identity?
    if !isSalvaging {
      try refuseForeignJournal(connection, header)
      examined = try refuseForeignWriteAheadFile(connection, header, schema)
    }
    let version: Int
    do {
      try connection.configure()
      if isSalvaging { try connection.tolerateCorruption() }
      version = try connection.number(ofPragma: "user_version")
    } catch {
      if isSalvaging, error.isDamage { throw .pastSaving(path: path, error) }
      switch error.code.primary {
      case .readOnly where isSalvaging: return nil
      case .cannotOpen where !error.isOfMachine && access(folder(of: resolved), W_OK) != 0,
        .readOnly where !error.isOfMachine && access(folder(of: resolved), W_OK) != 0:
        do throws(OpeningError) {
          return try openUnchanging(resolved, schema, salvaging: isSalvaging)
        } catch .unreadableInPlace where isSalvaging {
          return nil
        }
      case .readOnly:
        // A journal or an index needs recovery.
        return nil
      default:
        throw explain(error, header, resolved)
      }
    }
    if !isSalvaging { try requireExamined(connection, examined) }
    if isSalvaging, version <= schema.version {
      try demandEvents(connection)
      return connection
    }
    if version == schema.version { return connection }
    guard version < schema.version else {
      throw .newer(path: path, version: version, known: schema.version)
    }
    return nil
  }

  /// Recovers or migrates the log by opening it for writing; then makes the connection read-only.
  private func openAsWriter(_ schema: Schema) throws(OpeningError) -> Connection {
    guard let connection = try open(for: .writing, schema) else {
      throw .cannotMake(path: path, SystemError(call: "open", path: path, number: ENOENT))
    }
    do {
      try connection.execute("PRAGMA query_only = ON")
    } catch {
      throw .failed(path: path, error)
    }
    return connection
  }

  /// Opens a file that cannot change.
  ///
  /// `immutable` makes SQLite read the file alone, without locks: "setting the immutable property
  /// on a database file that does in fact change can result in incorrect query results and/or
  /// SQLITE_CORRUPT errors" (uri.html). It also ignores the content of `-wal`. So it is used only
  /// if `-wal` is empty, and either the medium is read-only or the folder is writable for no user.
  private func openUnchanging(
    _ resolved: String, _ schema: Schema, salvaging isSalvaging: Bool
  ) throws(OpeningError) -> Connection {
    let place = folder(of: resolved)
    let isFixed =
      isReadOnlyFileSystem(place) || (FileStatus(place)?.permissions ?? 0o222) & 0o222 == 0
    guard isFixed, FileStatus(resolved + "-wal")?.size ?? 0 == 0 else {
      throw .unreadableInPlace(path: path)
    }
    let connection = try connect(
      "file:" + percentEncoded(resolved) + "?immutable=1",
      SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    let header = try examine(connection, schema, salvaging: isSalvaging)
    do {
      try connection.configure()
      if isSalvaging { try connection.tolerateCorruption() }
      let version = try connection.number(ofPragma: "user_version")
      guard version == schema.version || isSalvaging && version < schema.version else {
        throw OpeningError.older(path: path, version: version, known: schema.version)
      }
      if isSalvaging { try demandEvents(connection) }
      return connection
    } catch let error as OpeningError {
      throw error
    } catch let error as DatabaseError {
      if isSalvaging, error.isDamage { throw .pastSaving(path: path, error) }
      throw explain(error, header, resolved)
    } catch {
      throw .failed(path: path, DatabaseError(code: .error, message: "\(error)"))
    }
  }
}

/// Returns a path for a `file:` URI: all but letters, digits and `/-._~` as `%HH`.
func percentEncoded(_ path: String) -> String {
  let hex = Array("0123456789ABCDEF".utf8)
  var encoded: [UInt8] = []
  for byte in path.utf8 {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      encoded.append(byte)
    default:
      encoded += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
    }
  }
  return String(decoding: encoded, as: UTF8.self)
}
