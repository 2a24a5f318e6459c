/// What one flag, option or positional argument is, whatever the type of its value: the data from
/// which parsing, help, completions and the manual are made.
package struct Definition: Sendable {
  /// What stands on the command line.
  package enum Kind: Sendable, Equatable {
    /// `--also`
    case flag
    /// `--at WHEN`
    case option
    /// `LABEL`
    case argument
  }

  package let kind: Kind
  /// The long name without its dashes, or the name of a positional argument.
  package let name: String
  /// The letter behind a single dash.
  package var short: Character?
  package var valueName = ""
  package var help = ""
  package var discussion = ""
  /// What help calls the default, where that is said.
  var statedDefault: String?
  /// Writes the value that is the default: only help asks for it.
  var writeDefault: (@Sendable () -> String)?
  package var choices: [String] = []
  package var completion = Completion.none
  package var dashes = Dashes.never
  package var isRequired = false
  package var isRepeating = false
  package var isHidden = false
  var read: @Sendable (String) throws(InvalidValue) -> any Sendable = { $0 }

  /// What help calls the default.
  package var defaultText: String? { statedDefault ?? writeDefault?() }

  /// The name as it is typed (`--at`), or `<label>` for a positional argument; unique within a
  /// subcommand.
  package let key: String

  init(
    kind: Kind, name: String, short: Character? = nil, valueName: String = "", help: String = "",
    discussion: String = "", choices: [String] = [], completion: Completion = .none,
    dashes: Dashes = .never, isHidden: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.short = short
    self.valueName = valueName
    self.help = help
    self.discussion = discussion
    self.choices = choices
    self.completion = completion
    self.dashes = dashes
    self.isHidden = isHidden
    key = kind == .argument ? "<\(name)>" : "--\(name)"
  }
}

/// A part of a declaration: a flag, an option, a positional argument or a group of them.
package protocol Parameter: Sendable {
  /// The declaration as data.
  var entries: [Entry] { get }
}

/// One place of a usage line.
package enum Entry: Sendable {
  /// A flag, an option or a positional argument.
  case single(Definition)

  /// Options of which at most one may be given; if required, exactly one.
  case exclusive([Definition], required: Bool)

  package var definitions: [Definition] {
    switch self {
    case .single(let definition): [definition]
    case .exclusive(let definitions, _): definitions
    }
  }
}
