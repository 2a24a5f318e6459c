import CSQLite

/// A COMMIT that failed after it began to write, with an unknown outcome.
///
/// The frames may have reached the file although their sync failed; then the next connection to
/// open the file finds them. To determine the outcome, reopen the file and look for the changes.
package struct CommitOutcomeUnknown: Error, Hashable, Sendable {
  /// The reason why COMMIT failed.
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
  /// - Returns: the value of `body`, once COMMIT made it durable.
  /// - Throws: the error of `body` unchanged, whatever the result of the rollback; a
  ///   `DatabaseError` if the transaction did not begin (`isBusy`: the lock was not acquired in
  ///   time) or COMMIT was refused with nothing written; `CommitOutcomeUnknown` if COMMIT failed
  ///   while writing.
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
