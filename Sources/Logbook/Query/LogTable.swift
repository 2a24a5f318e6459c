import EventLog

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
