package import SQLite
package import Text

extension EventLog {
  /// Writes in one transaction, and returns once it is durable; determines the outcome if COMMIT
  /// fails.
  ///
  /// The events of `ids` are in the log if and only if the transaction is. Tables of an older
  /// version are rebuilt in a transaction before, and `LogError.newerTables` refuses newer ones,
  /// unless the body checks them. `isCaching` is true if the caller's cached values are up to date
  /// after the body. The argument of the body is whether the newest transaction was the caller's,
  /// so that these values are valid.
  package func write<Value>(
    ids: @autoclosure () -> [EventID], checkingTables checksTables: Bool = true,
    caching isCaching: Bool = false, _ body: (_ isUnchanged: Bool) throws -> Value
  ) throws -> Value {
    let connection = try create()
    if checksTables, !hasCurrentTables { try rebuildOutdated(connection) }
    do {
      var isUnchanged = false
      let written = connection.pagesWritten
      let value = try connection.transaction {
        // Data written to a file that is no longer at its path is lost with this process.
        guard !connection.hasMoved else { throw LogError.moved(path: file.path) }
        isUnchanged = dataVersion == connection.dataVersion
        if !isUnchanged, checksTables { try refuseNewerTables(connection) }
        return try body(isUnchanged)
      }
      // A COMMIT that writes syncs the whole write-ahead file. If this one wrote nothing, the value
      // may rest on events of a process that was killed before its own sync.
      if !isUnchanged, connection.pagesWritten == written {
        do {
          try connection.syncWriteAheadFile()
        } catch {
          throw LogError.commitFailed(.unknown, error)
        }
      }
      dataVersion = isCaching ? connection.dataVersion : nil
      return value
    } catch {
      dataVersion = nil
      forgetFolds()
      guard let failure = error as? CommitOutcomeUnknown else { throw error }
      throw LogError.commitFailed(outcome(of: ids(), failure.reason), failure.reason)
    }
  }

  /// Determines whether the events of a transaction are in the log after its COMMIT failed: all or
  /// none.
  ///
  /// Reading the log does not suffice. If everything was written and only the sync failed, the
  /// transaction is in the write-ahead log, although no open connection knows it; after all are
  /// closed, the next connection finds it. Therefore another transaction is committed over it.
  /// Events that are found may be in memory only, after a failed sync: they count as saved once
  /// they are checkpointed into the file.
  package func outcome(of ids: [EventID], _ reason: DatabaseError) -> CommitOutcome {
    // A transaction that ran out of space was not written to its end.
    if reason.isUnwritten { return .notSaved }
    do {
      try reopen()
      guard let connection else { return .unknown }
      let isThere = try connection.transaction {
        try connection.rewriteVersion()
        return try ids.contains { try has($0) }
      }
      guard isThere else { return .notSaved }
      guard case .done(let moved, let pages) = checkpointer?.run(), moved == pages else {
        return .unknown
      }
      return .saved
    } catch {
      return ids.isEmpty ? .notSaved : .unknown
    }
  }
}

extension Connection {
  /// Writes a page of the file without changing anything, by writing `user_version` as it is.
  ///
  /// A newer program may have raised it since this connection was opened.
  func rewriteVersion() throws {
    try execute("PRAGMA user_version = \(try number(ofPragma: "user_version"))")
  }
}

/// The sessions that belong to another device, and are read-only here.
///
/// Their numbers are in the table `foreign_sessions`, which the first import of such sessions
/// makes. It is not derived from the events: rebuilding the tables leaves it.
extension Connection {
  /// Whether the log has the table; call it only in a transaction that has read another table.
  package func hasForeignSessions() throws(DatabaseError) -> Bool {
    try knowsTable("foreign_sessions")
  }

  /// Returns whether a session belongs to another device, likewise.
  package func isForeign(_ session: Int) throws(DatabaseError) -> Bool {
    guard try hasForeignSessions() else { return false }
    return try cached("SELECT 1 FROM foreign_sessions WHERE session = ?").bind(session)
      .first { _ in true } ?? false
  }

  /// Returns the sessions, likewise.
  package func foreignSessions() throws(DatabaseError) -> Set<Int> {
    guard try hasForeignSessions() else { return [] }
    return Set(try prepare("SELECT session FROM foreign_sessions").all { Int($0.int(0)) })
  }

  /// Makes a session read-only.
  package func addForeign(_ session: Int) throws(DatabaseError) {
    try execute(
      "CREATE TABLE IF NOT EXISTS foreign_sessions (session INTEGER PRIMARY KEY) STRICT")
    try cached("INSERT OR IGNORE INTO foreign_sessions (session) VALUES (?)").bind(session).run()
  }

  func removeForeign(_ session: Int) throws(DatabaseError) {
    guard try hasForeignSessions() else { return }
    try cached("DELETE FROM foreign_sessions WHERE session = ?").bind(session).run()
  }
}
