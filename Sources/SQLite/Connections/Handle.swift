import CSQLite

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
