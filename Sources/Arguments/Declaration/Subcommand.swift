/// A subcommand declared as data, from which parsing, help, completions and the manual derive.
///
/// ```swift
/// enum LapCommand {
///   static let label = Argument(optional: "label", .text, help: "A label for the lap.")
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
  package let name: String
  package let aliases: [String]
  /// One sentence that does not repeat the name.
  package let abstract: String
  /// Further paragraphs for help and manual, separated by empty lines.
  package let discussion: String
  package let isHidden: Bool
  private let makeExamples: @Sendable () -> [Example]
  /// Creates the parameters; a run needs those of one subcommand only.
  private let makeParameters: @Sendable () -> [any Parameter]
  private var prepared: Parameters?

  /// Declares a subcommand.
  ///
  /// - Parameters:
  ///   - name: its name on the command line.
  ///   - aliases: further names, which help lists beside the first.
  ///   - abstract: one sentence.
  ///   - discussion: further paragraphs.
  ///   - examples: two or three command lines for the end of the help screen.
  ///   - parameters: its own options and positional arguments, in the order of the usage line;
  ///     shared options are declared by the program.
  ///   - hidden: whether help and completions omit it.
  package init(
    _ name: String, aliases: [String] = [], abstract: String, discussion: String = "",
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    _ parameters: @autoclosure @escaping @Sendable () -> [any Parameter] = [],
    hidden: Bool = false
  ) {
    self.name = name
    self.aliases = aliases
    self.abstract = abstract
    self.discussion = discussion
    makeExamples = examples
    makeParameters = parameters
    isHidden = hidden
  }

  package var examples: [Example] { makeExamples() }

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
  static let helpTopic = Argument(
    optional: "subcommand", .text(completion: .subcommands), help: "The subcommand to explain.")

  /// The subcommand `help`, which every program has.
  static let help = Subcommand(
    "help", abstract: "Show the help of a subcommand.", [helpTopic])

  /// The hidden subcommand that completion scripts call to obtain a list.
  ///
  /// `laptimer __complete -- TOPIC PREFIX` prints the names of a topic that begin with the prefix,
  /// one a line. A program that uses ``Completion/dynamic(_:)`` declares it; it should be fast,
  /// silent on errors, and print no name that contains a control character.
  package static let completeName = "__complete"
}
