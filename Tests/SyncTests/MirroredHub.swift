import CPQ
import Sync
import Testing
import Text

/// The functions of a real hub, called as any device: the owner takes on their identities.
final class MirroredHub {
  private let connection: OpaquePointer

  init(_ url: String) throws {
    connection = try #require(PQconnectdb(url))
    try #require(PQstatus(connection) == CONNECTION_OK)
    query("SET client_min_messages = error")
  }

  deinit { PQfinish(connection) }

  func offer(
    _ events: [SimulatedEvent], of stream: EventID, after: Int, by device: String
  ) -> OfferAnswer {
    let lines = events.map { event in
      let digest = (event.digest + [UInt8](repeating: 0, count: 30)).map { byte in
        String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }.joined()
      return """
        '{"id":"\(event.id)","uid":"\(stream)","kind":"started","data":{},"digest":"\(digest)"}'
        """
    }.joined(separator: ",")
    let row =
      query(
        """
        SELECT outcome, version, reason FROM laptimer.append_events('\(stream)', '\(stream)', \(after), \
        ARRAY[\(lines)]::text[])
        """, as: device
      ).first ?? []
    guard row.count == 3, let version = Int(row[1]) else {
      return .refused(reason: String(cString: PQerrorMessage(connection)))
    }
    switch row[0] {
    case "stored": return .stored(version: version)
    case "gap": return .gap(version: version)
    default:
      return Divergence(rawValue: row[2]).map { .diverged(version: version, reason: $0) }
        ?? .refused(reason: row[2])
    }
  }

  func take(_ stream: EventID, by device: String, seen: Int) -> Bool {
    query("SELECT laptimer.take_stream('\(stream)', '\(stream)', \(seen))", as: device)
      .first?.first == "taken"
  }

  func revoke(_ device: String) { query("SELECT laptimer.revoke('\(device)')") }

  func liftRevocations() { query("UPDATE laptimer.devices SET revoked_at = NULL") }

  /// The version and writer of each stream of a schedule.
  func streams(since number: UInt64) -> [EventID: String] {
    let prefix = EventID(high: number << 32, low: 0).description.prefix(8)
    let rows = query(
      """
      SELECT stream, s.version || ' ' || substr(writer, 10), count(*), max(e.position), g.position \
      FROM laptimer.streams s JOIN laptimer.events e USING (group_id, stream) \
      JOIN laptimer.groups g USING (group_id) \
      WHERE stream::text LIKE '\(prefix)%' \
      GROUP BY stream, s.version, writer, g.position
      """)
    var streams: [EventID: String] = [:]
    for row in rows {
      let isGapless = row[2] == row[3] && row[3] == row[4] && row[1].hasPrefix(row[2] + " ")
      if let stream = EventID(row[0]) { streams[stream] = isGapless ? row[1] : "\(row)" }
    }
    return streams
  }

  @discardableResult
  private func query(_ sql: String, as device: String? = nil) -> [[String]] {
    if let device { PQclear(PQexec(connection, "SET SESSION AUTHORIZATION laptimer_\(device)")) }
    let result = PQexec(connection, sql)
    defer { PQclear(result) }
    if device != nil { PQclear(PQexec(connection, "RESET SESSION AUTHORIZATION")) }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        PQgetvalue(result, row, column).map { String(cString: $0) } ?? ""
      }
    }
  }
}
