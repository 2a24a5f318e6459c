import EventLog
package import Text
import SQLite

extension Logbook {
  /// Returns the names of sessions that are not discarded, newer sessions first.
  package func sessionNames(beginning prefix: String, limit: Int) throws -> [String] {
    try texts(
      """
      SELECT name FROM sessions WHERE name IS NOT NULL AND phase <> 'discarded' \
      AND substr(name, 1, length(?1)) = ?1 GROUP BY name ORDER BY max(session) DESC LIMIT ?2
      """, prefix, limit)
  }

  /// Returns the numbers of sessions that are not discarded, newer ones first, as text.
  package func sessionNumbers(beginning prefix: String, limit: Int) throws -> [String] {
    try texts(
      """
      SELECT session FROM sessions WHERE phase <> 'discarded' \
      AND substr(session, 1, length(?1)) = ?1 ORDER BY session DESC LIMIT ?2
      """, prefix, limit)
  }

  /// Returns the newest sessions that are not discarded, newer ones first.
  package func completionSessions(
    limit: Int
  ) throws -> [(number: Int, name: String?, startedAt: Moment?)] {
    guard let connection else { return [] }
    let statement = try connection.prepare(
      """
      SELECT session, name, started_at FROM sessions WHERE phase <> 'discarded' \
      ORDER BY session DESC LIMIT ?
      """
    ).bind(limit)
    var sessions: [(number: Int, name: String?, startedAt: Moment?)] = []
    while try statement.step() {
      let start = statement.optionalInt(2).map { Moment(nanosecondsSince1970: $0) }
      sessions.append((Int(statement.int(0)), statement.optionalText(1), start))
    }
    return sessions
  }

  /// Returns the tags of all sessions, in order.
  package func tags(beginning prefix: String, limit: Int) throws -> [String] {
    try texts(
      """
      SELECT DISTINCT value FROM sessions, json_each(tags) \
      WHERE substr(value, 1, length(?1)) = ?1 ORDER BY value LIMIT ?2
      """, prefix, limit)
  }

  private func texts(_ sql: String, _ prefix: String, _ limit: Int) throws -> [String] {
    guard let connection else { return [] }
    let statement = try connection.prepare(sql).bind(prefix, limit)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(0)) }
    return texts
  }
}
