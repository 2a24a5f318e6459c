/// The completion script for bash, from 3.2 on, with and without the package bash-completion.
struct BashCompletion {
  let program: Program
  let contexts: [CompletionContext]

  private var function: String { "_\(program.functionName)" }

  var script: String {
    """
    # Completion of \(program.name) for bash. Load it by
    #   source <(\(program.name) completions bash)

    # Sets REPLY to the options of subcommand $1.
    \(function)_options() {
      case $1 in
    \(optionCases)
      esac
    }

    # Sets REPLY to what option (or argument number) $2 of subcommand $1 takes: nothing for a flag,
    # else none, file, subcommands, "list TOPIC" or "values WORD...".
    \(function)_takes() {
      case "$1 $2" in
    \(valueCases)
        *) REPLY= ;;
      esac
    }

    # Whether the program needs to see option $1 when it is asked for a list.
    \(function)_forwarded() {
      case $1 in
        \(forwarded)) return 0 ;;
        *) return 1 ;;
      esac
    }

    # Sets REPLY to the subcommand that $1 names.
    \(function)_subcommand() {
      case $1 in
    \(subcommandCases)
        *) REPLY= ;;
      esac
    }

    \(function)_subcommands='\(subcommandNames)'

    \(BashCompletion.machinery.replacing("§", with: function))
    complete -F \(function) \(program.name)

    """
  }

  private var optionCases: String {
    contexts.map { context in
      let names = context.options.flatMap { option in
        [option.key] + (option.short.map { ["-\($0)"] } ?? [])
      }
      return "    \(context.pattern)) REPLY='\(names.joined(separator: " "))' ;;"
    }.joined(separator: "\n")
  }

  private var valueCases: String {
    contexts.flatMap { context in
      let name = context.names.first ?? ""
      let options = context.options.filter { $0.kind == .option }.map { option in
        let short = option.short.map { " | '\(name) -\($0)'" } ?? ""
        return "    '\(name) \(option.key)'\(short)) REPLY=\(option.completion.bash) ;;"
      }
      let arguments = context.arguments.enumerated().map { index, argument in
        let place = argument.isRepeating ? "'\(name) '[0-9]*" : "'\(name) \(index + 1)'"
        return "    \(place)) REPLY=\(argument.completion.bash) ;;"
      }
      return options + arguments
    }.joined(separator: "\n")
  }

  private var subcommandCases: String {
    contexts.dropFirst().map { context in
      "    \(context.pattern)) REPLY=\(context.names[0]) ;;"
    }.joined(separator: "\n")
  }

  private var subcommandNames: String {
    contexts.flatMap(\.names).joined(separator: " ")
  }

  private var forwarded: String {
    let names = program.completing.flatMap { option in
      [option.key] + (option.short.map { ["-\($0)"] } ?? [])
    }
    return names.isEmpty ? "''" : names.joined(separator: " | ")
  }
}

extension CompletionContext {
  fileprivate var pattern: String {
    names.isEmpty ? "''" : names.joined(separator: " | ")
  }
}

extension Completion {
  fileprivate var bash: String {
    switch self {
    case .none: "none"
    case .file: "file"
    case .values(let words): "values \(words.joined(separator: " "))".inSingleQuotes
    case .subcommands: "subcommands"
    case .dynamic(let topic): "list \(topic)".inSingleQuotes
    }
  }
}
