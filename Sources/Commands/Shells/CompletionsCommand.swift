import Arguments
import EventLog
import Logbook
import Text
import Timing

enum CompletionsCommand: RunnableCommand {
  static let shell = Argument("shell", .choice(Shell.self), help: "The shell.")

  static let declaration = Subcommand(
    "completions", abstract: "Print the completion script of a shell.",
    examples: [
      Example(
        "Install the completions for bash",
        "laptimer completions bash > ~/.local/share/bash-completion/completions/laptimer"),
      Example(
        "Install them for zsh, in a folder of $fpath",
        "laptimer completions zsh > ~/.zsh/completions/_laptimer"),
      Example(
        "Install them for fish",
        "laptimer completions fish > ~/.config/fish/completions/laptimer.fish"),
    ],
    [shell])

  static func run(_ context: Context) throws {
    let script = context.program.completionScript(for: context.values[shell])
    context.output.bytes.append(contentsOf: script.utf8)
  }
}

/// Lists names for completion scripts: `laptimer __complete -- TOPIC PREFIX`.
///
/// Errors are silent: the user only pressed the Tab key.
enum CompleteCommand: RunnableCommand {
  static let topic = Argument("topic", .text, help: "sessions or tags.")
  static let prefix = Argument(optional: "prefix", .text, help: "The beginning of the names.")

  static let describe = Flag("describe", help: "Add a tab and a description to each session.")

  static let declaration = Subcommand(
    Subcommand.completeName, abstract: "List names for completion.", [topic, prefix, describe],
    hidden: true)

  private static let limit = 500

  static func run(_ context: Context) {
    if context.values[describe], context.values[topic] == "sessions" {
      return describeSessions(context)
    }
    let prefix = context.values[prefix] ?? ""
    for name in (try? names(context.values[topic], prefix, context)) ?? []
    where !name.unicodeScalars.contains(where: Harmless.isObeyed) {
      context.print(name)
    }
  }

  /// Lists sessions by number, with name and age, and by name, with number and age.
  private static func describeSessions(_ context: Context) {
    let log = try? context.openLog(for: .reading)
    let sessions = (try? log?.completionSessions(beginning: "", limit: limit)) ?? []
    for session in sessions {
      let age = session.startedAt.map { AgeLabel().text(of: context.now - $0) }
      let parts = [session.name.map { Harmless.text($0) }, age].compactMap { $0 }
      context.print("\(session.number)\t\(parts.joined(separator: ", "))")
    }
    var named: Set<String> = []
    for session in sessions {
      guard let name = session.name, named.insert(name).inserted,
        !name.unicodeScalars.contains(where: Harmless.isObeyed),
        SessionReference(name) == .name(name)
      else { continue }
      let age = session.startedAt.map { ", " + AgeLabel().text(of: context.now - $0) } ?? ""
      context.print("\(name)\tsession \(session.number)\(age)")
    }
  }

  private static func names(
    _ topic: String, _ prefix: String, _ context: Context
  ) throws -> [String] {
    let log = try context.openLog(for: .reading)
    switch topic {
    case "sessions":
      let sessions = try log.completionSessions(beginning: prefix, limit: limit)
      // As a session argument, a name of digits would be a number.
      let names = sessions.compactMap(\.name).uniqued
        .filter { !$0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
      return (sessions.map { "\($0.number)" } + names).filter { $0.hasPrefix(prefix) }
    case "tags": return try log.tags(beginning: prefix, limit: limit)
    default: return []
    }
  }
}
