import CSQLite
package import Glibc
import Synchronization

/// The resources that a query may use.
package struct QueryLimits: Sendable {
  /// The largest running time, including all rows.
  package var time: Duration

  /// The most memory that SQLite may use, in bytes, for the whole process.
  package var memory: Int

  /// The largest length of a text, blob or row, in bytes.
  ///
  /// A single step of SQLite is never interrupted, and some functions (`instr`, `replace`, `trim`)
  /// take time that grows with the square of this length; the default is small for this reason.
  package var length: Int

  package init(time: Duration = .seconds(30), memory: Int = 256 << 20, length: Int = 1 << 20) {
    self.time = time
    self.memory = memory
    self.length = length
  }
}

extension Connection {
  /// Sets SQLite's own run-time limits (limits.html) to the needs of a query on a log.
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
    // A query that does not fit into memory fails, instead of silently filling the disk.
    try execute("PRAGMA temp_store = MEMORY")
    sqlite3_hard_heap_limit64(Int64(limits.memory))
  }
}

/// The reason why a query failed or was cut off.
package enum QueryError: Error, Hashable, Sendable {
  /// There is no statement, or more than one.
  case notOneStatement

  /// The statement does more than read the log: this action was denied.
  case denied(String)

  /// The statement is wrong; the error has SQLite's message.
  case wrong(DatabaseError)

  /// The query ran for longer than this.
  case timedOut(Duration)

  case interrupted

  /// The query needs more memory than this number of bytes.
  case tooMuchMemory(limit: Int)

  /// SQLite or the machine failed, or the log is damaged or locked.
  case failed(DatabaseError)
}

/// Interrupts a query when its time is over or the user stops it.
final class QueryDeadline {
  private var deadline: UInt64 = 0
  private var isInterrupted: () -> Bool = { false }

  /// The reason why the query was interrupted; nil if it was not.
  private(set) var reason: QueryError?
  private var limit: Duration = .zero

  /// Checks the time every 250 steps of SQLite's virtual machine, about every five microseconds.
  ///
  /// "If the progress callback returns non-zero, the operation is interrupted"
  /// (progress_handler.html). The connection must not outlive this.
  func install(on connection: Connection) {
    sqlite3_progress_handler(
      connection.handle.pointer, 250,
      { context in
        guard let context else { return 1 }
        return Unmanaged<QueryDeadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func start(_ limit: Duration, isInterrupted: @escaping () -> Bool) {
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

/// Ends the process if all other limits fail to end a query.
///
/// SQLite checks the time between its steps, and one call of a function such as `trim` or `printf`
/// can be a single step of several minutes. Nothing inside the process can interrupt it. A query
/// only reads, so ending the process does no harm.
package final class Watchdog: Sendable {
  private let isDisarmed = Atomic(false)

  /// Arms the watchdog until `disarm`; after the delay, which is one or two seconds more than the
  /// query's own limit, it writes the message to standard error and ends the process.
  package init(after delay: Duration, message: [UInt8], status: Int32) {
    let delay = delay.waitingNanoseconds
    let thread = startThread { [self] in
      var rest = timespec(
        tv_sec: Int(delay / 1_000_000_000), tv_nsec: Int(delay % 1_000_000_000))
      // A signal may interrupt the sleep; `left` then has the remaining time.
      var left = timespec()
      while nanosleep(&rest, &left) != 0 { rest = left }
      if isDisarmed.load(ordering: .relaxed) { return }
      _ = message.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      _exit(status)
    }
    if let thread { pthread_detach(thread) }
  }

  package func disarm() { isDisarmed.store(true, ordering: .relaxed) }
}

/// Starts a thread that runs a closure; nil if the system has none left.
package func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Box(body))
  let answer = pthread_create(
    &thread, nil,
    { context in
      if let context {
        Unmanaged<Box<@Sendable () -> Void>>.fromOpaque(context).takeRetainedValue().body()
      }
      return nil
    }, work.toOpaque())
  if answer == 0 { return thread }
  work.release()
  return nil
}
