# The setup of the interactive shell; the line `print ready` follows it.
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
