/// A shell for which there is a completion script.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension Program {
  /// Returns the script with which a shell completes this program's command line.
  ///
  /// It offers subcommands, the options of each, choices, files, and lists printed by the program
  /// (see ``Subcommand/completeName``). The script never evaluates names from such a list, quotes
  /// them where necessary, and omits those that contain control characters.
  package func completionScript(for shell: Shell) -> String {
    let contexts = CompletionContext.all(of: self)
    return switch shell {
    case .bash: BashCompletion(program: self, contexts: contexts).script
    case .zsh: ZshCompletion(program: self, contexts: contexts).script
    case .fish: FishCompletion(program: self, contexts: contexts).script
    }
  }

  /// The program's name as part of a function name.
  var functionName: String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.isASCII && $0.properties.isAlphabetic ? $0 : "_" }))
  }
}

/// The completions in one place: before the subcommand, or after one.
struct CompletionContext {
  /// The subcommand and its aliases; empty before the subcommand.
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
