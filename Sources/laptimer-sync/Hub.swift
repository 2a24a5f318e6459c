import Host
import Sync
import Text

/// The functions of the hub, for one device.
struct Hub {
  let server: Server

  /// The name of this device at the hub.
  var me: String { server.user }

  /// Returns the streams of the groups that changed since a cursor, and the next cursor.
  func heads(since cursor: String) throws -> (heads: [Head], next: String) {
    let rows = try call(
      """
      SELECT pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()), h.group_id, h.stream, \
      h.writer, h.version, pg_catalog.encode(h.digest, 'hex'), h.barred \
      FROM (SELECT 1) one LEFT JOIN laptimer.heads($1) h ON true
      """, [.text(cursor)])
    // Without a change, there is one row with the cursor alone.
    let heads = try rows.filter { $0[1] != nil }.map { row in
      Head(
        group: try row.value(1) { EventID($0) }, stream: try row.value(2) { EventID($0) },
        writer: try row.value(3) { $0 }, version: try row.value(4) { Int($0) },
        digest: try row.value(5) { $0 }, barred: row[6])
    }
    guard let row = rows.first else { throw Failure.unknownAnswer(nil) }
    return (heads, try row.value(0) { $0 })
  }

  /// Offers lines of a stream as its events after a version; `meanwhile` runs during that.
  ///
  /// `notifying` wakes the devices that follow afterwards, as ``notify()`` does.
  func offer(
    _ lines: [String], of stream: EventID, in group: EventID, after version: Int,
    notifying: Bool = false, meanwhile: () throws -> Void = {}
  ) throws -> OfferAnswer {
    do {
      let row = try call(
        "SELECT outcome, version, reason FROM laptimer.append_events($1, $2, $3, $4)",
        [
          .text(group.description), .text(stream.description), .text("\(version)"), .texts(lines),
        ], then: notifying ? Self.notification : nil, meanwhile: meanwhile
      ).only
      let version = try row.value(1) { Int($0) }
      switch row[0] {
      case "stored": return .stored(version: version)
      case "gap": return .gap(version: version)
      case "diverged":
        return .diverged(version: version, reason: try row.value(2) { Divergence(rawValue: $0) })
      default: throw Failure.unknownAnswer(row[0])
      }
    } catch let error as Server.StatementError {
      return .refused(
        reason: error.message == "limit" ? "a limit, which its owner can raise" : error.message)
    }
  }

  /// Returns at most so many events of a group that a log lacks, in the hub's order.
  func pull(
    _ group: EventID, after held: [EventID: Int], limit: Int = 2000
  ) throws -> [(stream: EventID, version: Int, line: String)] {
    let held = Array(held)
    return try call(
      "SELECT stream, version, line FROM laptimer.pull_events($1, $2, $3, $4)",
      [.text("\(group)"), .list(held.map(\.key)), .list(held.map(\.value)), .text("\(limit)")]
    ).map { row in
      try (row.value(0) { EventID($0) }, row.value(1) { Int($0) }, row.value(2) { $0 })
    }
  }

  /// Wakes the devices that follow.
  ///
  /// The server refuses it while its queue is full, which any device can cause. The others poll
  /// besides.
  func notify() throws {
    do { try server.query(Self.notification) } catch is Server.StatementError {}
  }

  private static let notification = "NOTIFY laptimer"

  /// Calls a function of the hub; one that this device may not call means that it was revoked.
  ///
  /// An error that another try may repair is thrown as that of a hub which cannot be reached.
  func call(
    _ sql: String, _ parameters: [Server.Parameter] = [], then next: String? = nil,
    meanwhile: () throws -> Void = {}
  ) throws -> [Server.Row] {
    do {
      return try server.query(sql, parameters, then: next, meanwhile: meanwhile)
    } catch let error as Server.StatementError {
      switch error.state {
      case "42501" where error.message == "revoked": throw Failure.revoked
      case "3F000", "42883":
        throw Failure("no_hub", "The database is not a hub: \(command: "sync init URL") makes one.")
      case "55P03": throw Failure.unreachable("it is busy")
      // The classes of errors by the connection, a standby that is to take over, conflicts, resources,
      // locks, operators and files; XX000 is also "tuple concurrently updated".
      case let state
      where ["08", "25", "40", "53", "55", "57", "58"].contains(state.prefix(2)) || state == "XX000":
        throw Failure.unreachable(error.message)
      default: throw error
      }
    }
  }
}
