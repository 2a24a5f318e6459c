package import SQLite
package import Text

extension EventLog {
  /// Writes in one transaction, and determines its outcome if COMMIT fails.
  ///
  /// - Parameters:
  ///   - ids: events that are in the log if and only if the transaction is.
  ///   - asksFold: whether to refuse tables of a newer fold; otherwise the body does.
  ///   - isCaching: whether the caller's cached values are up to date after the body.
  ///   - body: writes; its argument tells whether the newest transaction was one of this caller, so
  ///     that the values cached then are valid.
  /// - Returns: the value of the body, once it is durable.
  /// - Throws: the error of the body; `LogError.moved`; `LogError.newerFold`;
  ///   `LogError.commitFailed`; `DatabaseError`.
  package func write<Value>(
    ids: @autoclosure () -> [EventID], askingFold asksFold: Bool = true,
    caching isCaching: Bool = false, _ body: (_ isUnchanged: Bool) throws -> Value
  ) throws -> Value {
    let connection = try create()
    do {
      let value = try connection.transaction {
        // What is written to a file that nobody can find is lost with this process.
        guard !connection.hasMoved else { throw LogError.moved(path: file.path) }
        let isUnchanged = dataVersion == connection.dataVersion
        if !isUnchanged, asksFold { try claimTables(connection) }
        return try body(isUnchanged)
      }
      dataVersion = isCaching ? connection.dataVersion : nil
      return value
    } catch {
      dataVersion = nil
      guard let failure = error as? CommitOutcomeUnknown else { throw error }
      throw LogError.commitFailed(outcome(of: ids(), failure.reason), failure.reason)
    }
  }

  /// Determines the outcome of a transaction whose COMMIT failed: all of its events are there, or
  /// none.
  ///
  /// To look is not enough. If all was written and only the sync of it failed, the transaction is in
  /// the write-ahead log, although no open connection knows of it; once all are closed, the next
  /// one to open the log finds the transaction. So something is committed over it. And events that
  /// are found may be in memory alone, after a sync that failed: they count as saved once they have
  /// been moved into the file.
  package func outcome(of ids: [EventID], _ reason: DatabaseError) -> CommitOutcome {
    // The end of a transaction that did not find room was not written.
    if reason.isUnwritten { return .notSaved }
    do {
      try reopen()
      guard let connection else { return .unknown }
      let isThere = try connection.transaction {
        // It writes a page, also if it changes nothing.
        try connection.execute("PRAGMA user_version = \(schema.version)")
        return try ids.contains { try has($0) }
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
