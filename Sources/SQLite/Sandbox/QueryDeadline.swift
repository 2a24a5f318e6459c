import CSQLite

/// Cuts a query off once its time is over or the user has enough of it.
package final class QueryDeadline {
  private var deadline: UInt64 = 0
  private var isInterrupted: () -> Bool = { false }

  /// Why the query was cut off, if it was.
  package private(set) var reason: QueryError?
  private var limit: Duration = .zero

  /// Looks at the time every 250 steps of SQLite's machine, some five microseconds.
  ///
  /// "If the progress callback returns non-zero, the operation is interrupted"
  /// (progress_handler.html). The connection must not outlive this.
  package func install(on connection: Connection) {
    sqlite3_progress_handler(
      connection.handle.pointer, 250,
      { context in
        guard let context else { return 1 }
        return Unmanaged<QueryDeadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Starts anew.
  package func start(_ limit: Duration, isInterrupted: @escaping () -> Bool) {
    self.limit = limit
    self.isInterrupted = isInterrupted
    reason = nil
    deadline = monotonicNanoseconds() &+ limit.waitingNanoseconds
  }

  private var isOver: Bool {
    if reason == nil {
      if isInterrupted() {
        reason = .interrupted
      } else if monotonicNanoseconds() >= deadline {
        reason = .timedOut(limit)
      }
    }
    return reason != nil
  }
}
