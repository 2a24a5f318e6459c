import EventLog
import Host
import Logbook
import Sync
import Text
import Timing

/// Exchanges events between a log and the hub, as `StreamExchange` decides.
///
/// Killed at any point, it has lost nothing: each offer and each import is a transaction of its own,
/// and the next exchange begins with what both sides hold then.
final class Synchronizer {
  private let hub: Hub
  private let log: Logbook
  private let world: World
  private let progress: ProgressLine
  /// The groups to exchange; nil for all.
  private let only: Set<EventID>?
  /// Whether sessions that belong to no race are sent, too.
  private let sendsAll: Bool
  private var cursor = "0"
  private var heads: [EventID: Head] = [:]
  private var report = SyncReport()
  /// Whether other devices were notified of the events of this exchange.
  private var isNotified = false
  /// The exchanges of the streams of each group of which this log lacks events.
  private var pulls: [EventID: [EventID: StreamExchange]] = [:]

  /// The most bytes of events in memory before they are imported.
  private static let mostBytes = 64 << 20

  init(
    _ hub: Hub, _ log: Logbook, _ world: World, only: Set<EventID>?, all: Bool,
    progress: ProgressLine
  ) {
    self.hub = hub
    self.log = log
    self.world = world
    self.only = only
    sendsAll = all
    self.progress = progress
  }

  /// Exchanges all streams once, and returns what was done.
  ///
  /// If only this log has changed, the hub need not be asked for its heads: an answer to an offer
  /// says where it is.
  func run(askingHub asksHub: Bool = true) throws -> SyncReport {
    defer { progress.wipe() }
    (report, pulls, isNotified) = (SyncReport(), [:], false)
    try exchange(askingHub: asksHub, notifying: true)
    if report.sent > 0, !isNotified { try hub.notify() }
    let streams = Dictionary(grouping: heads, by: \.value.group)
    for (group, exchanges) in pulls.sorted(by: { $0.key < $1.key }) {
      try pull(group, exchanges, holding: streams[group, default: []].map(\.key))
    }
    if try needsComparison(), let comparison = try compareClocks(), try append(comparison) {
      // No device is notified of a comparison alone.
      try exchange(askingHub: false, notifying: false)
    }
    return report
  }

  /// Returns the streams of both sides, each with its exchange before anything is sent.
  func streams(
    askingHub asksHub: Bool = true
  ) throws -> [(stream: EventID, local: LocalStream?, head: Head?, StreamExchange)] {
    // First, since another process may receive events meanwhile, as it may have since the last answer.
    let local = try log.localStreams()
    let isAhead = local.contains { $0.isForeign && $0.version > heads[$0.uid]?.version ?? 0 }
    if asksHub || isAhead {
      let changes = try hub.heads(since: cursor)
      for head in changes.heads { heads[head.stream] = head }
      cursor = changes.next
    }
    let unknown = Set(heads.keys).subtracting(local.map(\.uid)).sorted()
    return (local.map { ($0.uid, $0) } + unknown.map { ($0, nil) }).compactMap { stream, local in
      let head = heads[stream]
      guard let group = head?.group ?? local?.group, only?.contains(group) ?? true else {
        return nil
      }
      if head == nil, let local, !local.isOfRace, !sendsAll, only == nil { return nil }
      let localHead = local.map {
        LocalHead(version: $0.version, digest: $0.digest, isWritable: !$0.isForeign)
      }
      return (stream, local, head, StreamExchange(localHead, head, me: hub.me))
    }
  }

  /// Sends what the hub lacks, and notes what this log lacks.
  ///
  /// The notification goes with the newest events of the last stream, so that it costs no round trip.
  private func exchange(askingHub asksHub: Bool, notifying: Bool) throws {
    let streams = try streams(askingHub: asksHub)
    let last = streams.last { if case .offer = $0.3.step { true } else { false } }?.stream
    for (stream, local, head, first) in streams {
      guard let group = head?.group ?? local?.group else { continue }
      var exchange = first
      try offer(&exchange, local, head, notifying: notifying && stream == last)
      if case .pull = exchange.step { pulls[group, default: [:]][stream] = exchange }
      report.note(stream, local?.session, exchange.step)
    }
  }

  /// Offers events of a stream until the exchange needs something else.
  private func offer(
    _ exchange: inout StreamExchange, _ local: LocalStream?, _ head: Head?, notifying: Bool = false
  ) throws {
    var next: (after: Int, lines: [String]) = (-1, [])
    while case .offer(let after, let limit) = exchange.step, let local {
      let lines =
        next.after == after && next.lines.count <= limit && !next.lines.isEmpty
        ? next.lines : try log.exportedLines(of: local.session, after: after, limit: limit)
      let group = head?.group ?? local.group
      let isNewest = after + lines.count == local.version
      let answer = try hub.offer(
        lines, of: local.uid, in: group, after: after, notifying: notifying && isNewest
      ) {
        // Most offers follow one another; the next one is read during this one.
        next.after = after + lines.count
        next.lines =
          next.after < local.version
          ? try log.exportedLines(of: local.session, after: next.after, limit: limit) : []
      }
      if case .stored(let version) = answer {
        let known = max(report.sentThrough[local.uid] ?? 0, head?.version ?? 0)
        let fresh = after + lines.count - max(after, known)
        report.sent += max(0, fresh)
        if fresh > 0 { report.sentThrough[local.uid] = after + lines.count }
        if isNewest {
          isNotified = isNotified || notifying
          heads[local.uid] = Head(
            group: group, stream: local.uid, writer: hub.me, version: version,
            digest: version == local.version ? local.digest : "")
        }
      }
      exchange.handle(answer, offered: lines.count)
      progress.show("Sent \(report.sent) events")
    }
  }

  /// Imports what the log lacks of the streams of a group.
  private func pull(
    _ group: EventID, _ exchanges: [EventID: StreamExchange], holding streams: [EventID]
  ) throws {
    var held = Dictionary(uniqueKeysWithValues: streams.map { ($0, Int.max) })
    var foreign: [EventID: Bool] = [:]
    for (stream, exchange) in exchanges {
      guard case .pull(let after, let isForeign) = exchange.step else { continue }
      (held[stream], foreign[stream]) = (max(0, after), isForeign)
    }
    // The heads tell when all is received, without an empty answer at the end.
    let wanted = foreign.keys.map { ($0, heads[$0]?.version ?? Int.max) }
    var isDone = false
    while !isDone {
      var parts: [EventID: StreamPart] = [:]
      var order: [EventID] = []
      var size = 0
      while !isDone, size < Self.mostBytes {
        let events = try hub.pull(group, after: held)
        for event in events {
          guard let isForeign = foreign[event.stream] else {
            // A stream that is newer than the heads comes with the next exchange.
            held[event.stream] = Int.max
            continue
          }
          if parts[event.stream] == nil {
            order.append(event.stream)
            parts[event.stream] = StreamPart(
              stream: event.stream, after: event.version - 1, lines: [], isForeign: isForeign)
          }
          parts[event.stream]?.lines.append(event.line)
          held[event.stream] = event.version
          size += event.line.utf8.count
        }
        isDone = events.isEmpty || wanted.allSatisfy { held[$0, default: 0] >= $1 }
        progress.show(
          "Received \(report.received + parts.values.reduce(0) { $0 + $1.lines.count }) events")
      }
      let result = try log.importStreams(order.compactMap { parts[$0] })
      report.received += result.newEvents
      for stream in order {
        guard var exchange = exchanges[stream] else { continue }
        let fault = result.faults[stream]
        exchange.handlePull(
          failure: fault.map { error in
            let version = (parts[stream]?.after ?? 0) + error.line
            if case .diverged = error.fault { return ("\(error.fault)", version) }
            return ("\(error.fault)", nil)
          })
        if fault != nil {
          let local = try log.localStreams().first { $0.uid == stream }
          try offer(&exchange, local, heads[stream])
        }
        report.note(stream, try log.number(ofSession: stream), exchange.step)
        // The other streams go on.
        if fault != nil { held[stream] = Int.max }
      }
    }
  }

  /// Whether a stream of a race in which this device has sent events needs a clock comparison.
  private func needsComparison() throws -> Bool {
    let now = world.instant()
    return try ownStreams().contains { stream in
      try newestComparison(of: stream)?.isRecent(at: now.ticks, of: now.clock) != true
    }
  }

  private func newestComparison(of stream: LocalStream) throws -> ComparedClock? {
    try log.newestComparison(of: stream.session).map { ComparedClock($0.comparison, $0.instant) }
  }

  /// Returns the streams of races in which this device has sent events, and that did not diverge.
  private func ownStreams() throws -> [LocalStream] {
    if report.sentThrough.isEmpty { return [] }
    return try log.localStreams().filter {
      $0.isOfRace && !$0.isForeign && report.sentThrough[$0.uid] != nil
        && report.outcomes[$0.uid] == nil
    }
  }

  /// Compares this clock with that of the hub several times, and returns the best comparison.
  private func compareClocks() throws -> (ClockComparison, Instant)? {
    let reference = try hub.call("SELECT laptimer.clock_reference()").only.value(0) { $0 }
    var best: (ClockComparison, Instant)?
    for _ in 0..<5 {
      let sent = world.instant()
      let row = try hub.call(
        """
        SELECT (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000000)::bigint, \
        (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000000)::bigint
        """
      ).only
      let received = world.instant()
      let (first, second) = (try row.value(0) { Int64($0) }, try row.value(1) { Int64($0) })
      let comparison = ClockComparison(
        reference: reference, sent: sent.ticks,
        referenceReceived: .nanoseconds(first * 1000),
        // Microseconds are cut off.
        referenceSent: .nanoseconds(second * 1000 + 1000), received: received.ticks)
      if best.map({ comparison.doubt < $0.0.doubt }) ?? true { best = (comparison, received) }
    }
    return best
  }

  /// Appends a clock comparison to the streams of races in which this device has sent events; returns
  /// whether one needs it.
  private func append(_ best: (comparison: ClockComparison, instant: Instant)) throws -> Bool {
    var parts: [StreamPart] = []
    for stream in try ownStreams() {
      let compared = ComparedClock(best.comparison, best.instant)
      switch compared.use(after: try newestComparison(of: stream)) {
      case .append:
        let id = world.makeID(best.instant.recordedAt)
        parts.append(log.part(of: stream, comparing: best.comparison, at: best.instant, id: id))
      case .skip: break
      case .contradicts(let distance): report.contradictions[stream.session] = distance
      }
    }
    if parts.isEmpty { return false }
    world.keepDevice()
    // A press that came in between makes the part fail; the next exchange compares again.
    return try log.importStreams(parts).newEvents > 0
  }
}

/// The result of an exchange.
struct SyncReport {
  var sent = 0
  var received = 0
  /// The streams that did not end equal, in the order of their ids.
  var outcomes: [EventID: (session: Int?, outcome: StreamExchange.Outcome)] = [:]
  /// The versions of the newest events that were sent, of the streams that the hub did not have as far.
  var sentThrough: [EventID: Int] = [:]
  /// Sessions whose clock contradicts an earlier comparison, by this much.
  var contradictions: [Int: Duration] = [:]

  mutating func note(_ stream: EventID, _ session: Int?, _ step: StreamExchange.Step) {
    guard case .end(let outcome) = step else { return }
    outcomes[stream] = [.equal, .notSent].contains(outcome) ? nil : (session, outcome)
  }
}

extension StreamExchange.Outcome {
  /// The name of the outcome for scripts.
  var kind: String {
    switch self {
    case .equal: "equal"
    case .notSent: "not_sent"
    case .hubBehind: "hub_behind"
    case .diverged: "diverged"
    case .refused: "refused"
    case .barred: "barred"
    case .setAside: "set_aside"
    }
  }

  /// The state of a session, by its number or uid, and what to do, in sentences.
  func sentence(on session: String) -> Message {
    switch self {
    case .equal: "Session \(verbatim: session) is the same here and at the hub."
    case .notSent:
      "Session \(verbatim: session) is not at the hub. Only the device that writes it sends it."
    case .hubBehind(let version):
      """
      The hub has only \(version, "event") of session \(verbatim: session): it was restored from an \
      old copy. The device that writes the session sends the others again; if it was revoked, \
      \(command: "sync take \(session)") sends them from here.
      """
    case .diverged(let version, let reason):
      """
      Session \(verbatim: session) diverged from the hub at event \(version): \
      \(verbatim: reason.clause). Nothing of it is exchanged from there on: \
      \(command: "sync rescue \(session)") saves the events that only this log has.
      """
    case .refused(let reason):
      "The hub refuses events of session \(verbatim: session): \(verbatim: reason)."
    case .barred(let reason):
      "The owner of the hub has barred session \(verbatim: session): \(quoted: reason)."
    case .setAside(let reason):
      "Session \(verbatim: session) cannot be imported, and was set aside: \(verbatim: reason)."
    }
  }
}

extension Divergence {
  /// The reason in a clause.
  var clause: String {
    switch self {
    case .otherEvent: "the hub has another event there, from a copy of this log"
    case .otherWriter: "another device writes the session now"
    case .idReused: "an event has the id of another one"
    }
  }
}
