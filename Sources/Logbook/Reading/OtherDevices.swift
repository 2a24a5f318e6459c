import EventLog
import SQLite
import Text
import Timing

extension Logbook {
  /// The sessions that belong to other devices, and are read-only here.
  ///
  /// - Throws: `DatabaseError`.
  package func foreignSessions() throws -> Set<Int> {
    guard let connection, try newestSession > 0 else { return [] }
    return try ForeignSessions(connection: connection).all()
  }

  /// Whether a session belongs to another device: none of its events was recorded on this one.
  ///
  /// A session that times a point of a race in this log belongs to this device if its race does: if
  /// both began on one device, the log moved here.
  ///
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(n) in the events of the session.
  package func isOfOtherDevice(_ session: Int, than device: String) throws -> Bool {
    guard let connection else { return false }
    let own = try connection.cached(
      """
      SELECT 1 FROM events WHERE session = ? \
      AND clock IN (SELECT clock FROM clocks WHERE device = ?) LIMIT 1
      """
    ).bind(session, device).first { _ in true }
    return try own == nil && !isWrittenWithItsRace(session)
  }

  /// Makes sessions that time points of races read-only here if they belong to another device.
  ///
  /// A log that moved to this device has sessions of the former one, too: those of races themselves
  /// stay writable.
  ///
  /// - Parameters:
  ///   - sessions: the sessions.
  ///   - device: this device, which has recorded nothing in those that become read-only.
  /// - Returns: the sessions that were writable before.
  /// - Throws: `NameTaken`; `LogError.commitFailed`; `DatabaseError`.
  package func keepForeign(_ sessions: [Int], on device: String) throws -> [Int] {
    let foreign = try foreignSessions()
    let others = try sessions.filter { session in
      try !foreign.contains(session) && entry(session)?.summary.profile.timingPoint != nil
        && isOfOtherDevice(session, than: device)
    }
    guard let connection, !others.isEmpty else { return [] }
    try write(ids: []) { _ in
      for session in others { try ForeignSessions(connection: connection).add(session) }
    }
    return others
  }

  /// Whether a session times a point of a writable race that began on the same device.
  ///
  /// - Throws: `LogError`; `DatabaseError`.
  private func isWrittenWithItsRace(_ session: Int) throws -> Bool {
    guard let point = try entry(session)?.summary.profile.timingPoint,
      let race = try number(ofSession: point.race), try !isForeign(race)
    else { return false }
    return try firstDevice(of: session) == firstDevice(of: race)
  }

  /// The device on which a session began.
  private func firstDevice(of session: Int) throws -> String? {
    try connection?.cached(
      """
      SELECT device FROM clocks WHERE clock = \
      (SELECT clock FROM events WHERE session = ? AND version = 1)
      """
    ).bind(session).first { $0.text(0) }
  }
}
