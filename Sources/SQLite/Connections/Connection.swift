import CSQLite

/// One connection to a database file, confined to the place that opened it.
///
/// It closes when it and its statements are gone.
package final class Connection {
  package let handle: Handle

  /// The path that it was opened with, and the virtual file system that it goes through.
  package let path: String
  package let vfs: String?
  package let busyTimeout: Duration

  private var kept: [Statement] = []
  /// Where the next one is looked for first.
  private var likely = 0

  /// Opens the database at `path`.
  ///
  /// - Parameters:
  ///   - path: an absolute path, or a `file:` URI if `flags` say so.
  ///   - flags: `SQLITE_OPEN_…`; no mutexes are used and extended codes are on in any case.
  ///   - vfs: the name of a virtual file system registered with SQLite, or `nil` for its default.
  ///   - busyTimeout: how long a lock of another connection is waited for.
  /// - Throws: what SQLite said; nothing stays open then.
  package init(
    path: String, flags: Int32, vfs: String? = nil, busyTimeout: Duration = .seconds(5)
  ) throws(DatabaseError) {
    self.path = path
    self.vfs = vfs
    self.busyTimeout = busyTimeout
    handle = try Handle(
      path: path, flags: flags | SQLITE_OPEN_NOMUTEX, vfs: vfs,
      busyHandler: BusyHandler(timeout: busyTimeout))
  }

  /// Prepares `sql`, one statement, for a use or two.
  package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    try Statement(sql, on: handle)
  }

  /// The statement for `sql`, prepared at its first use and kept as long as the connection.
  ///
  /// The same one is handed out each time: a use ends (by `run`, `first` or a `step` that
  /// answered `false`) before the next begins.
  package func cached(_ sql: String) throws(DatabaseError) -> Statement {
    // There are a dozen, in the order of their first uses, and most uses follow each other as they
    // did then. Texts that are one literal are found equal by their address: a walk is as fast as
    // hashing the text, and costs no type of a dictionary to be made at start-up.
    for step in kept.indices {
      let index = (likely + step) % kept.count
      guard kept[index].sql == sql else { continue }
      likely = index + 1
      return kept[index]
    }
    let statement = try Statement(sql, on: handle, isKept: true)
    kept.append(statement)
    likely = kept.count
    return statement
  }

  /// Runs all statements of `script`, one after another, dropping their rows.
  package func execute(_ script: String) throws(DatabaseError) {
    try handle.check(sqlite3_exec(handle.pointer, script, nil, nil, nil), sql: script)
  }

  /// How many rows the newest INSERT, UPDATE or DELETE changed.
  package var changes: Int { Int(sqlite3_changes64(handle.pointer)) }

  /// Whether there is no file at the path any more, or another one, although this one is open.
  ///
  /// "SQLITE_FCNTL_HAS_MOVED … the file has been renamed, moved, or deleted since it was first
  /// opened" (c_fcntl_begin_atomic_write.html). One system call.
  package var hasMoved: Bool {
    var answer: Int32 = 0
    sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
    return answer != 0
  }

  /// A number that is another one once the database has changed, as of the newest transaction.
  ///
  /// "The 'data version' changes whenever any change occurs to the corresponding database file,
  /// either through SQL statements on the same database connection or through transactions
  /// committed by separate database connections possibly in other processes"
  /// (c_fcntl_begin_atomic_write.html). Read within a transaction it is that of what the
  /// transaction sees; right after one, that of what it left. It costs nothing.
  package var dataVersion: UInt32 {
    var answer: UInt32 = 0
    sqlite3_file_control(handle.pointer, "main", SQLITE_FCNTL_DATA_VERSION, &answer)
    return answer
  }

  /// Whether a transaction is open.
  ///
  /// SQLite ends one by itself after some failures, such as a full disk (lang_transaction.html,
  /// "Response To Errors Within A Transaction").
  package var isInTransaction: Bool { sqlite3_get_autocommit(handle.pointer) == 0 }
}

@available(*, unavailable)
extension Connection: Sendable {}

/// The one owner of a `sqlite3*`: it closes in its deinit what it was opened with.
///
/// The connection and each of its statements hold it, so it outlives them all.
package final class Handle {
  package let pointer: OpaquePointer

  /// How long a lock of another connection is waited for; SQLite holds a pointer to it.
  package let busyHandler: BusyHandler

  /// Opens `path`, or throws SQLite's reason with nothing left open.
  package init(
    path: String, flags: Int32, vfs: String?, busyHandler: BusyHandler
  ) throws(DatabaseError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_EXRESCODE, vfs)
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
    // close_v2 cannot fail for want of a finalized statement: it becomes a "zombie" until the
    // last one goes (close.html).
    sqlite3_close_v2(pointer)
  }

  /// Throws the newest error of this connection unless `code` is `SQLITE_OK`.
  @inline(__always)
  package func check(_ code: Int32, sql: @autoclosure () -> String? = nil) throws(DatabaseError) {
    if code != SQLITE_OK { throw DatabaseError(code, on: pointer, sql: sql()) }
  }
}

@available(*, unavailable)
extension Handle: Sendable {}
