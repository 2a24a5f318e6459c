import EventLog
import SQLite
import Text
package import Timing

extension Logbook {
  /// The sessions that belong to other devices, and are read-only here.
  package func foreignSessions() throws -> Set<Int> {
    guard let connection, try newestSession > 0 else { return [] }
    return try connection.foreignSessions()
  }

  /// Whether a session times a point of a race for another device: none of its events was recorded
  /// on this one.
  ///
  /// If the session and its race began on one device, and the race is written here, the log moved
  /// here, and the session with it. The sessions of races themselves, and others, may have moved
  /// here.
  ///
  /// - Complexity: O(n) in the events of the session.
  package func timesForOtherDevice(_ session: Int, than device: String) throws -> Bool {
    guard let connection, let point = try entry(session)?.summary.profile.timingPoint else {
      return false
    }
    let own = try connection.cached(
      """
      SELECT 1 FROM events WHERE session = ? \
      AND clock IN (SELECT clock FROM clocks WHERE device = ?) LIMIT 1
      """
    ).bind(session, device).first { _ in true }
    if own != nil { return false }
    guard let race = try number(ofSession: point.race), try !isForeign(race) else { return true }
    return try firstDevice(of: session) != firstDevice(of: race)
  }

  private func firstDevice(of session: Int) throws -> String? {
    try connection?.cached(
      """
      SELECT device FROM clocks WHERE clock = \
      (SELECT clock FROM events WHERE session = ? AND version = 1)
      """
    ).bind(session).first { $0.text(0) }
  }

  /// Returns the sessions that time points of races, of which a session or its race has a number
  /// above a given one, in ascending order.
  ///
  /// - Complexity: O(n) in the sessions that time points.
  package func joinedSessions(newerThan number: Int) throws -> [JoinedSession] {
    guard let connection, hasCurrentTables, try StreamTables(connection: connection).exist() else {
      return []
    }
    return try connection.prepare(
      """
      SELECT j.session FROM race_streams j LEFT JOIN sessions r ON r.uid = j.race \
      WHERE j.session > ?1 OR r.session > ?1 ORDER BY j.session
      """
    ).bind(number).all { Int($0.int(0)) }.compactMap { session in
      try StreamTables(connection: connection).point(of: session)
        .map { JoinedSession(session: session, point: $0) }
    }
  }
}

/// A session that times a point of a race.
package struct JoinedSession: Hashable, Sendable {
  package var session: Int
  package var point: TimingPoint
}
