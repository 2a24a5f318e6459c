import Arguments
import EventLog
import Glibc
import Host
import Logbook
import SQLite
import Text

let session = Parameter.argument(
  "session", .text("session"), help: "The session: its number, uid or name.")

/// The program that `laptimer sync` runs: its subcommands, and the first word left out.
enum SyncProgram {
  static let db = Parameter.option("db", .text("path"), help: "The file of the log.")
  static let json = Parameter.flag("json", help: "Print JSON; errors too, to standard error.")

  static let program = Program(
    "laptimer sync", version: Release.version,
    abstract: "Exchange events with other devices through a hub on PostgreSQL.",
    discussion: """
      Without a subcommand, 'laptimer sync' sends what the hub lacks and receives what this log \
      lacks. The log stays complete and works without a network.
      """,
    shared: [db, json], commands.map(\.declaration), implied: ExchangeCommand.declaration)

  private static let commands:
    [(declaration: Subcommand, run: @Sendable (SyncContext) throws -> Void)] = [
      (ExchangeCommand.declaration, ExchangeCommand.run),
      (StatusCommand.declaration, StatusCommand.run), (JoinCommand.declaration, JoinCommand.run),
      (InitCommand.declaration, InitCommand.run), (InviteCommand.declaration, InviteCommand.run),
      (RevokeCommand.declaration, RevokeCommand.run), (TakeCommand.declaration, TakeCommand.run),
      (RescueCommand.declaration, RescueCommand.run),
    ]

  static func run(_ bytes: [[UInt8]], in world: World) -> Int32 {
    let words = bytes.map { String(decoding: $0, as: UTF8.self) }
    let isJSON = words.contains("--json")
    do {
      if let version = world.variable(Release.variable), version != Release.version {
        throw Failure(
          "other_version", exitCode: ExitCode.bug,
          """
          This is laptimer-sync \(verbatim: Release.version), but laptimer is \(verbatim: version). \
          Install both in the same version.
          """)
      }
      switch try program.parse(words) {
      case .help(let subcommand): try world.print(program.help(for: subcommand))
      case .version: try world.print(Release.version + "\n")
      case .run(let subcommand, let values):
        let command = commands.first { $0.declaration.name == subcommand.name }
        try command?.run(SyncContext(world: world, values: values))
      }
      return 0
    } catch {
      return world.report(Failure(error), isJSON: isJSON)
    }
  }
}

/// The values of a command line, and the world.
struct SyncContext {
  let world: World
  let values: Values

  var isJSON: Bool { values[SyncProgram.json] }

  /// The path of the log; `laptimer sync` passes it on.
  var path: String {
    get throws {
      guard let path = values[SyncProgram.db] ?? world.variable("LAPTIMER_DB") else {
        throw Failure("usage", "No log: run 'laptimer sync', or set LAPTIMER_DB.")
      }
      return path
    }
  }

  func openLog() throws -> Logbook {
    var file = LogFile(try path)
    file.busyTimeout = world.lockTimeout
    file.willAddClock = world.keepDevice
    return try Logbook(file, for: .appending(longLived: true))
  }

  /// Connects to the hub that the log has joined, or to that which it made as its owner.
  func openHub(asOwner isOwner: Bool = false) throws -> Hub {
    guard let membership = try Membership(besideLog: isOwner ? path + ".owner" : path) else {
      throw isOwner
        ? Failure(
          "not_owner", "This log has not made a hub: \(command: "sync init URL") makes one.")
        : Failure(
          "not_joined", "This log has not joined a hub: \(command: "sync join URL") joins one.")
    }
    return Hub(server: try Server(Address(membership.url)))
  }

  func answer(_ message: Message, json object: JSONFields) throws {
    try world.print((isJSON ? JSONWriter.text(object) : message.text(adding: nil)) + "\n")
  }

  func note(_ message: Message) { world.note(message.text(adding: nil), isJSON: isJSON) }
}
