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
  /// The values of one parameter.
  private struct Given {
    var key: String
    var values: [any Sendable]
  }

  /// Command lines have few parameters: a linear search is as fast as a dictionary, and start-up
  /// does not have to instantiate a dictionary type.
  private var given: [Given] = []

  /// The value of an option, or its default.
  package subscript<Parsed>(option: Option<Parsed>) -> Parsed {
    option.parsed(self[key: option.definition.key] ?? [])
  }

  /// The value of a positional argument, or its default.
  package subscript<Parsed>(argument: Argument<Parsed>) -> Parsed {
    argument.parsed(self[key: argument.definition.key] ?? [])
  }

  /// Whether the flag was given.
  package subscript(flag: Flag) -> Bool {
    self[key: flag.definition.key] != nil
  }

  /// Whether the user gave any of the parameters, rather than relying on a default.
  package func contains(_ parameter: some Parameter) -> Bool {
    parameter.definitions.contains { self[key: $0.key] != nil }
  }

  /// The values given for a key, in order; nil if it was not given.
  subscript(key key: String) -> [any Sendable]? {
    given.first { $0.key == key }?.values
  }

  /// Replaces the values of a key.
  mutating func replace(_ key: String, _ values: [any Sendable]) {
    given.removeAll { $0.key == key }
    given.append(Given(key: key, values: values))
  }

  /// Adds a value to a key.
  mutating func append(_ key: String, _ value: any Sendable) {
    guard let index = given.firstIndex(where: { $0.key == key }) else {
      return replace(key, [value])
    }
    // In place: copying the array for every word would take quadratic time.
    given[index].values.append(value)
  }
}
