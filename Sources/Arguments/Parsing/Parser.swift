extension Program {
  /// Parses the words of a command line after the program's name: any text, any number.
  ///
  /// Options may appear anywhere after their subcommand, shared ones also before it; `--` ends
  /// them. Another option that is first begins the implied subcommand, if the program has one. A
  /// request for help, then one for the version, takes precedence over any error but an unknown
  /// subcommand. The first of several errors is thrown. A line without a subcommand means the
  /// implied one, else it requests the program's help.
  ///
  /// - Complexity: O(the length of all words).
  package func parse(_ words: [String]) throws(UsageError) -> Invocation {
    var parser = Parser(self)
    parser.read(words)
    return try parser.finish()
  }

  /// Returns the words of a valid command line, after the program's name, with one option in the
  /// place of others and their values.
  ///
  /// The new option precedes `--` if there is one.
  package func replacing(
    _ options: [Definition], in words: [String], with replacement: [String]
  ) -> [String] {
    var parser = Parser(self)
    var rest = words[...]
    var kept: [String] = []
    while let next = rest.first, next != "--" {
      let before = rest
      parser.option = nil
      parser.read(&rest)
      let isLeftOut = options.contains { $0.key == parser.option }
      if !isLeftOut { kept += before[..<rest.startIndex] }
    }
    return kept + replacement + rest
  }

  /// The error for a word that names no subcommand.
  func unknownSubcommand(_ word: String) -> UsageError.Problem {
    .unknownSubcommand(word, suggestions: Suggestion.subcommands(for: word, in: self))
  }
}

/// The state of parsing one command line.
struct Parser {
  let program: Program
  var subcommand: Subcommand?
  /// The parameters of the subcommand, then the shared ones.
  var parameters: Parameters
  var values = Values()
  /// Words that are neither options nor their values, without the subcommand's name.
  var positionals: [String] = []
  var failure: UsageError?
  /// Whether the word in the place of the subcommand is unknown.
  var hasUnknownSubcommand = false
  var wantsHelp = false
  var wantsVersion = false
  /// The key of the option that was read last.
  var option: String?
  /// The option at the end of the line that lacks its value.
  var optionWithoutValue: Definition?
  /// The argument `--` was read; later arguments are not options.
  var optionsEnded = false

  init(_ program: Program) {
    self.program = program
    parameters = Parameters(program.shared)
  }

  /// Records an error in the current subcommand, unless there was one before.
  mutating func report(_ problem: UsageError.Problem) {
    if failure == nil { failure = UsageError(problem, in: subcommand) }
  }

  mutating func read(_ words: [String]) {
    var rest = words[...]
    while !rest.isEmpty { read(&rest) }
  }

  /// Reads the next word, and the value that follows it if it is an option.
  mutating func read(_ rest: inout ArraySlice<String>) {
    let dash = UInt8(ascii: "-")
    guard let word = rest.popFirst() else { return }
    if optionsEnded || word.utf8.first != dash || word.utf8.count == 1 {
      readWord(word)
    } else if word == "--" {
      optionsEnded = true
    } else if word.utf8.dropFirst().first == dash {
      readLong(word, &rest)
    } else if nextArgument?.dashes == .numbers, Dashes.numbers.accept(word) {
      readWord(word)
    } else {
      readLetters(word)
    }
  }

  /// The argument that the next positional word is for.
  var nextArgument: Definition? {
    let arguments = parameters.definitions.filter { $0.kind == .argument }
    return arguments.indices.contains(positionals.count)
      ? arguments[positionals.count] : arguments.last { $0.isRepeating }
  }

  private mutating func readWord(_ word: String) {
    if subcommand != nil {
      positionals.append(word)
    } else if let found = program.subcommand(named: word) {
      begin(found)
    } else {
      hasUnknownSubcommand = true
      if failure == nil { report(program.unknownSubcommand(word)) }
    }
  }

  private mutating func begin(_ found: Subcommand) {
    subcommand = found
    parameters = found.parameters(with: program.shared)
  }

  // MARK: Options

  /// Reads `--name`, `--name=value` or `--name value`.
  private mutating func readLong(_ word: String, _ rest: inout ArraySlice<String>) {
    let equals = word.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = equals.map { String(word[..<$0]) } ?? word
    let value = equals.map { String(word[word.utf8.index(after: $0)...]) }
    if let definition = option(named: name) {
      readOption(definition, value: value, &rest)
    } else if name == "--help" || name == "--version" {
      readBuiltIn(name, value: value)
    } else if subcommand == nil, let implied = program.implied {
      begin(implied)
      readLong(word, &rest)
    } else {
      reportUnknown(name == "--" ? word : name)
    }
  }

  /// Reads `-h`, also repeated.
  private mutating func readLetters(_ word: String) {
    var letters = word.unicodeScalars.dropFirst()
    while let letter = letters.popFirst() {
      guard letter == "h" else {
        if subcommand == nil, let implied = program.implied { begin(implied) }
        return reportUnknown(letter: letter, of: String(word.prefix { $0 != "=" }))
      }
      let hasValue = letters.first == "="
      readBuiltIn("-h", value: hasValue ? String(letters.dropFirst()) : nil)
      if hasValue { return }
    }
  }

  func option(named name: String) -> Definition? {
    let definitions = parameters.definitions
    // The keys of options begin with dashes as the typed names do.
    let index = definitions.indices.first {
      definitions[$0].kind != .argument && definitions[$0].key == name
    }
    return index.map { definitions[$0] }
  }

  private mutating func readBuiltIn(_ name: String, value: String?) {
    if let value {
      report(.unexpectedValue(name: name, value: value))
    } else if name == "--version" {
      wantsVersion = true
    } else {
      wantsHelp = true
    }
  }

  private mutating func readOption(
    _ definition: Definition, value: String?, _ rest: inout ArraySlice<String>
  ) {
    let name = definition.key
    option = name
    switch (definition.kind, value) {
    case (.flag, let value?):
      report(.unexpectedValue(name: name, value: value))
    case (.flag, nil):
      values.replace(definition.key, [])
    case (.option, let value?), (.argument, let value?):
      readValue(value, of: definition, typed: name)
    case (.option, nil), (.argument, nil):
      if let next = rest.first, definition.dashes.accept(next) {
        rest.removeFirst()
        readValue(next, of: definition, typed: name)
      } else {
        if rest.isEmpty { optionWithoutValue = definition }
        report(.missingValue(definition, name: name))
      }
    }
  }

  /// Parses a value and stores it: the last one, or all values of an option that repeats.
  private mutating func readValue(_ word: String, of definition: Definition, typed name: String?) {
    do {
      let value = try definition.read(word)
      if definition.isRepeating {
        values.append(definition.key, value)
      } else {
        values.replace(definition.key, [value])
      }
    } catch {
      report(.invalidValue(definition, name: name, value: word, error))
    }
  }

  private mutating func reportUnknown(_ name: String) {
    guard failure == nil else { return }
    report(.unknownOption(name, suggestion: suggestion(for: name)))
  }

  /// Reports a letter, or the whole word where it resembles a long name, as `-json` does.
  private mutating func reportUnknown(letter: Unicode.Scalar, of word: String) {
    guard failure == nil else { return }
    let suggestion = suggestion(for: word)
    let isFirst = word.unicodeScalars.dropFirst().first == letter
    report(
      .unknownOption(
        suggestion != nil || isFirst ? word : "-\(letter)", suggestion: suggestion))
  }

  private func suggestion(for name: String) -> String? {
    Suggestion.option(for: name, among: parameters.definitions)
  }

  // MARK: Result

  /// Assigns the positional arguments, checks the constraints and returns the meaning of the line.
  mutating func finish() throws(UsageError) -> Invocation {
    let topic = try helpTopic()
    if hasUnknownSubcommand, let failure { throw failure }
    if wantsHelp { return .help(topic ?? subcommand) }
    if wantsVersion { return .version }
    if subcommand == nil, let implied = program.implied { begin(implied) }
    guard let subcommand else {
      if let failure { throw failure }
      return .help(nil)
    }
    assignPositionals()
    checkConstraints()
    if let failure { throw failure }
    guard subcommand.name == Subcommand.helpName else { return .run(subcommand, values) }
    return .help(topic)
  }

  /// Returns the subcommand named after `help`; nil if none is; throws an error for a word that
  /// names none.
  private func helpTopic() throws(UsageError) -> Subcommand? {
    guard subcommand?.name == Subcommand.helpName, let word = positionals.first else { return nil }
    guard let topic = program.subcommand(named: word) else {
      throw UsageError(program.unknownSubcommand(word), in: subcommand)
    }
    return topic
  }

  private mutating func assignPositionals() {
    guard failure == nil else { return }
    var rest = positionals[...]
    // By index: copying each definition would dominate the cost of this loop.
    for index in parameters.definitions.indices
    where parameters.definitions[index].kind == .argument {
      let argument = parameters.definitions[index]
      for word in argument.isRepeating ? rest : rest.prefix(1) {
        readValue(word, of: argument, typed: nil)
      }
      rest = argument.isRepeating ? [] : rest.dropFirst()
    }
    if !rest.isEmpty { report(.unexpectedArguments(Array(rest))) }
  }

  private mutating func checkConstraints() {
    for entry in parameters.constraints where failure == nil {
      switch entry {
      case .single(let definition):
        if definition.isRequired, values[key: definition.key] == nil {
          report(.missing([definition]))
        }
      case .exclusive(let definitions, let required):
        let given = definitions.indices.filter { values[key: definitions[$0].key] != nil }
        if given.count > 1 {
          report(.conflict(definitions[given[0]], definitions[given[1]]))
        } else if required, given.isEmpty {
          report(.missing(definitions))
        }
      }
    }
  }
}
