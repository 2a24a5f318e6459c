import CSQLite
import Glibc

/// A connection to a database file, confined to the isolation domain that opened it.
///
/// It closes when it and its statements are released.
package final class Connection {
  package let handle: Handle

  /// The path of the file, or of the copied one, and the virtual file system; nil for the default
  /// one.
  package let path: String
  package let vfs: String?
  package let busyTimeout: Duration

  /// The files at the path before they were copied; nil for a connection to the files themselves.
  package let copied: CopiedFiles?

  private var kept: [Statement] = []

  /// Opens the database at `path`.
  ///
  /// Mutexes are always off and extended codes always on. Without the name of a virtual file system,
  /// it uses the layer over SQLite's default one. `files` are the files before they were copied to
  /// this path.
  package init(
    path: String, flags: Int32, vfs: String? = nil, busyTimeout: Duration = .seconds(5),
    copyOf files: CopiedFiles? = nil
  ) throws(DatabaseError) {
    self.path = files?.path ?? path
    self.vfs = vfs
    self.busyTimeout = busyTimeout
    copied = files
    handle = try Handle(
      path: path, flags: flags | SQLITE_OPEN_NOMUTEX, vfs: vfs,
      busyHandler: BusyHandler(timeout: busyTimeout))
  }

  /// Prepares `sql`, a single statement, for one or two uses.
  package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    try Statement(sql, on: handle)
  }

  /// Returns the statement for `sql`, prepared at its first use and kept as long as the connection.
  ///
  /// Each call returns the same statement: a use must end (by `run`, `first` or a `step` that
  /// returned `false`) before the next begins.
  package func cached(_ sql: String) throws(DatabaseError) -> Statement {
    // There are a few dozen statements: a linear search avoids creating the type of a dictionary at
    // start-up.
    if let statement = kept.first(where: { $0.sql == sql }) { return statement }
    let statement = try Statement(sql, on: handle, isKept: true)
    kept.append(statement)
    return statement
  }

  /// Runs all statements of `script` in order, and ignores their rows.
  package func execute(_ script: String) throws(DatabaseError) {
    try handle.check(sqlite3_exec(handle.pointer, script, nil, nil, nil), sql: script)
  }

  /// Whether the open or copied file is no longer at its path, which may have another file or none.
  ///
  /// "SQLITE_FCNTL_HAS_MOVED … the file has been renamed, moved, or deleted since it was first
  /// opened" (c_fcntl_begin_atomic_write.html). It costs one system call unless the file has moved.
  package var hasMoved: Bool {
    if let copied { return copied.haveMoved }
    // SQLite counts a stat(2) that failed for any reason as a move; the reason may have passed.
    for _ in 0..<2 {
      var answer: Int32 = 0
      sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
      if answer == 0 { return false }
    }
    return true
  }

  /// The number of pages that this connection has written to the disk so far.
  package var pagesWritten: Int {
    var (written, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(handle.pointer, SQLITE_DBSTATUS_CACHE_WRITE, &written, &highest, 0)
    return Int(written)
  }

  /// A number that differs after each change of the database, as of the newest transaction.
  ///
  /// "The 'data version' changes whenever any change occurs to the corresponding database file,
  /// either through SQL statements on the same database connection or through transactions
  /// committed by separate database connections possibly in other processes"
  /// (c_fcntl_begin_atomic_write.html). Within a transaction, it is the version that the
  /// transaction sees; right after one, the version that it left. Reading it costs nothing.
  package var dataVersion: UInt32 {
    var answer: UInt32 = 0
    sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_DATA_VERSION, &answer)
    return answer
  }

  /// Whether the file has a table.
  ///
  /// - Complexity: O(n) in the tables of the file.
  package func has(table name: String) throws(DatabaseError) -> Bool {
    try cached("SELECT 1 FROM sqlite_schema WHERE name = ? AND type = 'table'").bind(name)
      .first { _ in true } ?? false
  }

  /// Whether the schema that this connection has read last has a table.
  ///
  /// SQLite reads the schema again if another connection has changed it, but only when a statement
  /// is run: call this after one has been run in the same transaction. It is a hundred times as
  /// fast as a statement on `sqlite_schema`.
  package func knowsTable(_ name: String) throws(DatabaseError) -> Bool {
    // "If the column-name parameter to sqlite3_table_column_metadata() is a NULL pointer, then this
    // routine simply checks for the existence of the table and returns SQLITE_OK if the table exists
    // and SQLITE_ERROR if it does not" (table_column_metadata.html). Other codes are those of a
    // schema that cannot be read.
    let code = sqlite3_table_column_metadata(
      handle.pointer, "main", name, nil, nil, nil, nil, nil, nil)
    if code == SQLITE_ERROR { return false }
    try handle.check(code)
    return true
  }

  /// Whether a transaction is open.
  ///
  /// SQLite ends a transaction itself after some failures, such as a full disk
  /// (lang_transaction.html, "Response To Errors Within A Transaction").
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }
}

/// The only owner of a `sqlite3*`, opened in its init and closed in its deinit.
///
/// The connection and each of its statements hold it, so it outlives them all.
package final class Handle {
  package let pointer: OpaquePointer

  /// The handler that waits for locks of other connections; SQLite holds a pointer to it.
  package let busyHandler: BusyHandler

  /// Opens `path`, or throws the error of SQLite with nothing left open.
  package init(
    path: String, flags: Int32, vfs: String?, busyHandler: BusyHandler
  ) throws(DatabaseError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, flags | SQLITE_OPEN_EXRESCODE, vfs ?? WriteAheadVFS.standard)
    guard code == SQLITE_OK, let opened else {
      let error = DatabaseError(code, on: opened, opening: path)
      // "Whether or not an error occurs when it is opened, resources associated with the database
      // connection handle should be released by passing it to sqlite3_close()" (open.html).
      sqlite3_close_v2(opened)
      throw error
    }
    pointer = opened
    self.busyHandler = busyHandler
    busyHandler.install(on: opened)
  }

  deinit {
    // The last connection to close removes the write-ahead file by its name, which may be that of
    // another log by then if a restore is replacing the log.
    let lock = checkpointsAtClose ? lockFolder() : nil
    defer { lock?.hold() }
    // sqlite3_close_v2 does not fail because of statements that are not finalized: the connection
    // becomes a "zombie" until the last one is (close.html).
    sqlite3_close_v2(pointer)
  }

  /// Takes the lock that excludes a restore, or turns off the checkpoint at the close.
  private func lockFolder() -> FolderLock? {
    guard let path = sqlite3_db_filename(pointer, "main").map({ String(cString: $0) }),
      !path.isEmpty
    else { return nil }
    do {
      // A command ends after a short wait: without the lock, the write-ahead file stays for the
      // next process.
      return try FolderLock(folder(of: path), sharing: true, timeout: .milliseconds(100))
    } catch {
      if error.number == EWOULDBLOCK {
        _ = csqlite_db_config_flag(pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nil)
      }
      return nil
    }
  }

  /// Whether the connection checkpoints if it is the last to close.
  package var checkpointsAtClose: Bool {
    var isSkipped: Int32 = 1
    _ = csqlite_db_config_flag(pointer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, -1, &isSkipped)
    return isSkipped == 0
  }

  /// Throws the newest error of this connection unless `code` is `SQLITE_OK`.
  @inline(__always)
  package func check(_ code: Int32, sql: @autoclosure () -> String? = nil) throws(DatabaseError) {
    if code != SQLITE_OK { throw DatabaseError(code, on: pointer, sql: sql()) }
  }
}

/// A COMMIT that failed after it began to write, with an unknown outcome.
///
/// The frames may have reached the file although their sync failed; then the next connection to
/// open the file finds them. To determine the outcome, reopen the file and look for the changes.
package struct CommitOutcomeUnknown: Error, Hashable, Sendable {
  package let reason: DatabaseError
}

extension Connection {
  /// The moment when a transaction takes its locks.
  package enum TransactionKind: String {
    /// At its first read and first write, for readers.
    case deferred = "BEGIN DEFERRED"

    /// At once, with a wait for the writer's lock up to the busy timeout. A transaction that starts
    /// as a reader cannot wait for it: if another one commits in between, it fails with
    /// `SQLITE_BUSY_SNAPSHOT` (isolation.html).
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs `body` in a transaction: all of it takes effect, or nothing.
  ///
  /// A deferred one within another transaction is a part of that. COMMIT has made it durable when
  /// the function returns. The error of `body` is thrown unchanged, whatever the result of the
  /// rollback. A `DatabaseError` means that the transaction did not begin (`isBusy`: the lock was
  /// not acquired in time) or that COMMIT was refused with nothing written; `CommitOutcomeUnknown`,
  /// that COMMIT failed while writing.
  @discardableResult
  package func transaction<Value>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Value
  ) throws -> Value {
    if kind == .deferred, isInTransaction { return try body() }
    try cached(kind.rawValue).run()
    let value: Value
    do {
      value = try body()
    } catch {
      rollBack()
      throw error
    }
    do {
      try cached("COMMIT").run()
    } catch {
      // Still open: COMMIT was refused (a deferred constraint, a reader in the way) and wrote
      // nothing. Closed: SQLite began to write, failed, and rolled back its own state.
      guard isInTransaction else { throw CommitOutcomeUnknown(reason: error) }
      rollBack()
      throw error
    }
    return value
  }

  /// Ends a failed transaction.
  ///
  /// If this also fails, the error is ignored: the first error matters, and uncommitted changes are
  /// lost with the connection.
  ///
  /// "If the transaction has already been rolled back automatically by the error response, then the
  /// ROLLBACK command will fail with an error, but no harm is caused by this"
  /// (lang_transaction.html).
  package func rollBack() {
    guard isInTransaction else { return }
    sqlite3_exec(handle.pointer, "ROLLBACK", nil, nil, nil)
  }
}
