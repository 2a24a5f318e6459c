/// The completion script for bash 3.2 and later, with or without the package bash-completion.
struct BashCompletion {
  let program: Program
  let contexts: [CompletionContext]

  private var function: String { "_\(program.functionName)" }

  var script: String {
    """
    # Completion of \(program.name) for bash. Load it with
    #   source <(\(program.name) completions bash)

    # Sets REPLY to the options of subcommand $1.
    \(function)_options() {
      case $1 in
    \(optionCases)
      esac
    }

    # Sets REPLY to the kind of value of option (or argument number) $2 of subcommand $1: nothing for
    # a flag, else none, file, subcommands, "list TOPIC" or "values WORD...".
    \(function)_takes() {
      case "$1 $2" in
    \(valueCases)
        *) REPLY= ;;
      esac
    }

    # Tests whether option $1 is passed on when the program is asked for a list.
    \(function)_forwarded() {
      case $1 in
        \(forwarded)) return 0 ;;
        *) return 1 ;;
      esac
    }

    # Sets REPLY to the subcommand with the name or alias $1.
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

extension BashCompletion {
  /// The constant part of the script; `§` is replaced by the name of its function.
  static let machinery = #"""
    # Sets REPLY to $1 without quotes and backslashes, and quote to a quote that is still open.
    §_unquote() {
      local text=$1 out= char i
      quote=
      for ((i = 0; i < ${#text}; i++)); do
        char=${text:i:1}
        if [[ $quote == "'" ]]; then
          if [[ $char == "'" ]]; then quote=; else out+=$char; fi
        elif [[ $char == "\\" ]]; then
          i=$((i + 1))
          char=${text:i:1}
          if [[ $quote == '"' && $char != ['"\$`'] ]]; then out+="\\"; fi
          out+=$char
        elif [[ $quote == '"' ]]; then
          if [[ $char == '"' ]]; then quote=; else out+=$char; fi
        elif [[ $char == "'" || $char == '"' ]]; then
          quote=$char
        else
          out+=$char
        fi
      done
      REPLY=$out
    }

    # Stores option $1 with value $2 if it is passed on when the program is asked for a list.
    §_note() {
      local value=$2
      if [[ $value == "~/"* ]]; then value=$HOME${value:1}; fi
      if §_forwarded "$1"; then forward=("$1" "$value"); fi
    }

    # Offers the word $1 if it begins with the typed text.
    §_offer() {
      local word=$base$1
      [[ $word == "$typed"* && $word != *[[:cntrl:]]* ]] || return 0
      word=${word#"$kept"}
      [[ -n $word ]] || return 0
      case $quote in
        "'") [[ $word != *"'"* ]] || return 0 ;;
        '"') [[ $word != *['"$`\!']* ]] || return 0 ;;
        *) printf -v word %q "$word" ;;
      esac
      COMPREPLY+=("$word")
    }

    # Offers the values of an option or an argument.
    §_values() {
      local word kind=${1%% *}
      case $kind in
        file)
          compopt -o filenames 2>/dev/null
          while IFS= read -r word; do
            word=$base$word
            COMPREPLY+=("${word#"$kept"}")
          done < <(compgen -f -- "${typed#"$base"}")
          ;;
        subcommands) for word in $§_subcommands; do §_offer "$word"; done ;;
        values) for word in ${1#values}; do §_offer "$word"; done ;;
        list)
          while IFS= read -r word; do
            §_offer "$word"
          done < <("$program" ${forward[@]+"${forward[@]}"} __complete -- \
            "${1#list }" "${typed#"$base"}" 2>/dev/null </dev/null)
          ;;
      esac
    }

    §() {
      local IFS=$' \t\n' program=$1 line=${COMP_LINE:0:COMP_POINT} last= word glue i
      local REPLY quote= typed= kept= base= sub= takes= pending= ended= position=1
      local -a words=() forward=()
      local n=-1
      COMPREPLY=()
      [[ -n $program ]] || program=${COMP_WORDS[0]}

      # bash also splits words at = : @; join the parts that have no blank between them.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        glue=
        if [[ -z $COMP_LINE ]]; then
          if [[ $word == = || $last == = ]]; then glue=1; fi
        else
          if [[ -n $line && $line != [[:blank:]]* ]]; then glue=1; fi
          line=${line#"${line%%[![:blank:]]*}"}
          if ((i == COMP_CWORD)); then word=$line; fi
          line=${line#"$word"}
        fi
        if [[ -n $glue && $n -ge 0 ]]; then
          words[n]+=$word
        else
          n=$((n + 1))
          words[n]=$word
        fi
        last=$word
      done

      # The words before the one to complete.
      for ((i = 1; i < n; i++)); do
        §_unquote "${words[i]}"
        word=$REPLY
        if [[ -n $pending ]]; then
          §_note "$pending" "$word"
          pending=
        elif [[ -n $ended || $word != -?* ]]; then
          if [[ -n $sub ]]; then
            position=$((position + 1))
          else
            §_subcommand "$word"
            sub=$REPLY
            # There are no completions after an unknown subcommand.
            [[ -n $sub ]] || return 0
          fi
        elif [[ $word == -- ]]; then
          ended=1
        elif [[ $word == --*=* ]]; then
          §_note "${word%%=*}" "${word#*=}"
        else
          §_takes "$sub" "$word"
          if [[ -n $REPLY ]]; then pending=$word; fi
        fi
      done

      word=${words[n]}
      # The part that readline will not replace: everything before the last break.
      if [[ $last == *[!=:@]* ]]; then kept=${word%"$last"}; else kept=$word; fi
      §_unquote "$kept"
      kept=$REPLY
      §_unquote "$word"
      typed=$REPLY

      if [[ -n $pending ]]; then
        §_takes "$sub" "$pending"
        §_values "$REPLY"
      elif [[ -z $ended && $typed == --*=* ]]; then
        base=${typed%%=*}=
        §_takes "$sub" "${typed%%=*}"
        §_values "$REPLY"
      elif [[ -z $ended && $typed == -* ]]; then
        §_options "$sub"
        for word in $REPLY; do §_offer "$word"; done
      elif [[ -z $sub ]]; then
        §_values subcommands
      else
        §_takes "$sub" "$position"
        §_values "$REPLY"
      fi
    }

    """#
}
