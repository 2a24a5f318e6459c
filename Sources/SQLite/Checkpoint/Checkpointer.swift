import CSQLite

/// Moves the write-ahead log into the file now and then, and only while nobody can write.
///
/// SQLite before 3.51.3 loses commits when one connection checkpoints while another writes and
/// begins the log anew ("WAL-reset bug", wal.html). So no checkpoint of SQLite's own choosing
/// happens in this program. This one holds the writer's lock on the connection that it was given,
/// and copies on a second one. It is `PASSIVE`: it waits for no reader.
package final class Checkpointer {
  /// What became of a checkpoint.
  package enum Outcome: Equatable {
    /// The log is short yet.
    case notDue

    /// So many pages of the log were in the file in the end, of so many that it has.
    case done(moved: Int, of: Int)

    /// It did not happen, or not whole; the log is as good as before, and another time will do.
    case postponed(DatabaseError)
  }

  /// How many pages a commit may add before it is due, in a process that lives on and in one that
  /// does one thing: each process that finds a long log spends time on its index.
  package static let pagesInLongLife = 1_000
  package static let pagesInOneShot = 100

  private let connection: Connection
  private let length: LogLength
  private let threshold: Int
  private var second: Connection?

  /// Watches the log that `connection` writes to.
  ///
  /// - Parameters:
  ///   - connection: a connection that was opened for writing.
  ///   - threshold: a checkpoint is due each time that the log's length in pages passes a
  ///     multiple of it.
  package init(of connection: Connection, every threshold: Int) {
    self.connection = connection
    self.threshold = max(1, threshold)
    length = LogLength(of: connection)
  }

  /// The length of the log in pages after this connection's newest commit.
  package var pages: Int { length.pages }

  /// Whether the commits since the last look passed a multiple of the threshold.
  ///
  /// Multiples, not "more than": while a reader keeps the log from beginning anew, a checkpoint
  /// after each commit would only cost syncs.
  package var isDue: Bool { length.pages / threshold > length.marked / threshold }

  /// Checkpoints if it is due.
  ///
  /// To be called after a commit is acknowledged: it never throws, since
  /// whatever it meets, what was committed stays committed.
  @discardableResult
  package func runIfDue() -> Outcome {
    guard isDue else { return .notDue }
    return run()
  }

  /// Checkpoints now.
  @discardableResult
  package func run() -> Outcome {
    length.mark()
    do {
      let copier = try copier()
      // Another writer at work may well checkpoint himself: it is not worth a long wait.
      let begin = try connection.cached("BEGIN IMMEDIATE")
      let busyHandler = connection.handle.busyHandler
      try busyHandler.limited(to: .milliseconds(100)) { () throws(DatabaseError) in
        try begin.run()
      }
      defer { connection.rollBack() }
      // The second connection would have another file open than the one that is locked here.
      guard !connection.hasMoved else {
        return .postponed(DatabaseError(code: .readOnly, message: "the file was moved"))
      }
      var pages: Int32 = 0
      var moved: Int32 = 0
      try copier.handle.check(
        sqlite3_wal_checkpoint_v2(
          copier.handle.pointer, "main", SQLITE_CHECKPOINT_PASSIVE, &pages, &moved),
        sql: "PRAGMA wal_checkpoint(PASSIVE)")
      if moved == pages {
        // The log begins anew with the next commit, if anybody still has it open to remember that
        // it was moved: that stands in the index, which dies with the last connection and is made
        // anew from the whole log by the next (walformat.html). So whoever closes last removes
        // the log, under a lock that keeps all others out.
        try connection.checkpointAtClose(true)
        try copier.checkpointAtClose(true)
      }
      return .done(moved: Int(moved), of: Int(pages))
    } catch {
      return .postponed(error)
    }
  }

  private func copier() throws(DatabaseError) -> Connection {
    if let second { return second }
    let copier = try Connection(
      path: connection.path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW,
      vfs: connection.vfs, busyTimeout: .zero)
    // The last one to close decides whether to checkpoint then: let both be of one mind.
    try copier.configure(checkpointingAtClose: connection.checkpointsAtClose)
    // A connection that has read nothing yet does not know that there is a write-ahead log, and
    // its checkpoints do nothing, without a word.
    _ = try copier.number(ofPragma: "user_version")
    second = copier
    return copier
  }
}

@available(*, unavailable)
extension Checkpointer: Sendable {}

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
