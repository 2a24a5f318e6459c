import Foundation
import Testing

/// The completion scripts of the program in real shells.
struct RealShellTests {
  private func laptimer() throws -> RealProgram {
    let laptimer = try RealProgram()
    try laptimer(
      "record",
      input: """
        start "Tempo run" --tag track
        start "it's" --also
        start '$(touch pwned)' --also
        start 'bad\u{1B}[31m' --also

        """)
    return laptimer
  }

  private func lines(_ answer: Answer) -> [String] {
    #expect(answer.errors == "")
    return answer.output.split(separator: "\n").map(String.init)
  }

  @Test func `bash completes commands, options and sessions`() throws {
    let laptimer = try laptimer()
    func offers(_ words: String...) throws -> [String] {
      try lines(
        laptimer.run(
          [
            "/usr/bin/env", "bash", "--norc", "-c",
            """
            source <(laptimer completions bash)
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
            _laptimer laptimer
            ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
            """, "bash",
          ] + words))
    }
    #expect(try offers("laptimer", "expo") == ["export"])
    #expect(try offers("laptimer", "query", "--format", "nd") == ["ndjson"])
    #expect(try offers("laptimer", "show", "Te") == ["Tempo\\ run"])
    #expect(
      try offers("laptimer", "lap", "--session", "") == [
        "4", "3", "2", "1", "\\$\\(touch\\ pwned\\)", "it\\'s", "Tempo\\ run",
      ])
    #expect(try offers("laptimer", "tag", "t") == ["track"])
    #expect(try offers("laptimer", "completions", "f") == ["fish"])
    #expect(!FileManager.default.fileExists(atPath: laptimer.folder + "/pwned"))
  }

  @Test func `fish completes commands, options and sessions`() throws {
    let laptimer = try laptimer()
    func offers(_ line: String) throws -> [String] {
      try lines(
        laptimer.run([
          "/usr/bin/env", "fish", "--no-config", "-c",
          "laptimer completions fish | source; complete -C \"\(line)\"",
        ])
      ).map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try offers("laptimer expo") == ["export"])
    #expect(try offers("laptimer query --format nd") == ["ndjson"])
    #expect(try offers("laptimer show Te") == ["Tempo run"])
    #expect(try offers("laptimer lap --session Te") == ["Tempo run"])
    #expect(try offers("laptimer tag t") == ["track"])
    #expect(!FileManager.default.fileExists(atPath: laptimer.folder + "/pwned"))
  }

  @Test func `zsh completes commands, options and sessions`() throws {
    let laptimer = try laptimer()
    try laptimer.shell("laptimer completions zsh > _laptimer")
    // In this interactive shell, the tab key also prints all matches that `compadd` adds.
    let setup = #"""
      PROMPT= RPROMPT=
      unset zle_bracketed_paste
      autoload -Uz compinit
      fpath=($PWD $fpath)
      compinit -u -d ./dump
      bindkey '^I' complete-word
      compadd() {
        typeset -a offered
        if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
          builtin compadd -A offered "$@"
          for offer in $offered; do print -r -- "<offer>$offer"; done
        fi
        builtin compadd "$@"
      }
      finish() { print -r -- '<end>' }
      comppostfuncs=(finish)
      print ready
      """#
    try setup.write(
      toFile: laptimer.folder + "/setup.zsh", atomically: false, encoding: .utf8)
    func offers(_ line: String) throws -> [String] {
      let driver = #"""
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
      let found = lines(
        try laptimer.run(["/usr/bin/env", "timeout", "60", "zsh", "-f", "-c", driver, "zsh", line]))
      return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    #expect(try offers("laptimer expo") == ["export"])
    #expect(try offers("laptimer query --format nd") == ["ndjson"])
    #expect(try offers("laptimer show Te") == ["Tempo\\ run"])
    #expect(try offers("laptimer lap --session Te") == ["Tempo\\ run"])
    #expect(!FileManager.default.fileExists(atPath: laptimer.folder + "/pwned"))
  }
}
