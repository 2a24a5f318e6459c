/// What a command line says, by the keys that declared it.
package struct Values: Sendable {
  var given = Given()

  /// The value of an option, or what stands for it when it was left out.
  package subscript<Answer>(option: Option<Answer>) -> Answer {
    option.answer(given[option.definition.key] ?? [])
  }

  /// The value of a positional argument, or what stands for it when it was left out.
  package subscript<Answer>(argument: Argument<Answer>) -> Answer {
    argument.answer(given[argument.definition.key] ?? [])
  }

  /// Whether the flag was given.
  package subscript(flag: Flag) -> Bool {
    given[flag.definition.key] != nil
  }

  /// Whether the user typed any of the parameters, so that no default stands for them.
  package func contains(_ parameter: some Parameter) -> Bool {
    parameter.definitions.contains { given[$0.key] != nil }
  }
}
