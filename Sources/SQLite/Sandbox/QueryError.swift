/// Why a query was not answered, or not to its end.
package enum QueryError: Error, Hashable, Sendable {
  /// There is no statement, or more than one.
  case notOneStatement

  /// The statement would do something else than read the log: this.
  case denied(String)

  /// The statement is wrong, in SQLite's words.
  case wrong(DatabaseError)

  /// It ran for longer than this.
  case timedOut(Duration)

  /// The user stopped it.
  case interrupted

  /// It needs more memory than these bytes.
  case tooMuchMemory(limit: Int)

  /// SQLite or the machine failed, or the log is damaged or locked.
  case failed(DatabaseError)
}
