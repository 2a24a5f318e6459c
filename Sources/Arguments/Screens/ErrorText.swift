extension UsageError {
  /// What is wrong, in one sentence, with the user's words escaped; more lines only to list many
  /// choices.
  package var message: String {
    switch problem {
    case .unknownSubcommand(let word, let suggestion):
      return "Unexpected argument '\(word.echoed)'" + Self.meant(suggestion)
    case .unknownOption(let name, let suggestion):
      return "Unknown option '\(name.echoed)'" + Self.meant(suggestion)
    case .missingValue(let definition, let name):
      return "Missing value for '\(name) <\(definition.valueName)>'"
    case .unexpectedValue(let name, let value):
      return "The option '\(name)' does not take any value, but '\(value.echoed)' was specified."
    case .unexpectedArguments(let words):
      let shown = words.prefix(10).map { "'\($0.echoed)'" }.joined(separator: ", ")
      guard words.count > 1 else { return "Unexpected argument \(shown)" }
      return "\(words.count) unexpected arguments: \(shown)" + (words.count > 10 ? ", …" : "")
    case .invalidValue(let definition, let name, let value, let why):
      let what = name.map { "\($0) <\(definition.valueName)>" } ?? definition.synopsis
      return "The value '\(value.echoed)' is invalid for '\(what)'"
        + (why.reason.map { ": \($0.echoed)" } ?? Self.choices(definition.choices))
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

  private static func meant(_ suggestion: String?) -> String {
    suggestion.map { ". Did you mean '\($0)'?" } ?? ""
  }

  private static func choices(_ values: [String]) -> String {
    switch values.count {
    case 0:
      return ""
    case 1..<6:
      let quoted = values.map { "'\($0)'" }
      let list =
        quoted.count < 3
        ? quoted.joined(separator: " and ")
        : quoted.dropLast().joined(separator: ", ") + " or " + quoted[quoted.count - 1]
      return ". Please provide one of \(list)."
    default:
      return ". Please provide one of the following:\n"
        + values.map { "  - \($0)" }.joined(separator: "\n")
    }
  }

  /// A reminder of what the parameter in question is for, if there is one.
  fileprivate var reminder: String? {
    let (definition, name): (Definition, String?)
    switch problem {
    case .missingValue(let missing, let typed): (definition, name) = (missing, typed)
    case .invalidValue(let invalid, let typed, _, _): (definition, name) = (invalid, typed)
    case .missing(let missing) where missing.count == 1: (definition, name) = (missing[0], nil)
    default: return nil
    }
    guard !definition.help.isEmpty else { return nil }
    return (name.map { "\($0) <\(definition.valueName)>" } ?? definition.synopsis)
      + "  \(definition.help)"
  }
}

extension Program {
  /// What standard error shows for a usage error: the message, help on the parameter in question,
  /// the usage line, and where to find more.
  ///
  /// - Returns: lines, each ended by a line feed.
  package func text(of error: UsageError) -> String {
    let command = [name, error.subcommand?.name].compactMap { $0 }.joined(separator: " ")
    return """
      Error: \(error.message)
      \(error.reminder.map { "Help:  \($0)\n" } ?? "")\
      Usage: \(usage(of: error.subcommand))
        See '\(command) --help' for more information.

      """
  }
}
