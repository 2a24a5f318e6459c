import Arguments
import EventLog
import Glibc
import Host
import Logbook
import Sync
import Text

/// Saves the events of a session that diverged from the hub.
enum RescueCommand {
  static let declaration = Subcommand(
    "rescue", abstract: "Save the events of a session that diverged from the hub.",
    discussion: """
      A log that was restored from an old copy, or a copy of a log, may record other events than the \
      hub has. The command moves those that only this log has to a session of their own, which joins \
      the same race. Entries, rulings and other events that such a session cannot hold are listed, to \
      be entered again. The session itself becomes that of the hub.

      Events never change in a log. So the command makes a new log without the diverged events, and \
      keeps the old one beside it. No other process should record meanwhile.
      """,
    examples: [Example("After 'laptimer sync status'", "laptimer sync rescue 1")], [session])

  static func run(_ context: SyncContext) throws {
    let path = try context.path
    let hub = try context.openHub()
    let made = "\(path).rescued.\(getpid())"
    defer { for suffix in ["", "-wal", "-shm", "-bell"] { unlink(made + suffix) } }
    let result = try rebuild(context, hub, as: made)
    let moment = context.world.instant().recordedAt.rfc3339
    let stamp = moment.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    let kept = try Logbook(path: made).restore(to: LogFile(path), keepingAs: String(stamp)).kept
    // Before anything else that may fail: a repeated command could not list these events.
    var lines: [Message] = [
      result.number.map { "Rescued \(result.count, "event") as session \($0)." }
        ?? "No event was moved to a session of its own."
    ]
    for record in result.rescued.leftOut {
      lines.append(
        "Enter again: \(verbatim: record.kind) \(verbatim: record.data), of \(record.at.rfc3339)")
    }
    lines.append("Kept the replaced files: \(verbatim: kept.map(\.shown).joined(separator: ", ")).")
    try context.answer(
      Message(joining: lines, separator: "\n"),
      json: [
        "session": result.number, "events": result.count, "kept": kept,
        "enter_again": result.rescued.leftOut.map { record -> JSONFields in
          ["id": record.id, "kind": record.kind, "at": record.at, "data": record.data]
        },
      ])
    if let old = kept.first, case let last = try Logbook(path: old).newestPosition,
      last != result.newest
    {
      context.note(
        """
        \(last - result.newest, "event") recorded meanwhile are only in \(quoted: old). \
        \(command: "--db \(old) events --after \(result.newest)") shows them.
        """)
    }
    context.note(outcomesOf: try context.synchronizer(hub, context.openLog()).run())
  }

  /// Makes a log at a path, without the diverged events and with the rescued ones; returns the newest
  /// position of the old log, and the events that were moved: their count and the new session.
  private static func rebuild(
    _ context: SyncContext, _ hub: Hub, as path: String
  ) throws -> (newest: Int, rescued: RescuedStream, count: Int, number: Int?) {
    let log = try context.openLog()
    let report = try context.synchronizer(hub, log).run()
    let stream = try log.localStream(named: context.values[session])
    let newest = try log.newestPosition
    guard case .diverged(let version, _)? = report.outcomes[stream.uid]?.outcome else {
      throw Failure("not_diverged", "Session \(stream.session) has not diverged from the hub.")
    }
    let rescued =
      stream.isOfRace
      ? try RescuedStream(ofRace: stream, from: version, in: log)
      : try RescuedStream(copying: stream, in: log)
    let copy = try Logbook(path: path, for: .appending)
    func add(_ part: StreamPart) throws -> Int {
      let result = try copy.importStreams([part])
      guard let error = result.faults.values.first else { return result.newEvents }
      throw Failure.damaged("\(error.fault)")
    }
    for other in try log.localStreams() {
      let last = other.uid == stream.uid ? version - 1 : other.version
      var part = StreamPart(stream: other.uid, after: 0, lines: [], isForeign: other.isForeign)
      while part.after < last {
        part.lines = try log.exportedLines(
          of: other.session, after: part.after, limit: last - part.after, mostBytes: 16 << 20)
        if part.lines.isEmpty { throw Failure.damaged("it lacks events") }
        part.after += try add(part)
      }
    }
    // The rescued events are the newest ones, which 'undo' takes back.
    _ = try context.synchronizer(hub, copy).run()
    let part = StreamPart(stream: rescued.uid, after: 0, lines: rescued.lines, isForeign: false)
    let count = part.lines.isEmpty ? 0 : try add(part) - rescued.unmoved
    return (newest, rescued, count, count > 0 ? try copy.number(ofSession: rescued.uid) : nil)
  }
}
