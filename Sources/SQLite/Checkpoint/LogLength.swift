import CSQLite

/// How long the write-ahead log is, told by SQLite after each commit of one connection.
///
/// "The third parameter is … the number of pages currently in the write-ahead log file, including
/// those that were just committed" (wal_hook.html).
package final class LogLength {
  /// Pages after this connection's newest commit; 0 before its first.
  package private(set) var pages = 0

  /// Pages as they were when `mark` was called last, or 0 if the log began anew since.
  package private(set) var marked = 0

  private let connection: Connection

  /// Begins to count.
  ///
  /// A connection has one counter; SQLite's own checkpoints are off with it.
  package init(of connection: Connection) {
    self.connection = connection
    sqlite3_wal_hook(
      connection.handle.pointer,
      { context, _, _, pages in
        if let context {
          Unmanaged<LogLength>.fromOpaque(context).takeUnretainedValue().note(Int(pages))
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { sqlite3_wal_hook(connection.handle.pointer, nil, nil) }

  private func note(_ pages: Int) {
    if self.pages == 0 {
      // The first commit of this connection: what was there before it is what it did not write.
      var written: Int32 = 0
      var highest: Int32 = 0
      sqlite3_db_status(
        connection.handle.pointer, SQLITE_DBSTATUS_CACHE_WRITE, &written, &highest, 0)
      marked = max(0, pages - Int(written))
    } else if pages < self.pages {
      marked = 0
    }
    self.pages = pages
  }

  /// Remembers the length of now.
  package func mark() { marked = pages }
}
