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
    return try connection.prepare(
      """
      SELECT session, name, started_at FROM sessions WHERE phase <> 'discarded' \
      ORDER BY session DESC LIMIT ?
      """
    ).bind(limit).all { (Int($0.int(0)), $0.optionalText(1), $0.moment(2)) }
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
    try connection?.prepare(sql).bind(prefix, limit).all { $0.text(0) } ?? []
  }
}
