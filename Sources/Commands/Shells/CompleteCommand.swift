import Arguments
import EventLog
import Timing
import Text

/// What completion scripts ask for: `laptimer __complete -- TOPIC PREFIX`.
///
/// Whatever goes wrong, the user who only pressed a key is told nothing.
enum CompleteCommand: RunnableCommand {
  static let topic = Argument("topic", .text, help: "What is wanted: sessions or tags.")
  static let prefix = Argument(optional: "prefix", .text, help: "How it begins.")

  static let declaration = Subcommand(
    Subcommand.completeName, abstract: "List what can be completed.", [topic, prefix],
    hidden: true)

  /// How many are listed at most.
  private static let limit = 500

  static func run(_ context: Context) {
    let prefix = context.values[prefix] ?? ""
    for name in (try? names(context.values[topic], prefix, context)) ?? []
    where !name.unicodeScalars.contains(where: Harmless.isObeyed) {
      context.print(name)
    }
  }

  private static func names(
    _ topic: String, _ prefix: String, _ context: Context
  ) throws -> [String] {
    let log = try context.openLog(for: .reading)
    switch topic {
    case "sessions":
      let names = try log.sessionNames(beginning: prefix, limit: limit)
      // A name of digits is a number where a session is named.
      return try log.sessionNumbers(beginning: prefix, limit: limit - min(names.count, 400))
        + names.filter { !$0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    case "tags": return try log.tags(beginning: prefix, limit: limit)
    default: return []
    }
  }
}
