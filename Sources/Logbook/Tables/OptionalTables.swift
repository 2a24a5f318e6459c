import EventLog
import SQLite

/// The tables of courses and races, which the log's first course, race or session that times a point
/// makes: logs without one need not read them at every start.
///
/// A log may have tables of the same names that its user made; these stay unchanged.
struct OptionalTables {
  let connection: Connection

  /// The tables, each with the columns that order the rows of a session.
  static let tables: [(table: OptionalTable, order: String)] =
    [(CourseTables.attempts, "session"), (StreamTables.table, "session")]
    + RaceTables.tables.map { ($0.optional, $0.order) }

  private static let view = OptionalTable("standings", mark: "AS gap_laps")

  /// Tables of earlier versions.
  private static let former = [
    OptionalTable("course_histories", mark: "history TEXT NOT NULL"),
    OptionalTable("race_decisions", mark: "target TEXT NOT NULL"),
  ]

  private var statements: String {
    String(decoding: PackageResources.races_sql, as: UTF8.self).withoutSQLComments
  }

  /// Makes the tables that the log lacks; throws `Rejection.nameTaken`.
  func make() throws {
    try requireNames()
    try connection.execute(statements)
  }

  /// Drops the tables and the view with their indexes, also those of earlier versions; those of the
  /// user stay.
  func drop() throws(DatabaseError) {
    for table in [Self.view] + Self.tables.map(\.table) + Self.former {
      try table.drop(from: connection)
    }
  }

  /// Refuses tables, views and indexes of the user that have a name of these.
  ///
  /// - Complexity: O(n) in the tables of the log.
  func requireNames() throws {
    for table in Self.tables.map(\.table) + [Self.view] {
      if let taken = try table.taken(in: connection) { throw Rejection.nameTaken(taken) }
    }
    for index in indexes {
      if let taken = try NameTaken(index.name, unlessIndexOf: index.table, in: connection) {
        throw Rejection.nameTaken(taken)
      }
    }
  }

  /// The indexes: `CREATE INDEX IF NOT EXISTS name ON table …`.
  private var indexes: [(name: String, table: String)] {
    statements.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 7, words[1] == "INDEX" else { return nil }
      return (String(words[5]), String(words[7]))
    }
  }
}
