import EventLog
package import SQLite
package import Text
import Timing

extension Logbook {
  /// Creates a sandbox, on its own connection, in which the user's SQL can only read the log.
  ///
  /// A missing log is queried as an empty one, in memory. `now` is for `ago`, `phase` and
  /// `running_time`.
  package func sandbox(at now: Instant, limits: QueryLimits = QueryLimits()) throws -> QuerySandbox
  {
    try QuerySandbox(
      try readingConnection(), tables: Self.readable,
      functions: [.clock, .ago(now.recordedAt), .phase(self, now), .runningTime(self, now)],
      limits: limits)
  }

  /// The tables that a query may read: those of the log, its schema, and the contents of JSON.
  private static let readable =
    LogTable.names + ["sqlite_master", "sqlite_schema", "json_each", "json_tree"]

  func summary(ofSession number: Int64) throws -> Summary? {
    guard let connection, let number = Int(exactly: number) else { return nil }
    return try hasCurrentTables
      ? Tables(connection: connection).row(of: number)?.summary : session(number)?.summary
  }
}

/// The SQL functions of queries, in addition to those of SQLite.
extension SQLFunction {
  /// `clock(ns)`: a running time as displayed, `01:23.4`; a mean is a real number.
  static var clock: SQLFunction {
    SQLFunction("clock", arguments: 1) { arguments in
      guard let nanoseconds = try arguments.nanoseconds("clock", "nanoseconds") else {
        return .null
      }
      // A truncated time of zero has no sign.
      let label = StopwatchLabel()
      return .text(label.text(of: label.truncated(.nanoseconds(nanoseconds))))
    }
  }

  /// `ago(ns_since_1970)`: the age of a moment, `5s ago`.
  static func ago(_ now: Moment) -> SQLFunction {
    SQLFunction("ago", arguments: 1) { arguments in
      guard let nanoseconds = try arguments.nanoseconds("ago", "nanoseconds since 1970") else {
        return .null
      }
      return .text(AgeLabel().text(of: now - Moment(nanosecondsSince1970: nanoseconds)))
    }
  }

  /// `phase(session)`: the current phase of a session; null if there is no such session.
  static func phase(_ log: Logbook, _ now: Instant) -> SQLFunction {
    ofSession("phase", log, now) { .text($0.phase(at: $1).rawValue) }
  }

  /// `running_time(session)`: the current running time in nanoseconds; null if the session has no
  /// start.
  static func runningTime(_ log: Logbook, _ now: Instant) -> SQLFunction {
    ofSession("running_time", log, now) { summary, now in
      summary.runningTime(at: now).map { .integer($0.nanoseconds) } ?? .null
    }
  }

  /// A function of the number of a session; null if there is no such session.
  private static func ofSession(
    _ name: String, _ log: Logbook, _ now: Instant,
    _ value: @escaping (Summary, Reading) -> SQLValue
  ) -> SQLFunction {
    SQLFunction(name, arguments: 1) { arguments in
      guard let number = try arguments.integer(name, "the number of a session"),
        let summary = try log.summary(ofSession: number)
      else { return .null }
      return value(summary, try log.reading(now))
    }
  }
}

extension [SQLValue] {
  /// Returns the only argument of a function, truncated to an integer as a stopwatch does; nil if
  /// it is null.
  fileprivate func nanoseconds(_ function: String, _ meaning: String) throws -> Int64? {
    switch first {
    case .integer(let number): return number
    case .real(let number):
      guard let whole = Int64(exactly: number.rounded(.towardZero)) else {
        throw SQLFunction.Failure("\(function) takes \(meaning), at most 292 years of them")
      }
      return whole
    case .null, nil: return nil
    case .text, .blob: throw SQLFunction.Failure("\(function) takes a number: \(meaning)")
    }
  }

  /// Returns the only argument of a function, an integer; nil if it is null.
  fileprivate func integer(_ function: String, _ meaning: String) throws -> Int64? {
    switch first {
    case .integer(let number): return number
    case .null, nil: return nil
    case .real, .text, .blob:
      throw SQLFunction.Failure("\(function) takes an integer: \(meaning)")
    }
  }
}
