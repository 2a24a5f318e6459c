extension Parser {
  /// What the words that were read come to.
  mutating func finish() throws(UsageError) -> Request {
    if wantsHelp { return .help(helpTopic ?? subcommand) }
    if wantsVersion { return .version }
    guard let subcommand else {
      if let failure { throw failure }
      return .help(nil)
    }
    assignPositionals()
    checkPresence()
    if let failure { throw failure }
    guard subcommand.name == Subcommand.help.name else { return .run(subcommand, values) }
    return try explain()
  }

  /// The subcommand named behind `help`.
  private var helpTopic: Subcommand? {
    guard subcommand?.name == Subcommand.help.name else { return nil }
    return positionals.first.flatMap(program.subcommand(named:))
  }

  private func explain() throws(UsageError) -> Request {
    guard let word = values[Subcommand.helpTopic] else { return .help(nil) }
    if let helpTopic { return .help(helpTopic) }
    throw UsageError(
      .unknownSubcommand(
        word, suggestion: Suggestion.subcommand(for: word, among: program.subcommands)),
      in: subcommand)
  }

  private mutating func assignPositionals() {
    guard failure == nil else { return }
    var rest = positionals[...]
    // By index: to copy each definition would take longer than all else here.
    for index in parameters.definitions.indices
    where parameters.definitions[index].kind == .argument {
      let argument = parameters.definitions[index]
      for word in argument.isRepeating ? rest : rest.prefix(1) {
        read(word, as: argument, typed: nil)
      }
      rest = argument.isRepeating ? [] : rest.dropFirst()
    }
    if !rest.isEmpty { report(.unexpectedArguments(Array(rest))) }
  }

  private mutating func checkPresence() {
    for entry in parameters.demands where failure == nil {
      let given = entry.definitions.filter { values.given[$0.key] != nil }
      switch entry {
      case .single(let definition):
        if definition.isRequired, given.isEmpty { report(.missing([definition])) }
      case .exclusive(let definitions, let required):
        if given.count > 1 {
          report(.conflict(given[0], given[1]))
        } else if required, given.isEmpty {
          report(.missing(definitions))
        }
      }
    }
  }
}
