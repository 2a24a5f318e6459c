import EventLog
import SQLite
import Text
import Timing

extension Logbook {
  /// The sessions that belong to other devices, and are read-only here.
  package func foreignSessions() throws -> Set<Int> {
    guard let connection, try newestSession > 0 else { return [] }
    return try ForeignSessions(connection: connection).all()
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
}
