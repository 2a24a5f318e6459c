# Starts zsh in a separate terminal, in which the tab key prints the completions.
#
# zsh adds each completion with `compadd`, which the setup replaces by a function that prints the
# completions that match the typed word.
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
