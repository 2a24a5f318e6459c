import EventLog
import SQLite

/// The tables of courses and races, which the log's first course, race or session that times a point
/// makes: logs without one need not read them at every start.
struct OptionalTables {
  let connection: Connection

  /// The tables, each with the columns that order the rows of a session.
  static let tables: [(name: String, order: String)] =
    [("attempts", "session"), ("race_streams", "session")]
    + RaceTables.tables.map { ($0.name, $0.order) }

  /// The other names of this version and of earlier ones.
  private static let otherNames = ["standings", "course_histories", "race_decisions"]

  /// Whether the log has them: all are made at once.
  func exist() throws(DatabaseError) -> Bool { try connection.has(table: Self.tables[0].name) }

  func make() throws(DatabaseError) {
    try connection.execute(
      String(decoding: PackageResources.races_sql, as: UTF8.self).withoutSQLComments)
  }

  /// Drops them with their indexes, and those of earlier versions.
  ///
  /// All tables of laptimer are strict: other ones of these names are hardly its own, and stay.
  func drop() throws(DatabaseError) {
    for name in Self.otherNames + Self.tables.map(\.name) {
      let kind = try connection.cached(
        """
        SELECT type FROM sqlite_schema WHERE name = ? \
        AND (type = 'view' OR type = 'table' AND instr(sql, 'STRICT') > 0)
        """
      ).bind(name).first { $0.text(0) }
      if let kind { try connection.execute("DROP \(kind) \(name)") }
    }
  }
}
