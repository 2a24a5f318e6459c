/// A whole command line: the program, the options that all subcommands share, and the subcommands.
///
/// ```swift
/// let program = Program(
///   "laptimer", version: "1.0", abstract: "Times laps.",
///   shared: [Options.db, Options.json], [LapCommand.declaration])
///
/// switch try program.parse(["--db", "golf.db", "lap", "Hole 7"]) {
/// case .run(let subcommand, let values): …
/// case .help(let subcommand): print(program.help(for: subcommand, width: 80))
/// case .version: print(program.version)
/// }
/// ```
/// `-h`, `--help`, `--version` and the subcommand `help` need no declaration. Nothing here prints,
/// exits or reads the environment.
package struct Program: Sendable {
  package let name: String
  package let version: String
  package let abstract: String
  package let discussion: String
  /// The options that may stand before the subcommand and behind it.
  package let shared: [Entry]
  /// The options that a completion script hands on when it asks the program for a list.
  package let completing: [Definition]
  /// The subcommands in the order of help, `help` last.
  package let subcommands: [Subcommand]

  /// Declares a program.
  ///
  /// - Parameters:
  ///   - name: what is typed.
  ///   - version: what `--version` shows.
  ///   - abstract: one sentence.
  ///   - discussion: more, in paragraphs.
  ///   - shared: the options of every subcommand; none of them required.
  ///   - completing: those of the shared options with a value on which it depends what
  ///     ``Completion/dynamic(_:)`` lists.
  ///   - subcommands: in the order of help.
  package init(
    _ name: String, version: String, abstract: String, discussion: String = "",
    shared: [any Parameter] = [], completing: [any Parameter] = [],
    _ subcommands: [Subcommand]
  ) {
    self.name = name
    self.version = version
    self.abstract = abstract
    self.discussion = discussion
    self.shared = shared.flatMap(\.entries)
    self.completing = completing.flatMap(\.definitions)
    self.subcommands = subcommands + [.help]
  }

  /// The subcommand that is called so, by its name or an alias.
  package func subcommand(named word: String) -> Subcommand? {
    subcommands.first { $0.name == word } ?? subcommands.first { $0.aliases.contains(word) }
  }
}

extension Subcommand {
  /// The words behind `help`.
  static let helpTopic = Argument(
    optional: "subcommand", .text(completion: .subcommands), help: "The subcommand to explain.")

  /// The subcommand `help`, which every program has.
  static let help = Subcommand(
    "help", abstract: "Show subcommand help information.", [helpTopic])

  /// The name of the hidden subcommand by which completion scripts ask the program for a list:
  /// `laptimer __complete -- TOPIC PREFIX` prints the names of that topic that begin so, one a
  /// line.
  ///
  /// A program that uses ``Completion/dynamic(_:)`` declares it; it should be fast, silent on
  /// errors, and print no name that holds a control character.
  package static let completeName = "__complete"
}
