package import SQLite

/// The sessions that belong to another device, and are read-only here.
///
/// Their numbers are in the table `foreign_sessions`, which the first import of such sessions
/// makes. It is not derived from the events: rebuilding the tables leaves it.
extension Connection {
  /// Whether the log has the table; call it only in a transaction that has read another table.
  package func hasForeignSessions() throws(DatabaseError) -> Bool {
    try knowsTable("foreign_sessions")
  }

  /// Returns whether a session belongs to another device, likewise.
  package func isForeign(_ session: Int) throws(DatabaseError) -> Bool {
    guard try hasForeignSessions() else { return false }
    return try cached("SELECT 1 FROM foreign_sessions WHERE session = ?").bind(session)
      .first { _ in true } ?? false
  }

  /// Returns the sessions, likewise.
  package func foreignSessions() throws(DatabaseError) -> Set<Int> {
    guard try hasForeignSessions() else { return [] }
    return Set(try prepare("SELECT session FROM foreign_sessions").all { Int($0.int(0)) })
  }

  /// Makes a session read-only.
  package func addForeign(_ session: Int) throws(DatabaseError) {
    try execute(
      "CREATE TABLE IF NOT EXISTS foreign_sessions (session INTEGER PRIMARY KEY) STRICT")
    try cached("INSERT OR IGNORE INTO foreign_sessions (session) VALUES (?)").bind(session).run()
  }

  func removeForeign(_ session: Int) throws(DatabaseError) {
    guard try hasForeignSessions() else { return }
    try cached("DELETE FROM foreign_sessions WHERE session = ?").bind(session).run()
  }
}
