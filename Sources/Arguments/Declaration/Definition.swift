/// A flag, option or positional argument as data, independent of the type of its value.
///
/// Parsing, help, completions and the manual are derived from it.
package struct Definition: Sendable {
  /// The syntax of a parameter.
  package enum Kind: Sendable, Equatable {
    /// `--also`
    case flag
    /// `--at WHEN`
    case option
    /// `LABEL`
    case argument
  }

  package let kind: Kind
  /// The long name without dashes, or the name of a positional argument.
  package let name: String
  /// The letter after a single dash.
  package var short: Character?
  package var valueName = ""
  /// One sentence.
  package var help = ""
  /// Further paragraphs for help and manual.
  package var discussion = ""
  /// The default as declared for help.
  var statedDefault: String?
  /// Writes the default value; called by help only.
  var writeDefault: (@Sendable () -> String)?
  package var choices: [String] = []
  package var completion = Completion.none
  package var dashes = Dashes.never
  package var isRequired = false
  /// Help shows the parameter as required, but another parameter can take its place.
  var isNeeded = false
  package var isRepeating = false
  package var isHidden = false
  var read: @Sendable (String) throws(InvalidValue) -> any Sendable = { $0 }
  /// Returns whether a value names a file that the command reads; nil if no value does.
  var readsFile: (@Sendable (any Sendable) -> Bool)?

  /// The default as help shows it.
  package var defaultText: String? { statedDefault ?? writeDefault?() }

  /// The name as typed (`--at`), or `<label>` for a positional argument; unique within a
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

  /// Creates a definition that reads values in a form and erases their type.
  init<Value>(
    _ kind: Kind, _ name: String, _ form: Form<Value>, help: String, discussion: String
  ) {
    self.init(
      kind: kind, name: name, valueName: form.name ?? name, help: help, discussion: discussion,
      choices: form.choices, completion: form.completion, dashes: form.dashes)
    let read = form.read
    self.read = { word throws(InvalidValue) in try read(word) }
    if let readsFile = form.readsFile {
      self.readsFile = { value in (value as? Value).map(readsFile) ?? false }
    }
  }

  static let help = Definition(kind: .flag, name: "help", short: "h", help: "Show this help.")
  static let version = Definition(kind: .flag, name: "version", help: "Show the version.")
}

/// Part of a declaration: a flag, an option, a positional argument or a group of them.
package protocol Parameter: Sendable {
  /// The declaration as data.
  var entries: [Entry] { get }
}

extension Parameter {
  package var definitions: [Definition] { entries.flatMap(\.definitions) }
}

/// One element of a usage line.
package enum Entry: Sendable {
  /// A flag, an option or a positional argument.
  case single(Definition)

  /// Mutually exclusive options; if required, exactly one must be given.
  case exclusive([Definition], required: Bool)

  package var definitions: [Definition] {
    switch self {
    case .single(let definition): [definition]
    case .exclusive(let definitions, _): definitions
    }
  }
}

/// Mutually exclusive options: `--at WHEN` or `--ago DUR`.
package struct Exclusive: Parameter {
  package let entries: [Entry]

  /// Declares mutually exclusive options and flags, none of them required; if `required`, one must
  /// be given.
  package init(_ parameters: any Parameter..., required: Bool = false) {
    entries = [.exclusive(parameters.flatMap(\.definitions), required: required)]
  }
}

/// Parameters that several subcommands share.
package struct Group: Parameter {
  package let entries: [Entry]

  /// Declares the parameters, in the order of help.
  package init(_ parameters: any Parameter...) {
    entries = parameters.flatMap(\.entries)
  }
}
