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
