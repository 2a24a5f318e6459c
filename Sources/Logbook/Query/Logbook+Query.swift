import EventLog
package import Timing
package import SQLite
import Text

extension Logbook {
  /// Makes a sandbox in which SQL of the user's can only read the log.
  ///
  /// A log that is not there is asked as an empty one, in memory.
  ///
  /// - Parameters:
  ///   - now: the reading of the clocks that `ago`, `phase` and `running_time` answer for.
  ///   - limits: what a query may use up.
  /// - Returns: the sandbox, on a connection of its own.
  /// - Throws: `OpeningError`, `DatabaseError`.
  package func sandbox(at now: Instant, limits: QueryLimits = QueryLimits()) throws -> QuerySandbox
  {
    try QuerySandbox(
      try readingConnection(), tables: Self.readable,
      functions: [.clock, .ago(now.recordedAt), .phase(self, now), .runningTime(self, now)],
      limits: limits)
  }

  /// What a query may read: the tables of the log, its schema, and what is inside JSON.
  private static let readable = [
    "events", "clocks", "sessions", "laps", "timestamps", "anchors", "fold", "sqlite_master",
    "sqlite_schema", "json_each", "json_tree",
  ]

  /// What is known of a session, by its number, without its past.
  func summary(ofSession number: Int64) throws -> Summary? {
    guard let connection, let number = Int(exactly: number) else { return nil }
    let row = try Tables(connection: connection).row(of: number)
    return row?.isCurrent == false ? try session(number)?.summary : row?.summary
  }
}
