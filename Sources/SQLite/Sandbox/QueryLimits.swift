import CSQLite

/// What a query may use up.
package struct QueryLimits: Sendable {
  /// How long it may run, all its rows included.
  package var time: Duration

  /// How much memory SQLite may hold, in bytes, for the whole process.
  package var memory: Int

  /// How long one text, blob or row may be, in bytes.
  ///
  /// No single step of SQLite is cut off, and some functions (`instr`, `replace`, `trim`) take a
  /// time that grows with the square of this: hence its size.
  package var length: Int

  /// Sets the limits.
  package init(
    time: Duration = .seconds(30), memory: Int = 256 << 20, length: Int = 1 << 20
  ) {
    self.time = time
    self.memory = memory
    self.length = length
  }
}

extension Connection {
  /// Sets SQLite's own run-time limits (limits.html) to what a question about a log can need.
  package func limit(_ limits: QueryLimits) throws(DatabaseError) {
    let values: [(limit: Int32, value: Int)] = [
      (SQLITE_LIMIT_LENGTH, limits.length), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_COLUMN, 500), (SQLITE_LIMIT_EXPR_DEPTH, 500),
      (SQLITE_LIMIT_COMPOUND_SELECT, 100), (SQLITE_LIMIT_VDBE_OP, 1_000_000),
      (SQLITE_LIMIT_FUNCTION_ARG, 100), (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 256), (SQLITE_LIMIT_TRIGGER_DEPTH, 1),
      (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, value) in values {
      sqlite3_limit(handle.pointer, limit, Int32(clamping: value))
    }
    // What does not fit into memory fails, instead of filling the disk behind the user's back.
    try execute("PRAGMA temp_store = MEMORY")
    sqlite3_hard_heap_limit64(Int64(limits.memory))
  }
}

/// Settings of SQLite for the whole process.
package enum SQLiteLibrary {
  /// Stops counting the memory in use, so that `QueryLimits.memory` has no effect.
  ///
  /// "The SQLITE_CONFIG_MEMSTATUS option … enables or disables the collection of memory allocation
  /// statistics. When … disabled, … sqlite3_hard_heap_limit64() … become non-operational"
  /// (c_config_covering_index_scan.html). It has no effect once SQLite is in use.
  package static func stopCountingMemory() {
    _ = csqlite_config_memory_status(0)
  }
}

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
