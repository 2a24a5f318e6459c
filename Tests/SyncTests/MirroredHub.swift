import CPQ
import Sync
import Testing
import Text

/// The functions of a real hub, called as any device: the owner takes on their identities.
final class MirroredHub {
  private let connection: OpaquePointer
  /// The error of the last query; empty without one.
  private(set) var error = ""

  init(_ url: String) throws {
    connection = try #require(PQconnectdb(url))
    try #require(PQstatus(connection) == CONNECTION_OK)
    query("SET client_min_messages = error")
  }

  deinit { PQfinish(connection) }

  func offer(
    _ events: [SimulatedEvent], of stream: EventID, in group: EventID, after: Int,
    by device: String
  ) -> OfferAnswer {
    let lines = events.enumerated().map { index, event in
      let digest = event.digest + String(repeating: "0", count: 64 - event.digest.count)
      let isJoined = after + index == 0 && stream != group
      let data = isJoined ? #"{"race":"\#(group)"}"# : "{}"
      return """
        '{"id":"\(event.id)","uid":"\(stream)","kind":"\(isJoined ? "joined" : "started")",\
        "data":\(data),"digest":"\(digest)"}'
        """
    }.joined(separator: ",")
    let row =
      query(
        """
        SELECT outcome, version, reason FROM laptimer.append_events('\(group)', '\(stream)', \(after), \
        ARRAY[\(lines)]::text[])
        """, as: device
      ).first ?? []
    guard row.count == 3, let version = Int(row[1]) else { return .refused(reason: error) }
    switch row[0] {
    case "stored": return .stored(version: version)
    case "gap": return .gap(version: version)
    default:
      return Divergence(rawValue: row[2]).map { .diverged(version: version, reason: $0) }
        ?? .refused(reason: row[2])
    }
  }

  /// Returns the streams, versions and ids of the events that a log lacks.
  func pull(
    _ group: EventID, after held: [EventID: Int], limit: Int, by device: String
  ) -> [String] {
    let streams = held.keys.map { "'\($0)'" }.joined(separator: ",")
    let versions = held.values.map(String.init).joined(separator: ",")
    return query(
      """
      SELECT stream, version, line::json ->> 'id' FROM laptimer.pull_events('\(group)', \
      ARRAY[\(streams)]::uuid[], ARRAY[\(versions)]::bigint[], \(limit))
      """, as: device
    ).map { $0.joined(separator: " ") }
  }

  func take(_ stream: EventID, in group: EventID, by device: String, seen: Int) -> Bool {
    query("SELECT laptimer.take_stream('\(group)', '\(stream)', \(seen))", as: device)
      .first?.first == "taken"
  }

  func revoke(_ device: String) {
    query("SELECT laptimer.revoke('\(device)')")
    query("SELECT laptimer.end_connections('\(device)')")
  }

  func liftRevocations() { query("UPDATE laptimer.devices SET revoked_at = NULL") }

  /// The version and writer of each stream of a schedule, whose ids begin with its number.
  func streams(since number: UInt64) -> [EventID: String] {
    let (first, end) = (
      EventID(high: number << 32, low: 0), EventID(high: (number + 1) << 32, low: 0)
    )
    let rows = query(
      """
      SELECT s.stream, s.version || ' ' || substr(s.writer, 10), \
      (SELECT count(*) = s.version AND max(e.version) = s.version FROM laptimer.events e \
      WHERE e.group_id = s.group_id AND e.stream = s.stream) AND \
      (SELECT count(*) = g.position AND max(e.position) = g.position FROM laptimer.events e \
      WHERE e.group_id = s.group_id) \
      FROM laptimer.streams s JOIN laptimer.groups g USING (group_id) \
      WHERE s.group_id >= '\(first)' AND s.group_id < '\(end)'
      """)
    var streams: [EventID: String] = [:]
    for row in rows {
      // The versions of a stream and the positions of a group have no gap.
      if let stream = EventID(row[0]) { streams[stream] = row[2] == "t" ? row[1] : "\(row)" }
    }
    return streams
  }

  /// Executes SQL, as a device if one is named; returns no rows if it fails.
  @discardableResult
  func query(_ sql: String, as device: String? = nil) -> [[String]] {
    if let device { PQclear(PQexec(connection, "SET SESSION AUTHORIZATION laptimer_\(device)")) }
    let result = PQexec(connection, sql)
    defer { PQclear(result) }
    error = String(cString: PQerrorMessage(connection))
    if device != nil { PQclear(PQexec(connection, "RESET SESSION AUTHORIZATION")) }
    return (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        PQgetvalue(result, row, column).map { String(cString: $0) } ?? ""
      }
    }
  }
}
