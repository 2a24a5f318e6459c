import CSQLite

/// Checkpoints the write-ahead log into the file, and only while no other connection can write.
///
/// SQLite before 3.51.3 loses commits when one connection checkpoints while another writes and
/// resets the log ("WAL-reset bug", wal.html). Therefore SQLite never checkpoints automatically in
/// this program. This checkpointer holds the writer's lock on the given connection, and copies on a
/// second one. It is `PASSIVE`: it waits for no reader.
package final class Checkpointer {
  /// The result of a checkpoint.
  package enum Outcome: Equatable {
    /// The log is still short.
    case notDue

    /// The log has `of` pages, and the file has `moved` of these after the checkpoint.
    case done(moved: Int, of: Int)

    /// Failed or partial; the log is unchanged, and the checkpoint is retried later.
    case postponed(DatabaseError)
  }

  /// The number of pages after which a checkpoint is due, in a long-lived process and in one with a
  /// single task.
  ///
  /// Each process that finds a long log spends time on its index.
  package static let pagesInLongLife = 1_000
  package static let pagesInOneShot = 100
  /// The number of pages after which a checkpoint is due in a long-lived process after large
  /// commits: 32 MiB.
  ///
  /// The process checkpoints when it closes. If it is killed, later processes read the index of
  /// the log, until one of them checkpoints.
  package static let pagesInBulk = 8_192

  private let connection: Connection
  private let threshold: Int
  private let largestThreshold: Int
  private var second: Connection?

  /// The length of the log in pages after this connection's newest commit; 0 before its first.
  package private(set) var pages = 0
  /// The length at the last checkpoint, or before the first commit; 0 if the log was reset since.
  private var marked = 0
  /// The number of pages of this connection's newest commit.
  private var newest = 0

  /// Creates a checkpointer for the log that `connection` writes to.
  ///
  /// A checkpoint is due each time the log's length in pages passes a multiple of the threshold;
  /// `largest` is that after the largest commits, nil for the same.
  ///
  /// A connection has one checkpointer, which turns off SQLite's automatic checkpoints. "The third
  /// parameter is … the number of pages currently in the write-ahead log file, including those that
  /// were just committed" (wal_hook.html).
  package init(of connection: Connection, every threshold: Int, bulk largest: Int? = nil) {
    self.connection = connection
    self.threshold = max(1, threshold)
    largestThreshold = largest ?? threshold
    sqlite3_wal_hook(
      connection.handle.pointer,
      { context, _, _, pages in
        if let context {
          Unmanaged<Checkpointer>.fromOpaque(context).takeUnretainedValue().note(Int(pages))
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { sqlite3_wal_hook(connection.handle.pointer, nil, nil) }

  private func note(_ pages: Int) {
    if self.pages == 0 {
      // This is the connection's first commit: it did not write the pages that were there before.
      marked = max(0, pages - connection.pagesWritten)
      newest = pages - marked
    } else if pages < self.pages {
      marked = 0
      newest = pages
    } else {
      newest = pages - self.pages
    }
    self.pages = pages
  }

  /// Whether the commits since the last mark passed a multiple of the threshold.
  ///
  /// Multiples, not "more than": while a reader prevents a reset of the log, a checkpoint after
  /// each commit would only cost syncs.
  ///
  /// The threshold may be larger after a large commit: the next ones probably write most of its
  /// pages again, and a checkpoint copies each page once.
  package var isDue: Bool {
    let due = max(threshold, min(Self.commitsApart * newest, largestThreshold))
    return pages / due > marked / due
  }

  /// The number of large commits between two checkpoints.
  private static let commitsApart = 4

  /// Checkpoints if it is due.
  ///
  /// Call it after a commit is acknowledged. It never throws: whatever happens, the transaction
  /// stays committed.
  @discardableResult
  package func runIfDue() -> Outcome {
    guard isDue else { return .notDue }
    return run()
  }

  @discardableResult
  package func run() -> Outcome {
    marked = self.pages
    do {
      // Another active writer probably checkpoints itself; a long wait is not worthwhile.
      let begin = try connection.cached("BEGIN IMMEDIATE")
      let busyHandler = connection.handle.busyHandler
      try busyHandler.limited(to: .milliseconds(100)) { () throws(DatabaseError) in
        try begin.run()
      }
      defer { connection.rollBack() }
      guard let copier = try copier() else {
        // The next checkpoint opens the file that is at the path then.
        second = nil
        return .postponed(DatabaseError(code: .readOnly, message: "the file was moved"))
      }
      var pages: Int32 = 0
      var moved: Int32 = 0
      try copier.handle.check(
        sqlite3_wal_checkpoint_v2(
          copier.handle.pointer, "main", SQLITE_CHECKPOINT_PASSIVE, &pages, &moved),
        sql: "PRAGMA wal_checkpoint(PASSIVE)")
      if moved == pages {
        // The next commit resets the log only if a connection is still open. The index records that
        // the log was checkpointed; it is deleted with the last connection, and the next one
        // rebuilds it from the whole log (walformat.html). Therefore the last connection to close
        // removes the log, under a lock that excludes all others.
        try connection.checkpointAtClose(true)
        try copier.checkpointAtClose(true)
      }
      return .done(moved: Int(moved), of: Int(pages))
    } catch {
      return .postponed(error)
    }
  }

  /// Returns the second connection; nil if it would copy into a different file than the one locked
  /// here, or from another write-ahead file.
  ///
  /// It is opened under the writer's lock of a log that still has its name: replacing a log needs
  /// that lock, so that all files that SQLite opens by their names are of the same log.
  private func copier() throws(DatabaseError) -> Connection? {
    guard !connection.hasMoved else { return nil }
    let copier: Connection
    if let second { copier = second } else { copier = try open() }
    guard !copier.hasMoved,
      try connection.openWriteAheadHeader() == copier.openWriteAheadHeader()
    else { return nil }
    second = copier
    return copier
  }

  private func open() throws(DatabaseError) -> Connection {
    let copier = try Connection(
      path: connection.path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW,
      vfs: connection.vfs, busyTimeout: .zero)
    // The last connection to close decides whether to checkpoint; both need the same setting.
    try copier.configure(checkpointingAtClose: connection.handle.checkpointsAtClose)
    // A connection that has read nothing yet does not know about the write-ahead log, and its
    // checkpoints silently do nothing.
    _ = try copier.number(ofPragma: "user_version")
    return copier
  }
}
