/// A shell for which there is a completion script.
package enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

extension Program {
  /// Returns the script with which a shell completes this program's command line.
  ///
  /// It offers the words that `laptimer --complete SHELL …` prints, see ``ShellLine``, and never
  /// evaluates them.
  package func completionScript(for shell: Shell) -> String {
    let script =
      switch shell {
      case .bash: Shell.bashScript
      case .zsh: Shell.zshScript
      case .fish: Shell.fishScript
      }
    return script.replacing("§", with: name)
  }
}

extension Shell {
  /// For bash 3.2 and later; `§` is the name of the program.
  fileprivate static let bashScript = #"""
    # Completion of § for bash. Load it with
    #   source <(§ completions bash)
    _§() {
      local word IFS=
      COMPREPLY=()
      while read -r word; do
        if [[ $word == $'\t'* ]]; then
          compopt -o filenames 2>/dev/null
          word=${word#?}
          while read -r word; do
            COMPREPLY+=("$word")
          done < <(compgen -f -P "${word%%$'\t'*}" -- "${word#*$'\t'}")
        else
          COMPREPLY+=("$word")
        fi
      done < <("${1/#\~\//$HOME/}" --complete bash "${COMP_LINE:0:COMP_POINT}" "$2" \
        2>/dev/null </dev/null)
    }
    complete -F _§ §

    """#

  fileprivate static let zshScript = #"""
    #compdef §
    # Completion of § for zsh. Save it as _§ in a folder of fpath, or load it with
    #   source <(§ completions zsh)
    _§() {
      local -a words_offered=("${(@f)$("${${(Q)words[1]}/#\~\//$HOME/}" --complete zsh \
        "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null </dev/null)}")
      if [[ $words_offered[1] == $'\t'* ]]; then
        compset -P 1 '--*='
        _files
      elif [[ -n $words_offered[1] ]]; then
        _describe -V § words_offered
      fi
    }
    if [[ $funcstack[1] == _§ ]]; then
      _§ "$@"
    else
      compdef _§ §
    fi

    """#

  /// For fish 3.0 and later.
  fileprivate static let fishScript = #"""
    # Completion of § for fish. Load it with
    #   § completions fish | source
    function __§_complete
      set -l words (commandline -opc)
      $words[1] --complete fish $words[2..-1] (commandline -ct) 2>/dev/null </dev/null
    end
    complete -c § -e
    complete -c § -f -a '(__§_complete | string match -v -- \t\*)'
    complete -c § -F -n '__§_complete | string match -q -- \t\*'

    """#
}
