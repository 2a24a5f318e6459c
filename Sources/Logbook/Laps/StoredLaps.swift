import EventLog
import SQLite
import Text
import Timing

/// The rows of a session's laps, searched without the events.
///
/// The table has no index: each search reads all rows of the session, some 5 ms of 100,000, unless
/// it is by event.
struct StoredLaps {
  let connection: Connection
  /// The number of the session.
  let session: Int

  private static let select =
    "SELECT event, number, split_ns, lap_ns, at, label, flags, place FROM laps WHERE session = ?1 "

  /// Returns the lap of an event; nil if there is none.
  ///
  /// - Complexity: O(log n).
  func lap(event: Int) throws -> Lap? {
    try laps(connection.prepare(Self.select + "AND event = ?2").bind(session, event)).first
  }

  /// Returns the lap with a number among those that count; nil if there is none.
  func lap(number: Int) throws -> Lap? {
    try laps(
      connection.prepare(Self.select + "AND number = ?2 LIMIT 1").bind(session, number)
    ).first
  }

  /// Returns the laps with two numbers; those of events near one are found without a search.
  func neighbors(_ before: Int?, _ after: Int?, nearEvent event: Int) throws -> LapNeighbors {
    let wanted = [before, after].compactMap(\.self)
    guard let first = wanted.first, let last = wanted.last else { return LapNeighbors() }
    let condition = "AND number IN (?2, ?3) "
    var found = try laps(
      connection.prepare(Self.select + condition + "AND event BETWEEN ?4 AND ?5")
        .bind(session, first, last, event - 8, event + 8))
    if found.count < wanted.count {
      found = try laps(
        connection.prepare(Self.select + condition + "LIMIT ?4")
          .bind(session, first, last, wanted.count))
    }
    return LapNeighbors(
      before: found.first { $0.number == before && before != nil },
      after: found.first { $0.number == after && after != nil })
  }

  /// Returns the number of the last lap before a place, without the lap of an event; 0 if there is
  /// none.
  func lastNumber(before place: Duration, event: Int) throws(DatabaseError) -> Int {
    try connection.prepare(
      """
      SELECT ifnull(max(number), 0) FROM laps WHERE session = ?1 AND event <> ?3 \
      AND (place < ?2 OR place = ?2 AND event < ?3)
      """
    ).bind(session, place.nanoseconds, event).first { Int($0.int(0)) } ?? 0
  }

  /// Whether a lap between two places, the ends included, does not count; nil for no end.
  func haveUncounted(
    from first: Duration, through last: Duration?
  ) throws(DatabaseError) -> Bool {
    try connection.prepare(
      """
      SELECT 1 FROM laps WHERE session = ? AND number IS NULL AND place BETWEEN ? AND ? LIMIT 1
      """
    ).bind(session, first.nanoseconds, last?.nanoseconds ?? .max).first { _ in true } ?? false
  }

  /// Whether the time of a lap other than that of an event was stated.
  func haveStated(without event: Int) throws(DatabaseError) -> Bool {
    try connection.prepare(
      """
      SELECT 1 FROM laps WHERE session = ? AND event <> ? AND instr(flags, '"stated"') LIMIT 1
      """
    ).bind(session, event).first { _ in true } ?? false
  }

  /// Returns the newest laps before an event by their arrival, without that of another event.
  ///
  /// - Complexity: O(log n).
  func newest(before event: Int, without other: Int) throws -> [Lap] {
    try laps(
      connection.prepare(Self.select + "AND event < ?2 AND event <> ?3 ORDER BY event DESC LIMIT 8")
        .bind(session, event, other))
  }

  /// Returns the shortest lap time of those that count; nil without laps.
  func shortest() throws(DatabaseError) -> Duration? {
    try connection.prepare(
      "SELECT min(lap_ns) FROM laps WHERE session = ? AND number IS NOT NULL"
    ).bind(session).first { $0.optionalInt(0).map { .nanoseconds($0) } } ?? nil
  }

  private func laps(_ statement: Statement) throws -> [Lap] {
    defer { statement.reset() }
    var laps: [Lap] = []
    while try statement.step() { laps.append(try statement.lap()) }
    return laps
  }
}
