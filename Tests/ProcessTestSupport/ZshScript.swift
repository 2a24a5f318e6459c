/// Scripts that print the completions of zsh.
package enum ZshScript {
  /// Starts zsh in a separate terminal, in which the tab key prints the completions.
  ///
  /// zsh adds each completion with `compadd`, which `setup` replaces by a function that prints the
  /// completions that match the typed word.
  package static let driver = #"""
    setopt extendedglob
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell 'source ./setup.zsh'
    until [[ $line == *ready* ]]; do zpty -r shell line || exit 1; done
    zpty -w -n shell "$1"$'\t'
    while zpty -r shell line; do
      line=${line%%[$'\r\n']##}
      [[ $line == *'<end>'* ]] && break
      [[ $line == *'<offer>'* ]] && print -r -- "${line#*<offer>}"
    done
    zpty -d shell
    """#

  /// The setup of the interactive shell, without the line `print ready` that ends it.
  package static let setup = #"""
    PROMPT= RPROMPT=
    unset zle_bracketed_paste
    autoload -Uz compinit
    fpath=($PWD $fpath)
    compinit -u -d ./dump
    bindkey '^I' complete-word
    compadd() {
      if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
      fi
      typeset -a offered
      builtin compadd -A offered "$@"
      for offer in $offered; do print -r -- "<offer>$IPREFIX$offer"; done
      builtin compadd "$@"
    }
    finish() { print -r -- '<end>' }
    comppostfuncs=(finish)

    """#
}
