import Arguments
import EventLog
import Host
import Logbook
import SQLite
import Sync
import Text

/// Moves a stream to this device.
enum TakeCommand {
  static let declaration = Subcommand(
    "take", abstract: "Continue a session of a device that was revoked.",
    discussion: """
      The session can be written here afterwards. This log must have all its events: the command \
      exchanges events before and afterwards.
      """,
    examples: [Example("After 'sync revoke'", "laptimer sync take \"Point 2\"")], [session])

  static func run(_ context: SyncContext) throws {
    let (hub, log) = (try context.openHub(), try context.openLog())
    let synchronizer = try context.synchronizer(hub, log)
    _ = try synchronizer.run()
    let stream = try log.localStream(named: context.values[session])
    let number = stream.session
    let head = try synchronizer.streams(askingHub: false).first { $0.stream == stream.uid }?.head
    // A hub that was restored from an old copy may lack the newest events.
    let seen = min(stream.version, head?.version ?? .max)
    let differs = Failure("behind", "The hub has other events of session \(number) than this log.")
    let digest = try log.connection?.cached(
      "SELECT lower(hex(digest)) FROM events WHERE session = ? AND version = ?"
    ).bind(number, seen).first { $0.text(0) }
    if let head, seen == head.version, digest != head.digest { throw differs }
    let row = try hub.call(
      "SELECT laptimer.take_stream($1, $2, $3)",
      [.text(stream.group.description), .text(stream.uid.description), .text("\(seen)")]
    ).only
    switch row[0] {
    case "taken": break
    case "not_revoked":
      throw Failure(
        "not_revoked",
        """
        Session \(number) is written by another device. The owner of the hub must revoke that one \
        first, with \(command: "sync revoke \(head?.writer.deviceName ?? "DEVICE")").
        """)
    case "behind": throw differs
    case "unknown": throw Failure("unknown_session", "The hub does not have session \(number).")
    default: throw Failure.unknownAnswer(row[0])
    }
    // The first exchange sends what the hub lacks, the second one makes the session this log's own.
    _ = try synchronizer.run()
    if let outcome = try synchronizer.run().outcomes[stream.uid]?.outcome {
      throw Failure(outcome.kind, outcome.sentence(on: "\(number)"))
    }
    try context.answer(
      "Session \(number) is written here now.", json: ["session": number, "uid": stream.uid])
  }
}
