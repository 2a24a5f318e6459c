/// A flag (`--also`), an option with a value (`--at WHEN`) or a positional argument (`LABEL`), and
/// the key to its parsed value.
///
/// `Parsed` is the type of `values[parameter]`: `Bool` for a flag, `Value?` for an optional one,
/// `Value` for one that is required or has a default, `[Value]` for one that repeats. An option that
/// does not repeat keeps its last value.
package struct Parameter<Parsed: Sendable>: ParameterGroup {
  package let definition: Definition
  /// Restores the type of the values; nil if the parameter was not given.
  let parsed: @Sendable ([any Sendable]?) -> Parsed

  package var entries: [Entry] { [.single(definition)] }

  private init(
    _ definition: Definition, parsed: @escaping @Sendable ([any Sendable]?) -> Parsed
  ) {
    self.definition = definition
    self.parsed = parsed
  }

  /// Declares a parameter that may be left out.
  private init<Value>(optional definition: Definition, _ form: Form<Value>) where Parsed == Value? {
    let key = definition.key
    self.init(definition) { $0?.last.map { restored($0, key) } }
  }

  /// Declares a parameter with any number of values.
  private init<Value>(repeating definition: Definition, _ form: Form<Value>)
  where Parsed == [Value] {
    var definition = definition
    definition.isRepeating = true
    let key = definition.key
    self.init(definition) { values in values.map { $0.map { restored($0, key) } } ?? [] }
  }
}

/// Returns a value with the type that the form gave it.
private func restored<Value>(_ value: any Sendable, _ key: String) -> Value {
  // Fails only for a key other than the one declared under this name: a programming error,
  // independent of user input.
  guard let value = value as? Value else { preconditionFailure("\(key) has another type") }
  return value
}

/// Flags and options.
extension Parameter {
  /// Declares a flag; a repeated one has no further effect.
  package static func flag(_ name: String, help: String) -> Parameter where Parsed == Bool {
    Parameter(Definition(flag: name, help: help)) { $0 != nil }
  }

  /// Declares an optional option; help shows `defaultText` as its default.
  package static func option<Value>(
    _ name: String, _ form: Form<Value>, help: String, defaultText: String? = nil
  ) -> Parameter where Parsed == Value? {
    Parameter(
      optional: Definition(.option, name, form, help: help, defaultText: defaultText), form)
  }

  /// Declares an option with a default, which help shows.
  package static func option(
    _ name: String, _ form: Form<Parsed>, default value: Parsed, help: String
  ) -> Parameter {
    var definition = Definition(.option, name, form, help: help)
    definition.writeDefault = { form.write(value) }
    let key = definition.key
    return Parameter(definition) { $0?.last.map { restored($0, key) } ?? value }
  }

  /// Declares an option that may be given any number of times, each with one value.
  package static func option<Value>(
    repeating name: String, _ form: Form<Value>, help: String
  ) -> Parameter where Parsed == [Value] {
    Parameter(repeating: Definition(.option, name, form, help: help), form)
  }
}

/// Positional arguments; in help, the form's own name replaces `name`.
extension Parameter {
  /// Declares a required argument.
  package static func argument(_ name: String, _ form: Form<Parsed>, help: String) -> Parameter {
    var definition = Definition(.argument, name, form, help: help)
    definition.isRequired = true
    let key = definition.key
    return Parameter(definition) { values in
      // Fails only if a subcommand reads a parameter that it does not declare: a programming error,
      // independent of user input.
      guard let last = values?.last else { preconditionFailure("\(key) is not declared") }
      return restored(last, key)
    }
  }

  /// Declares an optional argument; help shows `defaultText` as its default.
  package static func argument<Value>(
    optional name: String, _ form: Form<Value>, help: String, defaultText: String? = nil
  ) -> Parameter where Parsed == Value? {
    Parameter(
      optional: Definition(.argument, name, form, help: help, defaultText: defaultText), form)
  }

  /// Declares an argument that takes all remaining words.
  ///
  /// At least one is needed unless another parameter takes its place, which the command verifies.
  package static func argument<Value>(
    needed name: String, _ form: Form<Value>, help: String
  ) -> Parameter where Parsed == [Value] {
    var definition = Definition(.argument, name, form, help: help)
    definition.isNeeded = true
    return Parameter(repeating: definition, form)
  }

  /// Declares an argument that takes all remaining words; if required, at least one.
  package static func argument<Value>(
    repeating name: String, _ form: Form<Value>, required: Bool = false, help: String,
    defaultText: String? = nil
  ) -> Parameter where Parsed == [Value] {
    var definition = Definition(.argument, name, form, help: help, defaultText: defaultText)
    definition.isRequired = required
    return Parameter(repeating: definition, form)
  }
}

/// Part of a declaration: a parameter or a group of them.
package protocol ParameterGroup: Sendable {
  /// The declaration as data.
  var entries: [Entry] { get }
}

extension ParameterGroup {
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
package struct Exclusive: ParameterGroup {
  package let entries: [Entry]

  /// Declares mutually exclusive options and flags, none of them required; if `required`, one must
  /// be given.
  package init(_ parameters: any ParameterGroup..., required: Bool = false) {
    entries = [.exclusive(parameters.flatMap(\.definitions), required: required)]
  }
}

/// Parameters that several subcommands share.
package struct Group: ParameterGroup {
  package let entries: [Entry]

  /// Declares the parameters, in the order of help.
  package init(_ parameters: any ParameterGroup...) {
    entries = parameters.flatMap(\.entries)
  }
}

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
