import SQLite

@testable import EventLog
@testable import Logbook

/// The rows of all races, with the ids of sessions instead of their numbers.
struct RaceDump: Equatable {
  private var rows: [String] = []

  /// Returns the rows that another dump lacks, and those that only it has.
  func differences(from other: RaceDump) -> String {
    let missing = rows.filter { !other.rows.contains($0) }
    let added = other.rows.filter { !rows.contains($0) }
    return (missing.map { "- " + $0 } + added.map { "+ " + $0 }).joined(separator: "\n")
  }

  /// Reads the tables of the log at a path.
  init(_ path: String) throws {
    guard let connection = try LogFile(path).open(for: .reading, .laptimer) else { return }
    // In a log without races, the tables may be missing or empty.
    guard try RaceTables(connection: connection).exist() else { return }
    for table in [
      "entries", "chips", "waves", "crossings", "competitors", "standings",
    ] {
      let statement = try connection.prepare("SELECT * FROM \(table)")
      var own: [String] = []
      while try statement.step() {
        let columns = try (0..<statement.columnCount).map { column in
          guard statement.kind(column) != .null else { return "null" }
          let name = statement.name(column)
          guard ["session", "stream", "last_stream"].contains(name) else {
            return statement.text(column)
          }
          return try connection.cached("SELECT uid FROM sessions WHERE session = ?")
            .bind(Int(statement.int(column))).first { $0.text(0) } ?? "none"
        }
        own.append("\(table): \(columns.joined(separator: "|"))")
      }
      rows += own.sorted()
    }
  }
}
