import Arguments
import EventLog
import Glibc
import Host
import Logbook
import Sync
import Text

/// Saves the events of a session that diverged from the hub.
enum RescueCommand {
  private static let session = Parameter.argument(
    "session", .text("session"), help: "The session: its number, uid or name.")

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
    let result = try rebuild(context, hub, path)
    let kept = try replace(path, result, context)
    let log = try context.openLog()
    _ = try context.synchronizer(hub, log).run()
    let number = try log.number(ofSession: result.rescued.part.stream)
    let count = max(0, result.rescued.part.lines.count - (result.isOfRace ? 1 : 0))
    var lines: [Message] = [
      number.map { "Rescued \(count, "event") as session \($0)." }
        ?? "No event can be moved to a session of its own."
    ]
    for record in result.rescued.leftOut {
      lines.append("Enter again: \(verbatim: record.kind) \(verbatim: record.data)")
    }
    lines.append("Kept the replaced files: \(verbatim: kept.map(\.shown).joined(separator: ", ")).")
    try context.answer(
      Message(joining: lines, separator: "\n"),
      json: [
        "session": number, "events": count, "kept": kept,
        "enter_again": result.rescued.leftOut.map { record -> JSONFields in
          ["id": record.id, "kind": record.kind, "data": record.data]
        },
      ])
  }

  private struct Rebuilt {
    var path: String
    var newest: Int
    var rescued: RescuedStream
    var isOfRace: Bool
  }

  /// Makes a log beside the log, without the diverged events and with the rescued ones.
  private static func rebuild(
    _ context: SyncContext, _ hub: Hub, _ path: String
  ) throws -> Rebuilt {
    let log = try context.openLog()
    let report = try context.synchronizer(hub, log).run()
    let number = try log.sessionNumber(named: context.values[session])
    let newest = try log.newestPosition
    let streams = try log.localStreams()
    guard let stream = streams.first(where: { $0.session == number }),
      case .diverged(let version, _)? = report.outcomes[stream.uid]?.outcome
    else {
      throw SyncFailure("not_diverged", "Session \(number) has not diverged from the hub.")
    }
    guard let rescued = try log.rescue(stream, from: version) else {
      throw SyncFailure("not_diverged", "Session \(number) has no events of its own.")
    }
    var parts: [StreamPart] = []
    for other in streams {
      let last = other.uid == stream.uid ? version - 1 : other.version
      var lines: [String] = []
      while lines.count < last {
        lines += try log.exportedLines(
          of: other.session, after: lines.count, limit: min(1000, last - lines.count))
      }
      guard !lines.isEmpty else { continue }
      parts.append(
        StreamPart(stream: other.uid, after: 0, lines: lines, isForeign: other.isForeign))
    }
    if !rescued.part.lines.isEmpty { parts.append(rescued.part) }
    let made = "\(path).rescued.\(getpid())"
    let result = try Logbook(path: made, for: .appending).importStreams(parts)
    guard result.faults.isEmpty else {
      throw SyncFailure(
        "damaged", exitCode: 65,
        "The log cannot be rebuilt: \("\(result.faults.values.first?.fault.description ?? "")").")
    }
    return Rebuilt(path: made, newest: newest, rescued: rescued, isOfRace: stream.isOfRace)
  }

  /// Puts the new log in the place of the old one; returns the names of the old files.
  private static func replace(
    _ path: String, _ rebuilt: Rebuilt, _ context: SyncContext
  ) throws -> [String] {
    defer { for suffix in ["", "-wal", "-shm", "-bell"] { unlink(rebuilt.path + suffix) } }
    let moment = context.world.instant().recordedAt.rfc3339
    let stamp = moment.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    let kept = try Logbook(path: rebuilt.path)
      .restore(to: LogFile(path), keepingAs: String(stamp)).kept
    if let old = kept.first {
      let newest = try Logbook(path: old).newestPosition
      if newest != rebuilt.newest {
        context.note(
          """
          \(newest - rebuilt.newest, "event") recorded meanwhile are only in \(quoted: old). \
          \(command: "--db \(old) events --after \(rebuilt.newest)") shows them.
          """)
      }
    }
    return kept
  }
}
