/// One subcommand, declared as data: parsing, help, completions and the manual all come from it.
///
/// ```swift
/// enum LapCommand {
///   static let label = Argument(optional: "label", .text, help: "What the lap is called.")
///
///   static let declaration = Subcommand(
///     "lap", abstract: "Take a lap.",
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
  /// One sentence, which does not repeat the name.
  package let abstract: String
  /// More, for the help screen and the manual; paragraphs are separated by an empty line.
  package let discussion: String
  package let isHidden: Bool
  /// Declared parameters are made when they are asked for: of all subcommands a run needs one.
  private let parameters: @Sendable () -> [any Parameter]
  /// The parameters, if they were made beforehand.
  private var made: Parameters?

  /// Declares a subcommand.
  ///
  /// - Parameters:
  ///   - name: what is typed.
  ///   - aliases: other names, understood as well and shown in the list of subcommands.
  ///   - abstract: one sentence.
  ///   - discussion: more, in paragraphs.
  ///   - parameters: its own options and positional arguments, in the order of the usage line;
  ///     those that every subcommand shares are the program's.
  ///   - hidden: whether help and completions keep it to themselves.
  package init(
    _ name: String, aliases: [String] = [], abstract: String, discussion: String = "",
    _ parameters: @autoclosure @escaping @Sendable () -> [any Parameter] = [],
    hidden: Bool = false
  ) {
    self.name = name
    self.aliases = aliases
    self.abstract = abstract
    self.discussion = discussion
    self.parameters = parameters
    isHidden = hidden
  }

  /// The parameters in the order of the usage line.
  package var entries: [Entry] { made?.entries ?? parameters().flatMap(\.entries) }

  package var definitions: [Definition] { made?.definitions ?? entries.flatMap(\.definitions) }

  /// The same subcommand with its parameters made once and for all: for programs that read many
  /// command lines.
  package var prepared: Subcommand {
    var subcommand = self
    subcommand.made = Parameters(entries)
    return subcommand
  }

  /// The parameters together with those that all subcommands share.
  func parameters(beside shared: [Entry]) -> Parameters {
    if let made, shared.isEmpty { return made }
    return Parameters(entries + shared)
  }
}
