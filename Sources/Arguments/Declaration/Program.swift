/// A command line declared as data: the program, its shared options and its subcommands.
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
/// `-h`, `--help`, `--version` and the subcommand `help` are always available. Nothing here prints,
/// exits or reads the environment.
package struct Program: Sendable {
  package let name: String
  package let version: String
  package let abstract: String
  package let discussion: String
  /// Options that every subcommand accepts, before or after its name.
  package let shared: [Entry]
  /// The subcommand of a line that names none.
  let implied: Subcommand?
  private let makeGroups: @Sendable () -> [SubcommandGroup]
  /// Creates the subcommand with a name; a run needs one only.
  private let makeSubcommand: @Sendable (String) -> Subcommand?
  let examples: @Sendable () -> [Example]
  let synonyms: @Sendable () -> KeyValuePairs<String, [String]>

  /// Declares a program whose help lists the subcommands in groups.
  ///
  /// The shared options are optional. Synonyms are words that users try, each with the subcommands
  /// to suggest in its place. `subcommand` returns the subcommand of the groups that has a name,
  /// without creating the others.
  package init(
    _ name: String, version: String, abstract: String, discussion: String = "",
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    shared: [any ParameterGroup] = [],
    synonyms: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, [String]> = [:],
    groups: @autoclosure @escaping @Sendable () -> [SubcommandGroup],
    subcommand: (@Sendable (String) -> Subcommand?)? = nil, implied: Subcommand? = nil
  ) {
    self.name = name
    self.version = version
    self.abstract = abstract
    self.discussion = discussion
    self.examples = examples
    self.shared = shared.flatMap(\.entries)
    self.synonyms = synonyms
    self.implied = implied
    makeGroups = groups
    makeSubcommand =
      subcommand ?? { name in groups().flatMap(\.subcommands).first { $0.name == name } }
  }

  /// Declares a program whose help lists the subcommands without groups; a line without a
  /// subcommand means the implied one.
  package init(
    _ name: String, version: String, abstract: String, discussion: String = "",
    shared: [any ParameterGroup] = [],
    synonyms: @autoclosure @escaping @Sendable () -> KeyValuePairs<String, [String]> = [:],
    _ subcommands: [Subcommand], implied: Subcommand? = nil
  ) {
    self.init(
      name, version: version, abstract: abstract, discussion: discussion, shared: shared,
      synonyms: synonyms(),
      groups: [SubcommandGroup("", subcommands)],
      subcommand: { name in subcommands.first { $0.name == name } }, implied: implied)
  }

  /// The groups of subcommands that help lists; `help` is in none.
  var groups: [SubcommandGroup] { makeGroups() }

  /// The subcommands in the order of help, `help` last.
  package var subcommands: [Subcommand] { groups.flatMap(\.subcommands) + [help] }

  private var help: Subcommand {
    let example = groups.lazy.flatMap(\.subcommands).first?.name
    return .help(of: name, example: example)
  }

  /// Returns the subcommand with a name or alias.
  package func subcommand(named word: String) -> Subcommand? {
    if let subcommand = makeSubcommand(word) { return subcommand }
    return word == Subcommand.helpName ? help : subcommands.first { $0.aliases.contains(word) }
  }
}

/// Subcommands that help lists under one title.
package struct SubcommandGroup: Sendable {
  let title: String
  package var subcommands: [Subcommand]

  /// Declares a group; an empty title lists the subcommands without a heading.
  package init(_ title: String, _ subcommands: [Subcommand]) {
    self.title = title
    self.subcommands = subcommands
  }
}

/// A command line with a sentence that says what it does.
package struct Example: Sendable {
  package let purpose: String
  package let command: String

  /// Declares an example: its purpose is a sentence without a full stop.
  package init(_ purpose: String, _ command: String) {
    self.purpose = purpose
    self.command = command
  }
}

/// Words that the values of options may contain, under a title, each with its meaning.
package struct TermList: Sendable {
  package let title: String
  package let terms: [(term: String, meaning: String)]

  /// Declares a list; the title has no colon.
  package init(_ title: String, _ terms: [(term: String, meaning: String)]) {
    self.title = title
    self.terms = terms
  }
}

/// A subcommand declared as data, from which parsing, help, completions and the manual derive.
///
/// ```swift
/// enum LapCommand {
///   static let label = Parameter.argument(optional: "label", .text, help: "A label for the lap.")
///
///   static let declaration = Subcommand(
///     "lap", abstract: "Record a lap.",
///     [label, Options.session, Exclusive(Options.at, Options.ago), Options.id])
///
///   static func run(_ values: Values) {
///     let label = values[label]  // String?
///     let at = values[Options.at]  // Moment?
///   }
/// }
/// ```
package struct Subcommand: Sendable {
  /// The sessions that a subcommand is for.
  package enum Scope: Sendable {
    case any
    /// Races, also of other devices.
    case race
    /// Races of this device: it writes in the session of the race itself.
    case ownRace
  }

  package let name: String
  package let aliases: [String]
  package let scope: Scope
  /// One sentence that does not repeat the name.
  package let abstract: String
  /// Further paragraphs for help and manual, separated by empty lines.
  package let discussion: String
  private let makeTerms: @Sendable () -> [TermList]
  private let makeExamples: @Sendable () -> [Example]
  /// Creates the parameters; a run needs those of one subcommand only.
  private let makeParameters: @Sendable () -> [any ParameterGroup]
  private var prepared: Parameters?

  /// Declares a subcommand; help lists its aliases beside its name.
  ///
  /// It has two or three examples, for the end of the help screen. The parameters are its own
  /// options and positional arguments, in the order of the usage line; shared options are declared
  /// by the program.
  package init(
    _ name: String, aliases: [String] = [], for scope: Scope = .any, abstract: String,
    discussion: String = "",
    terms: @autoclosure @escaping @Sendable () -> [TermList] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    _ parameters: @autoclosure @escaping @Sendable () -> [any ParameterGroup] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.scope = scope
    self.abstract = abstract
    self.discussion = discussion
    makeTerms = terms
    makeExamples = examples
    makeParameters = parameters
  }

  package var examples: [Example] { makeExamples() }

  /// The words that its values may contain.
  package var terms: [TermList] { makeTerms() }

  /// The parameters in the order of the usage line.
  package var entries: [Entry] { prepared?.entries ?? makeParameters().flatMap(\.entries) }

  package var definitions: [Definition] { prepared?.definitions ?? entries.flatMap(\.definitions) }

  /// Returns the subcommand with its parameters created, for programs that parse many lines.
  package func withParametersPrepared() -> Subcommand {
    var subcommand = self
    subcommand.prepared = Parameters(entries)
    return subcommand
  }

  /// Returns the parameters followed by the shared ones.
  func parameters(with shared: [Entry]) -> Parameters {
    if let prepared, shared.isEmpty { return prepared }
    return Parameters(entries + shared)
  }
}

/// The parameters of one command line, arranged for the parser.
struct Parameters: Sendable {
  let entries: [Entry]
  /// The parameters in order; few enough for a linear search.
  let definitions: [Definition]
  /// Entries that are required or exclusive.
  let constraints: [Entry]

  init(_ entries: [Entry]) {
    self.entries = entries
    definitions = entries.flatMap(\.definitions)
    constraints = entries.filter { entry in
      switch entry {
      case .single(let definition): definition.isRequired
      case .exclusive: true
      }
    }
  }
}

extension Subcommand {
  /// The argument of `help`.
  static let helpTopic = Parameter.argument(
    optional: "subcommand", .text(completion: .subcommands), help: "The subcommand to explain.")

  /// Returns the subcommand `help` of a program, with examples for one of its subcommands.
  static func help(of program: String, example: String?) -> Subcommand {
    Subcommand(
      helpName, abstract: "Show the help of a subcommand.",
      examples: [Example("List all subcommands", "\(program) help")]
        + (example.map {
          [Example("Show the options and examples of one", "\(program) help \($0)")]
        } ?? []),
      [helpTopic])
  }

  /// The name of the subcommand `help`, which every program has.
  static let helpName = "help"
}
