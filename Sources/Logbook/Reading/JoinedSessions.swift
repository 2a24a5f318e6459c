import EventLog
import SQLite
import Text
package import Timing

/// A session that times a point of a race.
package struct JoinedSession: Hashable, Sendable {
  /// Its number.
  package var session: Int
  /// The point.
  package var point: TimingPoint
}

extension Logbook {
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
      SELECT j.session, j.race, j.point, j.priority FROM race_streams j \
      LEFT JOIN sessions r ON r.uid = j.race \
      WHERE j.session > ?1 OR r.session > ?1 ORDER BY j.session
      """
    ).bind(number).all { statement in
      EventID(statement.text(1)).map { race in
        JoinedSession(
          session: Int(statement.int(0)),
          point: TimingPoint(
            race: race, point: statement.text(2), priority: Int(statement.int(3))))
      }
    }.compactMap(\.self)
  }
}
