import Timing
import Text
import SQLite

extension EventLog {
  /// Settles what becomes of events whose COMMIT failed: all of them are there, or none.
  ///
  /// To look is not enough. If all was written and only the sync of it failed, the transaction lies
  /// in the write-ahead log, though this program and all who have the log open know nothing of it;
  /// and once they have closed it, the next one who opens it finds the transaction. So something is
  /// committed over it. And what is there may be so in memory alone, after a sync that failed: it
  /// counts as saved once it has been moved into the file.
  func outcome(of ids: [EventID], _ reason: DatabaseError) -> CommitOutcome {
    // The end of a transaction that did not find room was not written.
    if reason.isUnwritten { return .notSaved }
    do {
      try reopen()
      guard let connection else { return .unknown }
      let isThere = try connection.transaction {
        // It writes a page, also if it changes nothing.
        try connection.execute("PRAGMA user_version = \(Schema.laptimer.version)")
        return try ids.contains { id in
          try connection.cached("SELECT 1 FROM events WHERE id = ?").bind(id).first { _ in true }
            ?? false
        }
      }
      guard isThere else { return .notSaved }
      guard case .done(let moved, let pages) = checkpointer?.run(), moved == pages else {
        return .unknown
      }
      return .saved
    } catch {
      return .unknown
    }
  }
}
