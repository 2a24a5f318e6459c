import EventLog
import Logbook
import SQLite
import Text

/// A session as other devices see it: a stream of events in a group.
struct LocalStream: Hashable, Sendable {
  /// Its number in this log.
  var session: Int
  var uid: EventID
  /// The race whose point it times; else the session itself.
  var group: EventID
  /// The number of its events.
  var version: Int
  /// The digest of the newest event, in hexadecimal digits.
  var digest: String
  /// Whether it is a race, or times a point of one.
  var isOfRace: Bool
  /// Whether another device writes it.
  var isForeign: Bool
}

extension Logbook {
  /// Returns the stream of a session by its number, uid or name.
  func localStream(named name: String) throws -> LocalStream {
    let number = try sessionNumber(named: name)
    guard let stream = try localStreams().first(where: { $0.session == number }) else {
      throw Rejection.unknownSession(name)
    }
    return stream
  }

  /// Returns all sessions of the log as streams, in the order of their numbers.
  ///
  /// Tables of an older version are rebuilt before.
  ///
  /// - Complexity: O(n log n) in the sessions.
  func localStreams() throws -> [LocalStream] {
    guard let connection, try newestSession > 0 else { return [] }
    if !hasCurrentTables { try write(ids: []) { _ in } }
    let foreign = try foreignSessions()
    return try connection.cached(
      """
      SELECT s.session, s.uid, s.events, lower(hex(e.digest)), \
      json_extract(s.plan, '$.race') IS NOT NULL, json_extract(s.plan, '$.joined.race') \
      FROM sessions s JOIN events e ON e.session = s.session AND e.version = s.events \
      ORDER BY s.session
      """
    ).all { row in
      let race = row.optionalText(5).flatMap { EventID($0) }
      let uid = EventID(row.text(1)) ?? .zero
      return LocalStream(
        session: Int(row.int(0)), uid: uid, group: race ?? uid, version: Int(row.int(2)),
        digest: row.text(3), isOfRace: race != nil || row.int(4) == 1,
        isForeign: foreign.contains(Int(row.int(0))))
    }
  }
}
