/// A word that a shell offers, with a description, which may be empty.
package struct Candidate: Sendable, Equatable {
  package let word: String
  package let description: String

  package init(_ word: String, _ description: String = "") {
    self.word = word
    self.description = description
  }
}

/// The continuations of the word at the cursor.
package enum Candidates: Sendable, Equatable {
  case words([Candidate])

  /// The files whose paths begin with a text, each after the same part of the word:
  /// `--db=` before `~/go`.
  case files(after: String, beginning: String)
}

extension Program {
  /// Returns the candidates for the last word of an unfinished command line, after the program's
  /// name: subcommands, options that may still be given, and values.
  ///
  /// The last word may be empty. `list` lists the names of a topic for a subcommand with the values
  /// before the cursor; only those that begin with the text are needed. The candidates of other
  /// kinds may begin with anything.
  package func candidates(
    for words: [String],
    listing list: (Completion.Topic, _ beginning: String, Subcommand, Values) -> [Candidate]
  ) -> Candidates {
    var parser = Parser(self)
    parser.read(words.dropLast())
    let word = words.last ?? ""
    func values(_ definition: Definition?, after base: String = "") -> Candidates {
      let typed = String(word.dropFirst(base.count))
      let values: [Candidate]
      switch definition?.completion ?? .none {
      case .none: values = []
      case .file: return .files(after: base, beginning: typed)
      case .values(let words): values = words.map { Candidate($0) }
      case .subcommands: values = subcommandCandidates
      case .listed(let topic):
        values = parser.subcommand.map { list(topic, typed, $0, parser.values) } ?? []
      }
      return .words(values.map { Candidate(base + $0.word, $0.description) })
    }

    if let option = parser.optionWithoutValue { return values(option) }
    if !parser.optionsEnded, word.hasPrefix("-") {
      guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else {
        return .words(parser.optionCandidates)
      }
      return values(parser.option(named: String(word[..<equals])), after: String(word[...equals]))
    }
    if parser.subcommand != nil { return values(parser.nextArgument) }
    return .words(parser.hasUnknownSubcommand ? [] : subcommandCandidates)
  }

  private var subcommandCandidates: [Candidate] {
    subcommands.flatMap { subcommand in
      ([subcommand.name] + subcommand.aliases).map { Candidate($0, subcommand.abstract) }
    }
  }
}

extension Parser {
  /// The options, without those that were given and those that exclude them.
  fileprivate var optionCandidates: [Candidate] {
    let possible = parameters.entries.flatMap { entry in
      let definitions = entry.definitions
      let isGiven = definitions.contains { values[key: $0.key] != nil && !$0.isRepeating }
      return isGiven ? [] : definitions.filter { $0.kind != .argument }
    }
    return (possible + [.version, .help]).map { Candidate($0.key, $0.help) }
      + [Candidate("-h", Definition.help.help)]
  }
}
