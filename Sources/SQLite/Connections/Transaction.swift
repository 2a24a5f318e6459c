import CSQLite

/// A COMMIT that failed after it began to write: whether it happened is unknown.
///
/// The frames may have reached the file although the sync of them failed, and then the next one
/// who opens the file finds them. Whoever gets this error reopens the file and looks.
package struct CommitOutcomeUnknown: Error, Hashable, Sendable {
  /// Why COMMIT failed.
  package let reason: DatabaseError
}

extension Connection {
  /// When a transaction takes its locks.
  package enum TransactionKind: String {
    /// At its first read and first write: for readers.
    case deferred = "BEGIN DEFERRED"

    /// The writer's lock at once, waited for as long as the busy timeout lasts. A transaction
    /// that starts as a reader cannot wait for it: another's commit in between makes it fail with
    /// `SQLITE_BUSY_SNAPSHOT` (isolation.html).
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Does all of `body` or nothing of it.
  ///
  /// - Returns: what `body` returned, once COMMIT made it durable.
  /// - Throws: the error of `body` as it was, whatever rolling back says; a `DatabaseError` if the
  ///   transaction did not begin (`isBusy`: the lock was not had in time) or COMMIT was refused
  ///   with nothing written; `CommitOutcomeUnknown` if COMMIT failed on its way.
  @discardableResult
  package func transaction<Value>(
    _ kind: TransactionKind = .immediate, _ body: () throws -> Value
  ) throws -> Value {
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
      // nothing. Closed: SQLite began to write, failed, and rolled back what it remembers.
      guard isInTransaction else { throw CommitOutcomeUnknown(reason: error) }
      rollBack()
      throw error
    }
    return value
  }

  /// Ends a transaction that failed.
  ///
  /// There is nobody to tell if this fails too: the first error is the one that matters, and what
  /// was not committed goes with the connection.
  ///
  /// "If the transaction has already been rolled back automatically by the error response, then
  /// the ROLLBACK command will fail with an error, but no harm is caused by this"
  /// (lang_transaction.html).
  package func rollBack() {
    guard isInTransaction else { return }
    sqlite3_exec(handle.pointer, "ROLLBACK", nil, nil, nil)
  }
}
