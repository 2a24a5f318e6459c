/// A shell for which the program writes a completion script.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension Program {
  /// The script that teaches a shell to complete this program's command line.
  ///
  /// It offers subcommands, the options of each, choices, files, and the lists that the program
  /// itself prints (see ``Subcommand/completeName``). Names from such a list are data to it: it
  /// never evaluates them, quotes what the shell would, and leaves out those that hold control
  /// characters.
  ///
  /// - Parameter shell: the shell that loads the script.
  /// - Returns: the text of the script.
  package func completionScript(for shell: Shell) -> String {
    let contexts = CompletionContext.all(of: self)
    return switch shell {
    case .bash: BashCompletion(program: self, contexts: contexts).script
    case .zsh: ZshCompletion(program: self, contexts: contexts).script
    case .fish: FishCompletion(program: self, contexts: contexts).script
    }
  }

  /// The name of the program as part of a function's name.
  var functionName: String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.isASCII && $0.properties.isAlphabetic ? $0 : "_" }))
  }
}

/// What can be completed at one place: before the subcommand, or behind one.
struct CompletionContext {
  /// The subcommand and its aliases; empty before it.
  let names: [String]
  let options: [Definition]
  let arguments: [Definition]

  static func all(of program: Program) -> [CompletionContext] {
    let shared =
      program.shared.flatMap(\.definitions).filter { !$0.isHidden } + [.version, .help]
    let root = CompletionContext(names: [], options: shared, arguments: [])
    return [root]
      + program.subcommands.filter { !$0.isHidden }.map { subcommand in
        let own = subcommand.definitions.filter { !$0.isHidden }
        return CompletionContext(
          names: [subcommand.name] + subcommand.aliases,
          options: own.filter { $0.kind != .argument } + shared,
          arguments: own.filter { $0.kind == .argument })
      }
  }
}
