/// The completion script for zsh: source it, or save it in a folder of `fpath`.
struct ZshCompletion {
  let program: Program
  let contexts: [CompletionContext]

  private var function: String { "_\(program.functionName)" }

  var script: String {
    """
    #compdef \(program.name)
    # Completion of \(program.name) for zsh. Save it as \(function) in a folder of fpath, or load it with
    #   source <(\(program.name) completions zsh)

    \(ZshCompletion.machinery.replacing("§", with: function).replacing("¶", with: forwarded))
    \(function)_subcommands() {
      local -a subcommands=(
    \(subcommands)
      )
      _describe -t commands subcommand subcommands
    }

    \(function)() {
      local curcontext=$curcontext context state state_descr line
      typeset -A opt_args
      local \(function)_program=${${(Q)words[1]}/#\\~\\//$HOME/}
      local -a \(function)_forward
      local -i ret=1
      \(function)_look
      _arguments -C -s -S \\
    \(specifications(of: contexts[0])) \\
        '(-): :\(function)_subcommands' \\
        '(-)*:: :->words' && ret=0
      [[ $state == words ]] || return ret
      curcontext=${curcontext%:*:*}:\(program.name)-$words[1]:
      case $words[1] in
    \(cases)
      esac
      return ret
    }

    if [[ $funcstack[1] == \(function) ]]; then
      \(function) "$@"
    else
      compdef \(function) \(program.name)
    fi

    """
  }

  private var subcommands: String {
    program.subcommands.filter { !$0.isHidden }.flatMap { subcommand in
      ([subcommand.name] + subcommand.aliases).map { name in
        "    " + "\(name.backslashed([":", "\\"])):\(subcommand.abstract)".inSingleQuotes
      }
    }.joined(separator: "\n")
  }

  private var cases: String {
    contexts.dropFirst().map { context in
      """
          \(context.names.joined(separator: " | ")))
            _arguments -s -S \\
      \(specifications(of: context)) && ret=0
            ;;
      """
    }.joined(separator: "\n")
  }

  private func specifications(of context: CompletionContext) -> String {
    let all =
      context.options.flatMap(specifications(of:)) + context.arguments.map(specification(of:))
    return all.map { "        \($0.inSingleQuotes)" }.joined(separator: " \\\n")
  }

  /// The specifications of an option's long and short name.
  private func specifications(of option: Definition) -> [String] {
    let short = option.short.map { "-\($0)" }
    let names = [option.key] + (short.map { [$0] } ?? [])
    let endsLine = [Definition.help.key, Definition.version.key].contains(option.key)
    let prefix =
      option.isRepeating ? "*" : "(\(endsLine ? "- *" : names.joined(separator: " ")))"
    return names.map { name in
      let joined = option.kind == .option && name == option.key ? "=" : ""
      let value = option.kind == .option ? ":\(escape(option.valueName)):\(action(option))" : ""
      return "\(prefix)\(name)\(joined)[\(escape(option.help))]\(value)"
    }
  }

  private func specification(of argument: Definition) -> String {
    let place = argument.isRepeating ? "*" : argument.isRequired ? "" : ":"
    return "\(place):\(escape(argument.valueName)):\(action(argument))"
  }

  private func action(_ definition: Definition) -> String {
    switch definition.completion {
    case .none: " "
    case .file: "_files"
    case .values(let words): "(\(words.map(\.shellQuoted).joined(separator: " ")))"
    case .subcommands: "\(function)_subcommands"
    case .dynamic(let topic): " \(function)_list \(topic)"
    }
  }

  private var forwarded: String {
    let names = program.completing.map(\.key)
    return names.isEmpty ? "''" : names.joined(separator: "|")
  }

  private func escape(_ text: String) -> String {
    text.backslashed(["[", "]", ":", "\\"])
  }

  /// The constant part of the script; `§` is replaced by the name of its function, `¶` by the
  /// options that are passed on.
  static let machinery = #"""
    # Stores the options that are passed on when the program is asked for a list.
    §_look() {
      local -i i
      local value
      for ((i = 2; i < CURRENT; i++)); do
        case $words[i] in
          --) break ;;
          (¶)
            ((i + 1 < CURRENT)) || break
            value=${(Q)words[i+1]}
            §_forward=($words[i] "${value/#\~\//$HOME/}")
            ;;
          (¶)=*)
            value=${(Q)words[i]#*=}
            §_forward=("${words[i]%%=*}" "${value/#\~\//$HOME/}")
            ;;
        esac
      done
    }

    # Offers the program's list for topic $1.
    §_list() {
      local -a names expl
      names=("${(@f)$("$§_program" $§_forward __complete -- $1 '' 2>/dev/null </dev/null)}")
      names=("${(@)names:#*[[:cntrl:]]*}")
      names=("${(@)names:#}")
      _wanted $1 expl $1 compadd -a names
    }

    """#
}
