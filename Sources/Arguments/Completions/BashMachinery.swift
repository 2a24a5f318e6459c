extension BashCompletion {
  /// The part of the script that is the same for every program; `§` stands for its function.
  static let machinery = #"""
    # Sets REPLY to $1 without its quotes and backslashes, quote to a quote left open.
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

    # Notes option $1 with value $2 if the program needs to see it when it is asked for a list.
    §_note() {
      local value=$2
      if [[ $value == "~/"* ]]; then value=$HOME${value:1}; fi
      if §_forwarded "$1"; then forward=("$1" "$value"); fi
    }

    # Offers the word $1, if it goes on from what was typed.
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

    # Offers what an option or an argument takes.
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

      # bash has split the words also at = : @; where the line has no blank, join them again.
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

      # What stands before the word to complete.
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
            # Behind a word that is no subcommand there is nothing to offer.
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
      # What readline will not replace: all before the last break.
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
