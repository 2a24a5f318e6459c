import Foundation
import Testing

@testable import Arguments

struct ZshCompletionTests {
  /// Starts zsh in a separate terminal, in which the tab key prints the completions.
  ///
  /// zsh adds each completion with `compadd`, which `setup` replaces by a function that prints the
  /// completions that match the typed word.
  private static let driver = #"""
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

  private static let setup = #"""
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

  /// Returns the words that zsh offers for a line.
  static func offers(
    _ line: String, in run: ShellRun, setup: String = setup + "print ready"
  ) throws -> [String] {
    try run.write(setup, to: "setup.zsh")
    try run.write("setopt extendedglob\n" + driver, to: "driver.zsh")
    let lines = try run.lines("zsh", ["-f", "driver.zsh", line])
    // Two groups of completions can contain the same word.
    return lines.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  @Test func `the program lists the sessions, and zsh does not evaluate them`() throws {
    let run = try ShellRun()
    defer { run.remove() }
    // zsh quotes the names for the line.
    let all = try Self.offers("laptimer lap --session ", in: run)
    #expect(
      try all.map { try splitWords($0) }.sorted { $0[0] < $1[0] }
        == ShellRun.sessions.sorted().map { [$0] })
    #expect(
      try Self.offers("laptimer export x Te", in: run).sorted() == ["Tempo\\ run", "Tempo\\ two"])
    #expect(try Self.offers("laptimer start --tag ", in: run) == ["race"])
    #expect(!run.hasRunInjection)
  }

  @Test func `the script can also be sourced`() throws {
    let run = try ShellRun()
    defer { run.remove() }
    let text = try run.read("_laptimer")
    try FileManager.default.removeItem(at: run.folder.appendingPathComponent("_laptimer"))
    try run.write(text, to: "script.zsh")
    #expect(
      try Self.offers(
        "laptimer la", in: run, setup: Self.setup + "source ./script.zsh\nprint ready")
        == ["lap"])
  }

  @Test func `the program lists the log named on the line`() throws {
    let run = try ShellRun()
    defer { run.remove() }
    _ = try Self.offers("laptimer --db 'my log' lap --session ", in: run)
    #expect(try run.read("asked").hasPrefix("--db|my log|__complete|--|sessions||\n"))
    try run.write("", to: "asked")
    _ = try Self.offers("laptimer lap --db=x --session ", in: run)
    #expect(try run.read("asked").hasPrefix("--db|x|__complete|--|sessions||\n"))
    try run.write("", to: "asked")
    _ = try Self.offers("laptimer --db ~/x export ", in: run)
    #expect(
      try run.read("asked").hasPrefix(
        "--db|\(run.folder.path)/x|__complete|--|sessions||\n"))
  }
}
