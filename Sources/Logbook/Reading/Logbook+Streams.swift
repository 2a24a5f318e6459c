package import EventLog
import SQLite
package import Text
package import Timing

/// A session as other devices see it: a stream of events in a group.
package struct LocalStream: Hashable, Sendable {
  /// Its number in this log.
  package var session: Int
  package var uid: EventID
  /// The race whose point it times; else the session itself.
  package var group: EventID
  /// The number of its events.
  package var version: Int
  /// The digest of the newest event.
  package var digest: [UInt8]
  /// Whether it is a race, or times a point of one.
  package var isOfRace: Bool
  /// Whether another device writes it.
  package var isForeign: Bool
}

extension Logbook {
  /// Returns all sessions of the log as streams, in the order of their numbers.
  ///
  /// Tables of an older version are rebuilt before.
  ///
  /// - Complexity: O(n log n) in the sessions.
  package func localStreams() throws -> [LocalStream] {
    guard let connection, try newestSession > 0 else { return [] }
    if !hasCurrentTables { try write(ids: []) { _ in } }
    let joined = try StreamTables(connection: connection).exist()
    let foreign = try foreignSessions()
    return try connection.cached(
      """
      SELECT s.session, s.uid, s.events, e.digest, \
      s.plan IS NOT NULL AND json_extract(s.plan, '$.race') IS NOT NULL, \
      \(joined ? "j.race" : "NULL") FROM sessions s \
      JOIN events e ON e.session = s.session AND e.version = s.events \
      \(joined ? "LEFT JOIN race_streams j ON j.session = s.session" : "") ORDER BY s.session
      """
    ).all { row in
      let race = row.optionalText(5).flatMap { EventID($0) }
      let uid = EventID(row.text(1)) ?? .zero
      return LocalStream(
        session: Int(row.int(0)), uid: uid, group: race ?? uid, version: Int(row.int(2)),
        digest: row.bytes(3), isOfRace: race != nil || row.int(4) == 1,
        isForeign: foreign.contains(Int(row.int(0))))
    }
  }
}

extension Logbook {
  /// Returns the newest clock comparison of a session with its reading; nil if there is none.
  ///
  /// - Complexity: O(n) in the events after it.
  package func newestComparison(
    of session: Int
  ) throws -> (comparison: ClockComparison, instant: Instant)? {
    guard
      let connection,
      let id = try connection.cached(
        """
        SELECT id FROM events WHERE session = ? AND kind = 'clocks_compared' \
        ORDER BY version DESC LIMIT 1
        """
      ).bind(session).first({ $0.withBlob(0) { EventID($0) } }) ?? nil,
      let record = try record(id), let clock = try clock(record.clock),
      case .race(.clocksCompared(let comparison)) = try Event.Kind(
        record.kind, version: record.kindVersion, data: record.data)
    else { return nil }
    let instant = Instant(
      clock: clock, ticks: .nanoseconds(record.ticks), recordedAt: record.recordedAt)
    return (comparison, instant)
  }

  /// Returns the event of a clock comparison as the next event of a stream.
  package func part(
    of stream: LocalStream, comparing comparison: ClockComparison, at instant: Instant, id: EventID
  ) -> StreamPart {
    let kind = Event.Kind.race(.clocksCompared(comparison))
    let payload = kind.payload()
    let record = Record(
      position: 0, session: 0, version: 0, id: id, kind: kind.name, kindVersion: payload.version,
      at: instant.recordedAt, basis: .measured, recordedAt: instant.recordedAt,
      ticks: instant.ticks.nanoseconds, clock: ClockID(rawValue: 0), source: "sync",
      data: payload.data)
    let event = ExportedEvent(signing: record, uid: stream.uid, clock: instant.clock)
    return StreamPart(
      stream: stream.uid, after: stream.version, lines: [event.exportedLine], isForeign: false)
  }
}
