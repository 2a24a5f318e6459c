import EventLog
import Timing
package import SQLite
package import Text

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
    guard let number = Int(exactly: number) else { return nil }
    guard let tables else { return try session(number)?.summary }
    return try tables.row(of: number)?.summary
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

/// A table of the log, described for users of SQL by the comments of the SQL that makes it.
package struct LogTable {
  package var name: String
  package var columns: [Column]

  /// A column, or a function.
  package struct Column {
    package var name: String
    package var type: String
    package var meaning: String
  }

  /// The tables that a query may read, in the order of `query --schema`.
  static let names = [
    "events", "clocks", "sessions", "laps", "timestamps", "anchors", "fold", "attempts",
    "race_streams", "foreign_sessions", "entries", "chips", "waves", "crossings", "competitors",
    "standings",
  ]

  /// The title of the functions in the list of tables.
  package static let functions = "(functions)"

  /// All tables, and the functions at the end.
  package static var all: [LogTable] {
    let tables =
      [Schema.log(), PackageResources.sessions_sql, PackageResources.races_sql]
      .flatMap { described(by: String(decoding: $0, as: UTF8.self)) } + described(by: others)
    return (names + [functions]).compactMap { name in tables.first { $0.name == name } }
  }

  private static let others = """
    CREATE TABLE foreign_sessions (
      session INTEGER  -- a session of another device, read-only here; made by the first import
        -- --foreign
    )
    CREATE TABLE \(functions) (
      clock(ns) TEXT  -- a running time as text: 01:23.4
      ago(ns_since_1970) TEXT  -- the age of a moment: 5s ago
      phase(session) TEXT  -- the session's phase now
      running_time(session) INTEGER  -- the session's running time now, in ns
    )
    """

  /// Returns the tables and views that a script makes.
  ///
  /// Each column of a table has a line with a comment. Those of a view are such lines in the comment
  /// before it. The next lines with nothing but a comment continue that of the column.
  private static func described(by script: String) -> [LogTable] {
    var tables: [LogTable] = []
    var table = LogTable(name: "", columns: [])
    for line in script.split(separator: "\n") {
      let words = line.split(separator: " ").dropFirst(line.hasPrefix("--") ? 1 : 0).map(
        String.init)
      if words.starts(with: ["CREATE", "TABLE"]) || words.starts(with: ["CREATE", "VIEW"]) {
        table.name = words[2]
      } else if let dashes = words.firstIndex(of: "--") {
        let meaning = words[(dashes + 1)...].joined(separator: " ")
        if dashes > 1 {
          table.columns.append(
            Column(
              name: words[0].filter { $0 != "\"" }, type: words[1].filter { $0 != "," },
              meaning: meaning))
        } else if let last = table.columns.indices.last {
          table.columns[last].meaning += " " + meaning
        }
      }
      guard line.hasPrefix(")") || words.starts(with: ["CREATE", "VIEW"]) else { continue }
      if !table.columns.isEmpty { tables.append(table) }
      table.columns = []
    }
    return tables
  }
}
