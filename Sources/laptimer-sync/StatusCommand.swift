import Arguments
import Logbook
import Sync
import Text

/// Shows where this log and the hub stand.
enum StatusCommand {
  static let declaration = Subcommand(
    "status", abstract: "Show the devices, what is not exchanged yet, and what diverged.",
    examples: [Example("Show it", "laptimer sync status")])

  static func run(_ context: SyncContext) throws {
    let (hub, log) = (try context.openHub(), try context.openLog())
    let devices = try hub.call(
      "SELECT device, revoked_at, streams, events, bytes FROM laptimer.list_devices()")
    if devices.isEmpty { throw SyncFailure.revoked }
    let divergences = try hub.call(
      """
      SELECT DISTINCT ON (stream, device) stream, device, version, reason \
      FROM laptimer.list_divergences() ORDER BY stream, device, version
      """)
    var lines: [Message] = []
    var objects: [JSONFields] = []
    for device in devices {
      let name = device[0] ?? ""
      let count = Int(device[3] ?? "") ?? 0
      let sessions = Int(device[2] ?? "") ?? 0
      let here: Message = name == hub.me ? ", this device" : ""
      let revoked: Message = device[1] == nil ? "" : ", revoked"
      lines.append(
        "\(verbatim: name.deviceName): \(sessions, "session"), \(count, "event")\(here)\(revoked)")
      objects.append([
        "device": name.deviceName, "sessions": sessions, "events": count,
        "is_this": name == hub.me, "is_revoked": device[1] != nil,
      ])
    }
    var streams: [JSONFields] = []
    for (stream, local, head, exchange) in try context.synchronizer(hub, log).streams() {
      let (here, there) = (local?.version ?? 0, head?.version ?? 0)
      let name = local.map { "Session \($0.session)" } ?? "Session \(stream)"
      let state: String
      switch exchange.step {
      case .end(.equal), .end(.notSent): state = "equal"
      case .end(let outcome):
        state = outcome.kind
        lines.append(outcome.sentence(on: name))
      case .offer, .pull:
        state = here == there ? "differs" : here > there ? "ahead" : "behind"
        lines.append(
          """
          \(verbatim: name): \(here, "event") here, \(there) at the hub. \(command: "sync") \
          exchanges them.
          """)
      }
      streams.append([
        "uid": stream, "session": local?.session, "events": here, "hub_events": there,
        "writer": head?.writer.deviceName, "state": state,
      ])
    }
    var told: [JSONFields] = []
    for row in divergences {
      let device = (row[1] ?? "").deviceName
      let version = Int(row[2] ?? "") ?? 0
      let number = try EventID(row[0] ?? "").flatMap { try log.number(ofSession: $0) }
      let name = number.map { "session \($0)" } ?? "session \(row[0] ?? "")"
      let reason = Divergence(rawValue: row[3] ?? "") ?? .otherEvent
      lines.append(
        """
        \(verbatim: device) has another \(verbatim: name) than the hub, from event \(version) on: \
        \(verbatim: reason.clause).
        """)
      told.append([
        "uid": row[0], "device": device, "version": version, "reason": row[3],
      ])
    }
    try context.answer(
      Message(joining: lines, separator: "\n"),
      json: ["devices": objects, "streams": streams, "divergences": told])
  }
}

extension String {
  /// The name of a device without the prefix of its role.
  var deviceName: String { hasPrefix("laptimer_") ? String(dropFirst(9)) : self }
}
