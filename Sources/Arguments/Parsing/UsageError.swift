/// Why a command line is wrong, and of which subcommand: facts, for ``message`` to put in words.
package struct UsageError: Error, Sendable {
  package let problem: Problem

  /// The subcommand that the line is about, if it got so far.
  package let subcommand: Subcommand?

  package init(_ problem: Problem, in subcommand: Subcommand?) {
    self.problem = problem
    self.subcommand = subcommand
  }

  /// What is wrong.
  ///
  /// Words of the user are held as they were typed; ``UsageError/message`` shows them escaped.
  package enum Problem: Sendable {
    /// No subcommand is called so.
    case unknownSubcommand(String, suggestion: String?)
    /// No option is called so.
    case unknownOption(String, suggestion: String?)
    /// An option that takes a value has none; `name` as it was typed.
    case missingValue(Definition, name: String)
    /// A flag was given a value; `name` as it was typed.
    case unexpectedValue(name: String, value: String)
    /// More words than the subcommand takes.
    case unexpectedArguments([String])
    /// A value cannot be read; `name` as it was typed, `nil` for a positional argument.
    case invalidValue(Definition, name: String?, value: String, InvalidValue)
    /// One of these must be given.
    case missing([Definition])
    /// These exclude one another.
    case conflict(Definition, Definition)
    /// What a subcommand found wrong with its values as a whole: a sentence, in which words of the
    /// user are ``Swift/String/echoed``.
    case other(String)
  }
}

/// Why a word is not a value of its form.
package struct InvalidValue: Error, Sendable, Equatable {
  /// The reason in words, without a capital and a full stop; `nil` says no more than that the
  /// value is invalid, or lists the choices there are.
  package let reason: String?

  package init(_ reason: String? = nil) {
    self.reason = reason
  }
}
