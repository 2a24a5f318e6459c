extension Program {
  /// Reads a command line.
  ///
  /// Options may stand anywhere behind their subcommand, shared ones also before it; `--` ends
  /// them. A request for help, then one for the version, wins over any error. Of several errors
  /// the first is reported. Without a subcommand the answer is the program's help.
  ///
  /// - Parameter words: the words behind the program's name: any text, any number.
  /// - Returns: what the line asks for.
  /// - Throws: what is wrong with it.
  /// - Complexity: O(the length of all words).
  package func parse(_ words: [String]) throws(UsageError) -> Request {
    var parser = Parser(self)
    parser.read(words)
    return try parser.finish()
  }
}

/// The state of reading one command line.
struct Parser {
  let program: Program
  var subcommand: Subcommand?
  /// The parameters of the subcommand, then the shared ones.
  var parameters: Parameters
  var values = Values()
  /// Words that are neither options nor their values, the subcommand's name aside.
  var positionals: [String] = []
  var failure: UsageError?
  var wantsHelp = false
  var wantsVersion = false

  init(_ program: Program) {
    self.program = program
    parameters = Parameters(program.shared)
  }

  /// The flag or option of a long name, `--at`.
  func option(named name: String) -> Definition? {
    let bare = name.dropFirst(2)
    return parameters.definitions.first { $0.kind != .argument && $0.name == bare }
  }

  /// The flag or option of a letter.
  func option(of letter: Unicode.Scalar) -> Definition? {
    let short = Character(letter)
    return parameters.definitions.first { $0.short == short }
  }

  /// Notes what is wrong; the first problem stays, with the subcommand that it was found in.
  mutating func report(_ problem: UsageError.Problem) {
    if failure == nil { failure = UsageError(problem, in: subcommand) }
  }

  mutating func read(_ words: [String]) {
    let dash = UInt8(ascii: "-")
    var rest = words[...]
    var optionsEnded = false
    while let word = rest.popFirst() {
      if optionsEnded || word.utf8.first != dash || word.utf8.count == 1 {
        readWord(word)
      } else if word == "--" {
        optionsEnded = true
      } else if word.utf8.dropFirst().first == dash {
        readLong(word, &rest)
      } else {
        readShort(word, &rest)
      }
    }
  }

  private mutating func readWord(_ word: String) {
    if subcommand != nil {
      positionals.append(word)
    } else if let found = program.subcommand(named: word) {
      subcommand = found
      parameters = found.parameters(beside: program.shared)
    } else if failure == nil {
      report(
        .unknownSubcommand(
          word, suggestion: Suggestion.subcommand(for: word, among: program.subcommands)))
    }
  }
}
