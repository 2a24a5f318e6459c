import SQLite

@testable import EventLog
@testable import Logbook

/// All rows of a log as text, for comparisons.
struct Dump: Equatable, CustomStringConvertible {
  static let tables = [
    "sessions", "anchors", "laps", "timestamps", "fold", "attempts", "entries",
    "chips", "waves", "crossings", "competitors",
  ]
  static let log = ["events", "clocks"]

  private var rows: [String] = []

  init(_ path: String, _ tables: [String] = log + tables) throws {
    guard let connection = try LogFile(path).open(for: .reading, .laptimer) else { return }
    for table in tables {
      let exists = try connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").bind(table)
      guard try exists.first({ _ in true }) != nil else { continue }
      let order = table == "fold" ? "1" : "1, 2"
      let statement = try connection.prepare("SELECT * FROM \(table) ORDER BY \(order)")
      while try statement.step() {
        let columns = (0..<statement.columnCount).map { column in
          switch statement.kind(column) {
          case .null: "null"
          case .blob: statement.bytes(column).map { String($0, radix: 16) }.joined(separator: " ")
          default: statement.text(column)
          }
        }
        rows.append("\(table): \(columns.joined(separator: "|"))")
      }
    }
  }

  var description: String { rows.joined(separator: "\n") }
}

/// The rows of all races, with the ids of sessions instead of their numbers.
struct RaceDump: Equatable {
  private var rows: [String] = []

  init(_ path: String) throws {
    guard let connection = try LogFile(path).open(for: .reading, .laptimer) else { return }
    // In a log without races, the tables may be missing or empty.
    guard try Tables(connection: connection).hasOptionalTables() else { return }
    for table in ["entries", "chips", "waves", "crossings", "competitors", "standings"] {
      let statement = try connection.prepare("SELECT * FROM \(table)")
      var own: [String] = []
      while try statement.step() {
        let columns = try (0..<statement.columnCount).map { column in
          guard statement.kind(column) != .null else { return "null" }
          guard ["session", "stream", "last_stream"].contains(statement.name(column)) else {
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
