import Arguments
import EventLog
import Host
import Logbook
import Sync
import Text
import Timing

/// Compares this log with the hub.
enum StatusCommand {
  static let declaration = Subcommand(
    "status", abstract: "Show the devices, what is not exchanged yet, and what diverged.",
    discussion: """
      Each device is shown with the events of its sessions at the hub and in this log, and with its \
      clock as it was last compared with that of the hub. The owner of the hub, who has joined nothing, \
      sees the devices and their events at the hub.
      """,
    examples: [Example("Show it", "laptimer sync status")])

  static func run(_ context: SyncContext) throws {
    let path = try context.path
    let isOwner =
      try Membership(besideLog: path) == nil && Membership(besideLog: path + ".owner") != nil
    let (hub, log) = (try context.openHub(asOwner: isOwner), try context.openLog())
    let devices = try hub.call(
      "SELECT device, revoked_at, streams, events FROM laptimer.list_devices()")
    var streams = try context.synchronizer(hub, log).streams()
    if isOwner { streams = streams.filter { $0.head != nil }.map { ($0, nil, $2, $3) } }
    var status = Status(hub: hub, log: log, isOwner: isOwner, streams: streams)
    for row in devices { try status.add(device: row) }
    try status.addStreams()
    if isOwner {
      status.lines.append(
        devices.isEmpty
          ? "No devices were invited: \(command: "sync invite DEVICE") lets one join."
          : "\(command: "sync revoke DEVICE") ends the access of a device.")
    } else if status.isExchanged {
      status.lines.append("This log and the hub hold the same events.")
    }
    try context.answer(
      Message(joining: status.lines, separator: "\n"),
      json: [
        "devices": status.devices, "streams": status.objects, "divergences": status.divergences,
      ])
  }
}

/// The answer of `sync status`, while it is collected.
private struct Status {
  let hub: Hub
  let log: Logbook
  /// Whether the owner of the hub asks, whose log has nothing to do with it.
  let isOwner: Bool
  let streams: [(stream: EventID, local: LocalStream?, head: Head?, StreamExchange)]
  var lines: [Message] = []
  var devices: [JSONFields] = []
  var objects: [JSONFields] = []
  var divergences: [JSONFields] = []
  var isExchanged = true

  /// Adds a device with the counts of its sessions on both sides, and its clock.
  mutating func add(device row: Server.Row) throws {
    let role = try row.value(0) { $0 }
    let (sessions, events) = (try row.value(2) { Int($0) }, try row.value(3) { Int($0) })
    let isThis = role == hub.me
    let own = streams.filter { stream in
      stream.head.map { $0.writer == role } ?? (isThis && stream.local?.isForeign == false)
    }
    let here = own.reduce(0) { $0 + ($1.local?.version ?? 0) }
    let note: Message = isThis ? " (this device)" : row[1] == nil ? "" : " (revoked)"
    lines.append(
      """
      \(verbatim: role.deviceName)\(note): \(sessions, "session") with \(events, "event") at the \
      hub\(isOwner ? "" : ", \(here) here").
      """)
    let clocks = try own.compactMap(\.local).compactMap { try comparedClock(of: $0.session) }
    let clock = clocks.max { $0.comparedAt < $1.comparedAt }
    if let clock { lines.append("  \(clock.sentence)") }
    devices.append([
      "device": role.deviceName, "sessions": sessions, "events": events,
      "events_here": isOwner ? nil : here, "is_this": isThis, "is_revoked": row[1] != nil,
      "clock": clock.map { clock -> JSONFields in
        [
          "ahead_ns": clock.ahead.nanoseconds, "doubt_ns": clock.doubt.nanoseconds,
          "compared_at": clock.comparedAt.rfc3339,
        ]
      },
    ])
  }

  /// Adds the sessions that are not exchanged, and those that diverged.
  mutating func addStreams() throws {
    var known: [EventID: [String: [(version: Int, reason: Divergence)]]] = [:]
    for row in try hub.call(
      "SELECT stream, device, version, reason FROM laptimer.list_divergences() ORDER BY version")
    {
      let (stream, device) = try (row.value(0) { EventID($0) }, row.value(1) { $0 })
      let noted = try (row.value(2) { Int($0) }, row.value(3) { Divergence(rawValue: $0) })
      known[stream, default: [:]][device, default: []].append(noted)
    }
    for (stream, local, head, exchange) in streams {
      let (here, there) = (local?.version ?? 0, head?.version ?? 0)
      let name = local.map { "\($0.session)" } ?? "\(stream)"
      var state = "equal"
      for (device, noted) in (known[stream] ?? [:]).sorted(by: { $0.key < $1.key }) {
        // A session that was rescued may diverge again.
        let differing = try noted.first {
          try device == hub.me
            && differs(local, at: $0.version, from: head, isKnown: exchange.step == .end(.equal))
        }
        if differing != nil { state = "diverged" }
        guard let (version, reason) = differing ?? noted.first else { continue }
        try add(
          divergence: reason, at: version, of: stream, name, local, head, by: device,
          isHere: differing != nil)
      }
      switch exchange.step {
      case _ where isOwner || state == "diverged": break
      case .end(.equal): break
      case .end(.notSent) where local?.isOfRace != true: break
      case .end(let outcome):
        state = outcome.kind
        lines.append(outcome.sentence(on: name))
      case .offer, .pull:
        state = here == there ? "differs" : here > there ? "ahead" : "behind"
        lines.append(
          """
          Session \(verbatim: name): \(here, "event") here, \(there) at the hub. \
          \(command: "sync") exchanges them, or says why it cannot.
          """)
      }
      if state != "equal" { isExchanged = false }
      objects.append([
        "uid": stream, "group": head?.group ?? local?.group, "session": local?.session,
        "events": isOwner ? nil : here, "hub_events": there, "writer": head?.writer.deviceName,
        "state": isOwner ? nil : state,
      ])
    }
  }

  /// Adds a divergence with the boots that recorded both events.
  private mutating func add(
    divergence reason: Divergence, at version: Int, of uid: EventID, _ name: String,
    _ local: LocalStream?, _ head: Head?, by device: String, isHere: Bool
  ) throws {
    let event = isHere ? try local.flatMap { try self.event(of: $0, at: version) } : nil
    let other = try head.flatMap { try self.event(of: $0, at: version) }
    lines.append(
      isHere
        ? StreamExchange.Outcome.diverged(version: version, reason: reason).sentence(on: name)
        : """
        \(verbatim: device.deviceName), or a copy of it, has or had another session \
        \(verbatim: name) than the hub, from event \(version) on: \(verbatim: reason.clause). \
        \(command: "sync rescue \(uid.description)") on that device saves its events.
        """)
    for (side, event) in [("here", event), ("at the hub", other)] {
      guard let event else { continue }
      lines.append(
        """
          Event \(version) \(verbatim: side) was recorded \(event.record.recordedAt.rfc3339) by \
        boot \(event.clock.bootID) of \(event.clock.device).
        """)
    }
    divergences.append([
      "uid": uid, "device": device.deviceName, "version": version,
      "reason": reason.rawValue, "is_here": isHere, "boot_id": event?.clock.bootID,
      "hub_boot_id": other?.clock.bootID,
    ])
  }

  /// Whether a session still differs from the hub at a version where it once diverged.
  private func differs(
    _ local: LocalStream?, at version: Int, from head: Head?, isKnown isEqual: Bool
  ) throws -> Bool {
    guard let local, !isEqual, let event = try event(of: local, at: version) else { return false }
    return try head.flatMap { try self.event(of: $0, at: version) } != event
  }

  private func event(of stream: LocalStream, at version: Int) throws -> ExportedEvent? {
    try log.exportedLines(of: stream.session, after: version - 1, limit: 1).first
      .flatMap { ExportedEvent(exportedLine: $0) }
  }

  private func event(of head: Head, at version: Int) throws -> ExportedEvent? {
    var held: [EventID: Int] = [:]
    for other in streams where other.head?.group == head.group { held[other.stream] = Int.max }
    held[head.stream] = version - 1
    return try hub.pull(head.group, after: held, limit: 1)
      .first { $0.stream == head.stream && $0.version == version }
      .flatMap { ExportedEvent(exportedLine: $0.line) }
  }

  /// Returns the newest comparison of a session's clock with that of the hub.
  private func comparedClock(of session: Int) throws -> Clock? {
    try log.newestComparison(of: session).map { comparison, instant in
      let wall = Duration.nanoseconds(instant.recordedAt.nanosecondsSince1970)
      return Clock(
        ahead: wall - (instant.ticks + comparison.offset), doubt: comparison.doubt,
        comparedAt: instant.recordedAt)
    }
  }
}

/// The wall clock of a device, compared with that of the hub.
private struct Clock {
  var ahead: Duration
  var doubt: Duration
  var comparedAt: Moment

  var sentence: Message {
    """
    Its clock was \(verbatim: ahead.magnitude.milliseconds) \
    \(ahead < .zero ? "behind" : "ahead of") the hub's, ±\(verbatim: doubt.milliseconds), at \
    \(comparedAt.rfc3339).
    """
  }
}

extension Duration {
  /// The duration in milliseconds with one decimal.
  fileprivate var milliseconds: String {
    let tenths = (nanoseconds + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}

extension String {
  /// The name of a device without the prefix of its role.
  var deviceName: String { hasPrefix("laptimer_") ? String(dropFirst(9)) : self }
}
