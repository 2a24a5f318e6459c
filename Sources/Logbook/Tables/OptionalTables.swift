import EventLog
import SQLite
import Text
import Timing

/// Some of the tables of courses and races, which the log's first course, race or session that times
/// a point makes: logs without one need not read them at every start.
protocol OptionalTable {
  var connection: Connection { get }
}

extension OptionalTable {
  /// Whether the log has them: all are made at once.
  func exist() throws(DatabaseError) -> Bool {
    try connection.has(table: OptionalTables.tables[0].name)
  }

  /// Makes them if a row is to be written and the log lacks them; returns whether it has them then.
  func makeIfNeeded(forRow isWritten: Bool) throws(DatabaseError) -> Bool {
    if try exist() { return true }
    guard isWritten else { return false }
    try connection.execute(
      String(decoding: PackageResources.races_sql, as: UTF8.self).withoutSQLComments)
    return true
  }
}

/// All tables of courses and races.
struct OptionalTables: OptionalTable {
  let connection: Connection

  /// The tables, each with the columns that order the rows of a session.
  static let tables: [(name: String, order: String)] =
    [("attempts", "session"), ("race_streams", "session")]
    + RaceTables.tables.map { ($0.name, $0.order) }

  /// The other names of this version and of earlier ones.
  private static let otherNames = ["standings", "course_histories", "race_decisions"]

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

/// The table `race_streams`: the sessions that time a point of a race.
struct StreamTables: OptionalTable {
  let connection: Connection

  /// Writes the row of a session; a point is nil if the session times none.
  func put(_ point: TimingPoint?, from before: TimingPoint?, _ session: Int) throws {
    guard point != before, try makeIfNeeded(forRow: point != nil) else { return }
    guard let point else {
      try connection.cached("DELETE FROM race_streams WHERE session = ?").bind(session).run()
      return
    }
    try connection.cached("INSERT OR REPLACE INTO race_streams VALUES (?, ?, ?, ?)")
      .bind(session, point.race.description, point.point, point.priority).run()
  }

  func point(of session: Int) throws(DatabaseError) -> TimingPoint? {
    guard try exist() else { return nil }
    return try connection.cached(
      "SELECT race, point, priority FROM race_streams WHERE session = ?"
    ).bind(session).first { statement in
      EventID(statement.text(0)).map {
        TimingPoint(race: $0, point: statement.text(1), priority: Int(statement.int(2)))
      }
    } ?? nil
  }

  func races() throws(DatabaseError) -> [EventID] {
    guard try exist() else { return [] }
    return try connection.prepare("SELECT DISTINCT race FROM race_streams ORDER BY race")
      .all { EventID($0.text(0)) }.compactMap(\.self)
  }

  /// Returns the numbers of the sessions that joined a race, in ascending order; call it only after
  /// another statement, by which SQLite has read a changed schema again.
  func sessions(joining race: EventID) throws(DatabaseError) -> [Int] {
    // Most logs lack the table, which is known without a statement.
    guard try connection.knowsTable("race_streams") else { return [] }
    return try connection.cached(
      "SELECT session FROM race_streams WHERE race = ? ORDER BY session"
    ).bind(race.description).all { Int($0.int(0)) }
  }
}

extension Connection {
  func number(ofSession uid: EventID) throws(DatabaseError) -> Int? {
    try cached("SELECT session FROM sessions WHERE uid = ?").bind(uid.description)
      .first { Int($0.int(0)) }
  }
}
