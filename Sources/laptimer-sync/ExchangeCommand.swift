import Arguments
import EventLog
import Glibc
import Host
import Logbook
import Sync
import Text

/// Exchanges events with the hub, once or until it is interrupted.
enum ExchangeCommand {
  static let follow = Parameter.flag(
    "follow", help: "Go on exchanging events as they come, until interrupted.")
  static let all = Parameter.flag(
    "all", help: "Send all sessions, not only races and the points that they are timed at.")
  static let only = Parameter.option(
    repeating: "only", .text("session"),
    help: "Exchange this session and its race alone: its number, uid or name.")

  static let declaration = Subcommand(
    "now", abstract: "Exchange events with the hub; the word may be left out.",
    discussion: """
      Killed at any time, it loses and doubles nothing. With --follow, it reconnects whenever the \
      network is there.
      """,
    examples: [
      Example("Exchange once", "laptimer sync"),
      Example("Stay connected during a race", "laptimer sync --follow"),
    ], [follow, only, all])

  static func run(_ context: SyncContext) throws {
    let log = try context.openLog()
    if context.values[follow] { return try Following(context, log).run() }
    let report = try context.synchronizer(context.openHub(), log).run()
    try context.answer(report)
    context.note(outcomesOf: report)
    let kinds = report.outcomes.values.map(\.outcome.kind)
    if let kind = ["diverged", "refused"].first(where: kinds.contains) {
      throw Failure(
        kind, exitCode: ExitCode.data,
        "Some sessions diverged or were refused; all others are exchanged.")
    }
  }
}

/// `sync --follow`: waits for events on both sides.
private final class Following {
  private let context: SyncContext
  private let log: Logbook
  private let follower: Follower
  private let interrupts: Interrupts?
  private var reported: [EventID: StreamExchange.Outcome] = [:]
  /// The sessions of which a note said that their clock contradicts an earlier comparison.
  private var contradicting: Set<Int> = []
  /// Whether a note said that the hub cannot be reached.
  private var isAway = false

  /// The time between two exchanges without a notification.
  private static let period = Duration.seconds(5)
  /// The time until the next exchange after a notification without events: any device can send them
  /// without end.
  private static let falseAlarmPause = Duration.milliseconds(50)
  /// The time until the next exchange after one that sent events, each of which wakes all devices.
  private static let sendingPause = Duration.milliseconds(10)

  init(_ context: SyncContext, _ log: Logbook) throws {
    self.context = context
    self.log = log
    follower = log.follow(after: try log.newestPosition)
    interrupts = try context.world.catchInterrupts()
  }

  /// Exchanges until an interrupt; throws only errors that another try does not repair.
  func run() throws {
    var pause = Duration.zero
    while true {
      do {
        _ = try wait(nil, atMost: pause)
        pause = max(.seconds(1), min(pause * 2, .seconds(30)))
        let hub = try context.openHub()
        pause = .seconds(1)
        try follow(hub)
      } catch {
        let failure = Failure(error)
        if failure.kind == "interrupted" { return }
        guard ["unreachable", "locked", "disk_full", "not_saved"].contains(failure.kind) else {
          throw failure
        }
        isAway = isAway || failure.kind == "unreachable"
        context.note(failure.reason)
      }
    }
  }

  /// Exchanges over a connection until an error or an interrupt.
  private func follow(_ hub: Hub) throws {
    hub.server.interrupts = interrupts
    _ = try hub.call("LISTEN laptimer")
    let synchronizer = try context.synchronizer(hub, log)
    var (wake, asked) = (Wake.time, context.world.instant().ticks)
    while true {
      // Before the exchange, so that events recorded during it wake the next one.
      _ = try follower.nextSessions()
      // A notification may be lost while this log has new events all the time.
      let now = context.world.instant().ticks
      let asksHub = wake != .log || now - asked >= Self.period
      if asksHub { asked = now }
      let report = try synchronizer.run(askingHub: asksHub)
      if isAway { context.note("The hub can be reached again.") }
      isAway = false
      try show(report)
      let isFalseAlarm = wake == .hub && report.sent + report.received == 0
      if isFalseAlarm || report.sent > 0 {
        _ = try wait(nil, atMost: isFalseAlarm ? Self.falseAlarmPause : Self.sendingPause)
      }
      wake = try wait(hub, atMost: Self.period)
    }
  }

  /// Prints what was exchanged, and each outcome once.
  private func show(_ report: SyncReport) throws {
    if report.sent + report.received > 0 { try context.answer(report) }
    var news = report
    news.outcomes = report.outcomes.filter { reported[$0.key] != $0.value.outcome }
    reported.merge(news.outcomes.mapValues(\.outcome)) { $1 }
    news.contradictions = report.contradictions.filter { contradicting.insert($0.key).inserted }
    context.note(outcomesOf: news)
  }

  private enum Wake { case hub, log, time }

  /// Waits until events may have come on either side; an interrupt is an error.
  private func wait(_ hub: Hub?, atMost time: Duration) throws -> Wake {
    var left = time
    while true {
      // Notifications that arrive with the answer to a statement do not make the socket readable.
      if let hub, try hub.server.drainNotifications() { return .hub }
      // Without a bell, the log is polled.
      let nap = hub == nil || follower.bell != nil ? left : min(left, .milliseconds(250))
      let bell = hub == nil ? nil : follower.bell
      var files = [hub?.server.socket, bell, interrupts?.file].map { pollfd($0) }
      poll(&files, 3, Int32(clamping: nap.nanoseconds / 1_000_000))
      if files[2].revents != 0 { throw Failure.interrupted }
      guard let hub else { return .time }
      if files[0].revents != 0, try hub.server.drainNotifications() { return .hub }
      if try !follower.nextSessions().isEmpty { return .log }
      if files[0].revents == 0, files[1].revents == 0 { left = left - nap }
      if left <= .zero { return .time }
    }
  }
}

extension SyncContext {
  /// Returns the exchange of this log with a hub.
  func synchronizer(_ hub: Hub, _ log: Logbook) throws -> Synchronizer {
    try Synchronizer(
      hub, log, world, only: groups(in: log), all: values[ExchangeCommand.all],
      progress: ProgressLine(world, isWanted: !isJSON))
  }

  /// Returns the groups that `--only` names; nil without it.
  private func groups(in log: Logbook) throws -> Set<EventID>? {
    let groups = try values[ExchangeCommand.only].map { name in
      // A race that this log does not have yet is named by its uid.
      if let uid = EventID(name), try log.number(ofSession: uid) == nil { return uid }
      return try log.localStream(named: name).group
    }
    return groups.isEmpty ? nil : Set(groups)
  }

  /// Answers with what was exchanged.
  func answer(_ report: SyncReport) throws {
    try answer(
      "Sent \(report.sent, "event"), received \(report.received).",
      json: [
        "sent": report.sent, "received": report.received,
        "exceptions": report.outcomes.sorted { $0.key < $1.key }.map {
          stream, value -> JSONFields in
          ["uid": stream, "session": value.session, "state": value.outcome.kind]
        },
      ])
  }

  /// Adds a note on each clock that contradicts the hub's, and on each stream that did not end equal.
  func note(outcomesOf report: SyncReport) {
    for (session, distance) in report.contradictions.sorted(by: { $0.key < $1.key }) {
      note(
        """
        The clock of session \(session) contradicts its last comparison with the hub by \
        \(verbatim: "\(distance.nanoseconds / 1_000_000)") ms; the new comparison is not used. If \
        the server's clock was set, a restart of PostgreSQL begins new comparisons.
        """)
    }
    for (stream, value) in report.outcomes.sorted(by: { $0.key < $1.key }) {
      note(value.outcome.sentence(on: value.session.map(\.description) ?? stream.description))
    }
  }
}
