import CSQLite
import Glibc
import SQLite

extension LogFile {
  /// Opens a log for reading, also on a read-only medium.
  ///
  /// "A read-only WAL-mode database file can be opened if the -shm and -wal files already exists or
  /// those files can be created or the DB is immutable" (wal.html, "Read-Only Databases"). If they
  /// cannot be created, as on a full disk, a copy in memory is read.
  ///
  /// Salvaging tolerates unreadable parts, and leaves the log, its journal and its write-ahead file
  /// unchanged. A log that needs recovery is recovered in a copy on disk.
  func openForReading(
    _ resolved: String, _ schema: Schema, salvaging isSalvaging: Bool = false
  ) throws(OpeningError) -> Connection {
    switch try openFilesForReading(resolved, schema, salvaging: isSalvaging) {
    case .opened(let connection): return connection
    case .needsWriter where !isSalvaging: return try openAsWriter(schema)
    // Without the lock, since copying takes long.
    case .needsWriter, .needsCopy:
      return try openPrivateCopy(of: resolved, schema, salvaging: isSalvaging)
    }
  }

  private enum FilesForReading {
    case opened(Connection)
    /// The log must be recovered by a connection that may write.
    case needsWriter
    /// Files that SQLite needs beside the log cannot be created.
    case needsCopy
  }

  /// Opens all files of a log, while no restore can replace them.
  private func openFilesForReading(
    _ resolved: String, _ schema: Schema, salvaging isSalvaging: Bool
  ) throws(OpeningError) -> FilesForReading {
    let lock = try lockForOpening(resolved)
    defer { lock?.hold() }
    let connection = try connect(resolved, SQLITE_OPEN_READONLY)
    do throws(OpeningError) {
      return try read(connection, schema, salvaging: isSalvaging)
    } catch {
      throw isSalvaging ? error : reason(error, connection)
    }
  }

  private func read(
    _ connection: Connection, _ schema: Schema, salvaging isSalvaging: Bool
  ) throws(OpeningError) -> FilesForReading {
    let resolved = connection.path
    let header = try examine(connection, schema, salvaging: isSalvaging)
    try refuseReplaced(resolved)
    do {
      try begin(connection, schema, salvaging: isSalvaging)
    } catch let error as DatabaseError {
      if isSalvaging, error.isDamage { throw .pastSaving(path: path, error) }
      let isDenied =
        [.cannotOpen, .readOnly].contains(error.code.primary) && !error.isOfMachine
        && access(folder(of: resolved), W_OK) != 0
      if isDenied || error.wantsRoom || error.mayWantRoom { return .needsCopy }
      // A journal or an index needs recovery.
      if error.code.primary == .readOnly { return .needsWriter }
      throw explain(error, header, resolved)
    } catch {
      throw failure(error)
    }
    if !isSalvaging { try requireNamed(connection) }
    return .opened(connection)
  }

  /// Recovers the log by opening it for writing; then makes the connection read-only.
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
}
