package import SQLite

/// The sessions that belong to another device, and are read-only here.
///
/// Their numbers are in the table `foreign_sessions`, which the first import of such sessions
/// makes. It is not derived from the events: rebuilding the tables leaves it.
package struct ForeignSessions {
  private let connection: Connection

  package init(connection: Connection) {
    self.connection = connection
  }

  /// Whether the log has the table; call it only in a transaction that has read another table.
  package func exist() throws(DatabaseError) -> Bool {
    try connection.knowsTable("foreign_sessions")
  }

  /// Returns whether a session belongs to another device; call it only if the table exists.
  package func contain(_ session: Int) throws(DatabaseError) -> Bool {
    try connection.cached("SELECT 1 FROM foreign_sessions WHERE session = ?").bind(session)
      .first { _ in true } ?? false
  }

  /// The sessions; none without the table.
  package func all() throws(DatabaseError) -> Set<Int> {
    guard try exist() else { return [] }
    let statement = try connection.prepare("SELECT session FROM foreign_sessions")
    var sessions: Set<Int> = []
    while try statement.step() { sessions.insert(Int(statement.int(0))) }
    return sessions
  }

  /// Adds a session.
  package func add(_ session: Int) throws(DatabaseError) {
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS foreign_sessions (session INTEGER PRIMARY KEY) STRICT")
    try connection.cached("INSERT OR IGNORE INTO foreign_sessions (session) VALUES (?)")
      .bind(session).run()
  }

  /// Removes a session, which can be written here from then on.
  func remove(_ session: Int) throws(DatabaseError) {
    guard try exist() else { return }
    try connection.cached("DELETE FROM foreign_sessions WHERE session = ?").bind(session).run()
  }
}
