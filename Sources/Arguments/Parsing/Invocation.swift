import Text

/// The meaning of a valid command line.
package enum Invocation: Sendable {
  /// Run a subcommand with its values.
  case run(Subcommand, Values)

  /// Show the help of a subcommand, or of the whole program.
  case help(Subcommand?)

  /// Show the version.
  case version
}

/// The values of a command line, by the options and arguments that declared them.
package struct Values: Sendable {
  private struct Given {
    var key: String
    var values: [any Sendable]
  }

  /// Command lines have few parameters: a linear search is as fast as a dictionary, and start-up
  /// does not have to instantiate a dictionary type.
  private var given: [Given] = []

  /// The value of a parameter, or its default; for a flag, whether the command line has it.
  package subscript<Parsed>(parameter: Parameter<Parsed>) -> Parsed {
    parameter.parsed(self[key: parameter.definition.key])
  }

  /// Returns true if the command line has the parameter; its default does not count.
  package func contains(_ parameter: Parameter<some Sendable>) -> Bool {
    self[key: parameter.definition.key] != nil
  }

  /// Returns true if the command line has any of the parameters.
  package func contains(_ group: Exclusive) -> Bool { firstGiven(of: [group]) != nil }

  /// Returns the first of these parameters that the command line has; nil if it has none.
  package func firstGiven(of parameters: [any ParameterGroup]) -> Definition? {
    parameters.flatMap(\.definitions).first { self[key: $0.key] != nil }
  }

  /// Returns the first parameter with a value that names a file to read; nil if there is none.
  package func parameterReadingFile(of subcommand: Subcommand) -> Definition? {
    let definitions = subcommand.definitions
    // By index: few parameters read files, and copying each definition takes longer than the rest.
    let index = definitions.indices.first { index in
      guard let readsFile = definitions[index].readsFile else { return false }
      return self[key: definitions[index].key]?.contains(where: readsFile) ?? false
    }
    return index.map { definitions[$0] }
  }

  /// The values given for a key, in order; nil if it was not given.
  subscript(key key: String) -> [any Sendable]? {
    given.first { $0.key == key }?.values
  }

  mutating func replace(_ key: String, _ values: [any Sendable]) {
    given.removeAll { $0.key == key }
    given.append(Given(key: key, values: values))
  }

  mutating func append(_ key: String, _ value: any Sendable) {
    guard let index = given.firstIndex(where: { $0.key == key }) else {
      return replace(key, [value])
    }
    // In place: copying the array for every word would take quadratic time.
    given[index].values.append(value)
  }
}

/// An error in a command line, as facts; ``message`` renders them in English.
package struct UsageError: Error, Sendable {
  package let problem: Problem

  /// The subcommand of the line, if one was recognized.
  package let subcommand: Subcommand?

  package init(_ problem: Problem, in subcommand: Subcommand?) {
    self.problem = problem
    self.subcommand = subcommand
  }

  /// Creates the error for a value of an option that a subcommand finds invalid.
  package init(
    _ value: String, of option: Definition, _ reason: String, in subcommand: Subcommand?
  ) {
    self.init(
      .invalidValue(option, name: option.key, value: value, InvalidValue(reason)), in: subcommand)
  }

  /// The kind of error.
  ///
  /// Words of the user are stored as typed; ``UsageError/message`` shows them escaped.
  package enum Problem: Sendable {
    /// No subcommand has this name.
    case unknownSubcommand(String, suggestions: [String])
    /// No option has this name.
    case unknownOption(String, suggestion: String?)
    /// An option lacks its value; `name` as typed.
    case missingValue(Definition, name: String)
    /// A flag was given a value; `name` as typed.
    case unexpectedValue(name: String, value: String)
    /// There are more words than the subcommand accepts.
    case unexpectedArguments([String])
    /// A value is invalid; `name` as typed, `nil` for a positional argument.
    case invalidValue(Definition, name: String?, value: String, InvalidValue)
    /// One of these must be given.
    case missing([Definition])
    /// These are mutually exclusive.
    case conflict(Definition, Definition)
    /// An error that a subcommand found: a sentence, in which words of the user are
    /// ``Swift/String/echoed``.
    case other(String)
  }

  /// The error in one sentence, with the user's words escaped; further lines list many choices.
  package var message: String {
    switch problem {
    case .unknownSubcommand(let word, let suggestions):
      return "Unknown subcommand '\(word.echoed)'" + Self.question(suggestions)
    case .unknownOption(let name, let suggestion):
      return "Unknown option '\(name.echoed)'" + Self.question([suggestion].compactMap(\.self))
    case .missingValue(let definition, let name):
      return "Missing value for '\(name) <\(definition.valueName)>'"
    case .unexpectedValue(let name, let value):
      return "The option '\(name)' does not take any value, but '\(value.echoed)' was specified."
    case .unexpectedArguments(let words):
      let shown = words.prefix(10).map { "'\($0.echoed)'" }.joined(separator: ", ")
      guard words.count > 1 else { return "Unexpected argument \(shown)" }
      return "\(words.count) unexpected arguments: \(shown)" + (words.count > 10 ? ", …" : "")
    case .invalidValue(let definition, let name, let value, let error):
      let parameter = name.map { "\($0) <\(definition.valueName)>" } ?? definition.synopsis
      return "The value '\(value.echoed)' is invalid for '\(parameter)'"
        + (error.reason.map { ": \(Harmless.text($0))" } ?? Self.choices(definition.choices))
    case .missing(let definitions):
      let all = definitions.map { "'\($0.synopsis)\($0.isRepeating ? " ..." : "")'" }
      guard definitions.count > 1 else { return "Missing expected argument \(all.joined())" }
      return "Missing one of: \(all.joined(separator: ", "))"
    case .conflict(let first, let second):
      return "The options '\(first.key)' and '\(second.key)' cannot be used together."
    case .other(let message):
      return message
    }
  }

  private static func question(_ suggestions: [String]) -> String {
    suggestions.isEmpty ? "" : "." + suggestions.question
  }

  private static func choices(_ values: [String]) -> String {
    switch values.count {
    case 0: ""
    case 1..<6: ". Please provide one of \(values.map(\.shown).joined(lastBy: "or"))."
    default:
      ". Please provide one of the following:\n"
        + values.map { "  - \($0)" }.joined(separator: "\n")
    }
  }

  /// The help of the parameter in question, if there is one.
  fileprivate var parameterHelp: String? {
    let (definition, name): (Definition, String?)
    switch problem {
    case .missingValue(let missing, let typed): (definition, name) = (missing, typed)
    case .invalidValue(let invalid, let typed, _, _): (definition, name) = (invalid, typed)
    case .missing(let missing) where missing.count == 1: (definition, name) = (missing[0], nil)
    case .missing, .unknownSubcommand, .unknownOption, .unexpectedValue, .unexpectedArguments,
      .conflict, .other:
      return nil
    }
    guard !definition.help.isEmpty else { return nil }
    return (name.map { "\($0) <\(definition.valueName)>" } ?? definition.synopsis)
      + "  \(definition.help)"
  }
}

/// The reason why a word is not a valid value.
package struct InvalidValue: Error, Sendable, Equatable {
  /// The reason without a capital and a full stop; `nil` if there is none beyond the list of valid
  /// choices.
  package let reason: String?

  package init(_ reason: String? = nil) {
    self.reason = reason
  }
}

extension Program {
  /// Renders a usage error: the message, help on the parameter in question, the usage line, and a
  /// reference to the help screen, as lines that end with a line feed.
  package func text(of error: UsageError) -> String {
    let command = [name, error.subcommand?.name].compactMap { $0 }.joined(separator: " ")
    return """
      Error: \(error.message)
      \(error.parameterHelp.map { "Help:  \($0)\n" } ?? "")\
      Usage: \(usage(of: error.subcommand))
        See '\(command) --help' for more information.

      """
  }
}
