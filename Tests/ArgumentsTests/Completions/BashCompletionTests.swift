import Foundation
import Testing

@testable import Arguments

struct BashCompletionTests {
  /// The completions of bash for a line, given as the words into which bash splits it, with the
  /// cursor at the last one.
  static func offers(
    _ words: [String], line: String? = nil, in run: ShellRun
  ) throws -> [String] {
    let list = words.map(\.shellQuoted).joined(separator: " ")
    let text = line ?? words.joined(separator: " ")
    return try run.lines(
      "bash",
      [
        "--norc", "-c",
        """
        source ./completion.bash
        COMP_WORDS=(\(list)) COMP_CWORD=\(words.count - 1)
        COMP_LINE=\(text.shellQuoted) COMP_POINT=${#COMP_LINE}
        _laptimer laptimer
        ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
        """,
      ])
  }

  private func offers(
    _ words: [String], line: String? = nil, in run: ShellRun
  ) throws -> [String] {
    try Self.offers(words, line: line, in: run)
  }

  @Test func `options are offered in the order of their declarations, but not after two dashes`()
    throws
  {
    #expect(
      try Shell.bash.offers("laptimer lap -") == [
        "--session", "--at", "--ago", "--db", "--json", "-j", "--color", "--version", "--help",
        "-h",
      ])
    #expect(
      try Shell.bash.offers("laptimer --") == [
        "--db", "--json", "--color", "--version", "--help",
      ])
    #expect(try Shell.bash.offers("laptimer lap -- --s") == [])
  }

  @Test func `choices are offered also if bash splits the word at the equals sign`() throws {
    #expect(try Shell.bash.offers("laptimer --color ") == ["auto", "always", "never"])
    let run = try ShellRun()
    #expect(
      try offers(
        ["laptimer", "lap", "--color", "=", "a"], line: "laptimer lap --color=a", in: run)
        == ["auto", "always"])
    #expect(
      try offers(["laptimer", "lap", "--color", "="], line: "laptimer lap --color=", in: run)
        == ["auto", "always", "never"])
  }

  @Test func `the program lists the sessions, each as one word, and bash does not evaluate them`()
    throws
  {
    let run = try ShellRun()
    let words = try offers(["laptimer", "lap", "--session", ""], in: run)
    #expect(words.count == ShellRun.sessions.count)
    // Bash parses the words that it would put on the line.
    let script =
      words.map { "set -- \($0); printf '%s %s\\n' $# \"$1\"" }.joined(separator: "\n")
    #expect(try run.lines("bash", ["-c", script]) == ShellRun.sessions.map { "1 \($0)" })
    #expect(!run.hasRunInjection)
    #expect(try offers(["laptimer", "export", "Tempo\\ t"], in: run) == ["Tempo\\ two"])
    #expect(try offers(["laptimer", "export", "x", "'Tempo t"], in: run) == ["Tempo two"])
    #expect(try offers(["laptimer", "export", "\"say"], in: run) == [])
    #expect(
      try offers(["laptimer", "export", "a", ":"], line: "laptimer export a:", in: run)
        == ["b"])
    #expect(!run.hasRunInjection)
  }

  @Test func `the program lists the log named on the line`() throws {
    let run = try ShellRun()
    _ = try offers(["laptimer", "--db", "my\\ log", "lap", "--session", "Te"], in: run)
    _ = try offers(
      ["laptimer", "lap", "--db", "=", "x", "--session", ""],
      line: "laptimer lap --db=x --session ", in: run)
    _ = try offers(["laptimer", "--db", "~/x", "export", ""], in: run)
    #expect(
      try run.read("asked") == """
        --db|my log|__complete|--|sessions|Te|
        --db|x|__complete|--|sessions||
        --db|\(run.folder.path)/x|__complete|--|sessions||

        """)
  }

  @Test func `completion works in an interactive shell without the package bash-completion`() throws
  {
    let run = try ShellRun()
    try run.write("source ./completion.bash\nPS1=\n", to: ".bashrc")
    try run.write("laptimer lap --session '$(t\t\nlaptimer export Tempo\\ t\t\nexit\n", to: "keys")
    let lines = try run.lines(
      "bash", ["--norc", "-c", "script -qec 'bash --rcfile ./.bashrc -i' /dev/null < keys"])
    #expect(!run.hasRunInjection, "\(lines)")
    let asked = try run.read("asked")
    #expect(asked.contains("lap|--session|$(touch pwned)|\n"), "\(asked)\n\(lines)")
    #expect(asked.contains("export|Tempo two|\n"), "\(asked)\n\(lines)")
  }
}
