import Sync
import Text

/// The functions of the hub, for one device.
struct Hub {
  let server: Server

  /// The name of this device at the hub.
  var me: String { server.user }

  /// An event that the hub sent.
  struct Pulled {
    var stream: EventID
    var version: Int
    var line: String
  }

  /// Returns the streams of the groups that changed since a cursor, and the next cursor.
  func heads(since cursor: String) throws -> (heads: [Head], next: String) {
    let rows = try call(
      """
      SELECT pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()), h.group_id, h.stream, \
      h.writer, h.version, pg_catalog.encode(h.digest, 'hex'), h.barred \
      FROM (SELECT 1) one LEFT JOIN laptimer.heads($1) h ON true
      """, [.text(cursor)])
    let heads = rows.compactMap { row -> Head? in
      guard let group = EventID(row[1] ?? ""), let stream = EventID(row[2] ?? "") else {
        return nil
      }
      return Head(
        group: group, stream: stream, writer: row[3] ?? "", version: Int(row[4] ?? "") ?? 0,
        digest: [UInt8](hexadecimal: row[5] ?? ""), barred: row[6])
    }
    return (heads, rows.first?[0] ?? cursor)
  }

  /// Offers lines of a stream as its events after a version; `meanwhile` runs during that.
  func offer(
    _ lines: [String], of stream: EventID, in group: EventID, after version: Int,
    meanwhile: () throws -> Void = {}
  ) throws -> OfferAnswer {
    do {
      let row = try call(
        "SELECT outcome, version, reason FROM laptimer.append_events($1, $2, $3, $4)",
        [
          .text(group.description), .text(stream.description), .text("\(version)"), .texts(lines),
        ], meanwhile: meanwhile)[0]
      let version = Int(row[1] ?? "") ?? 0
      switch row[0] {
      case "stored": return .stored(version: version)
      case "gap": return .gap(version: version)
      default:
        return .diverged(
          version: version, reason: Divergence(rawValue: row[2] ?? "") ?? .otherEvent)
      }
    } catch let error as Server.StatementError {
      return .refused(reason: error.message)
    }
  }

  /// Returns at most so many events of a group that a log lacks, in the hub's order.
  func pull(_ group: EventID, after held: [EventID: Int], limit: Int = 2000) throws -> [Pulled] {
    let held = Array(held)
    return try call(
      "SELECT stream, version, line FROM laptimer.pull_events($1, $2, $3, $4)",
      [
        .text(group.description), .ids(held.map(\.key)), .numbers(held.map(\.value)),
        .text("\(limit)"),
      ]
    ).map { row in
      Pulled(
        stream: EventID(row[0] ?? "") ?? .zero, version: Int(row[1] ?? "") ?? 0, line: row[2] ?? "")
    }
  }

  /// Wakes the devices that follow.
  ///
  /// The server refuses it while its queue is full, which any device can cause. The others poll
  /// besides.
  func notify() throws {
    do { try server.query("NOTIFY laptimer") } catch is Server.StatementError {}
  }

  /// Calls a function of the hub; one that this device may not call means that it was revoked.
  ///
  /// An error that another try may repair is thrown as that of a hub which cannot be reached.
  func call(
    _ sql: String, _ parameters: [Server.Parameter] = [], meanwhile: () throws -> Void = {}
  ) throws -> [[String?]] {
    do {
      return try server.query(sql, parameters, meanwhile: meanwhile)
    } catch let error as Server.StatementError {
      switch error.state {
      case "42501" where error.message == "revoked": throw SyncFailure.revoked
      case "3F000", "42883":
        throw SyncFailure(
          "no_hub",
          "The database is not a hub. Its owner makes one with \(command: "sync init URL").")
      case "55P03": throw SyncFailure.unreachable("it is busy")
      // The classes of errors by the connection, conflicts, resources, locks, operators and files.
      case let state where ["08", "40", "53", "55", "57", "58"].contains(state.prefix(2)):
        throw SyncFailure.unreachable(error.message)
      default: throw error
      }
    }
  }
}

extension [UInt8] {
  init(hexadecimal text: String) {
    let digits = text.utf8.map { EventID.value(ofHexadecimal: $0) ?? 0 }
    self = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0]) << 4 | UInt8(digits[$0 + 1])
    }
  }
}
