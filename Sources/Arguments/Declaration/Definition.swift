/// A parameter as data, independent of the type of its value.
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
  /// The name as typed (`--at`), or `<label>` for a positional argument; unique within a
  /// subcommand.
  package let key: String
  package let valueName: String
  /// One sentence.
  package let help: String
  package let choices: [String]
  package let completion: Completion
  package let dashes: Dashes
  package var isRequired = false
  /// Help shows the parameter as required, but another parameter can take its place.
  var isNeeded = false
  package var isRepeating = false
  /// The default as declared for help.
  private let statedDefault: String?
  /// Writes the default value; called by help only.
  var writeDefault: (@Sendable () -> String)?
  let read: @Sendable (String) throws(InvalidValue) -> any Sendable
  /// Returns whether a value names a file that the command reads; nil if no value does.
  let readsFile: (@Sendable (any Sendable) -> Bool)?

  /// The default as help shows it.
  package var defaultText: String? { statedDefault ?? writeDefault?() }

  /// Creates the definition of an option or an argument, with a default for help.
  init<Value>(
    _ kind: Kind, _ name: String, _ form: Form<Value>, help: String, defaultText: String? = nil
  ) {
    self.kind = kind
    self.name = name
    self.help = help
    key = kind == .argument ? "<\(name)>" : "--\(name)"
    valueName = form.name ?? name
    choices = form.choices
    completion = form.completion
    dashes = form.dashes
    statedDefault = defaultText
    read = { word throws(InvalidValue) in try form.read(word) }
    if let readsFile = form.readsFile {
      self.readsFile = { value in (value as? Value).map(readsFile) ?? false }
    } else {
      readsFile = nil
    }
  }

  /// Creates the definition of a flag.
  init(flag name: String, help: String) {
    self.init(.flag, name, .text, help: help)
  }

  /// The parameters that every program has; `-h` is the only letter.
  static let help = Definition(flag: "help", help: "Show this help.")
  static let version = Definition(flag: "version", help: "Show the version.")
}
