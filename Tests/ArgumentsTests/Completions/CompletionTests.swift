import Foundation
import ProcessTestSupport
import Testing

@testable import Arguments

extension Shell {
  /// The words that the shell offers for a line, without their descriptions.
  func offers(_ line: String, in run: ShellRun) throws -> [String] {
    switch self {
    case .bash:
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      return try BashCompletionTests.offers(words, in: run)
    case .fish:
      let quoted = line.backslashed(["'", "\\"])
      return try run.lines(
        "fish", ["--no-config", "-c", "source completion.fish; complete -C '\(quoted)'"]
      ).map { String($0.prefix { $0 != "\t" }) }
    case .zsh: return try zshOffers(line, in: run, setup: "")
    }
  }

  func offers(_ line: String) throws -> [String] {
    let run = try ShellRun()
    return try offers(line, in: run)
  }
}

/// The words that zsh offers after more lines of setup.
private func zshOffers(_ line: String, in run: ShellRun, setup: String) throws -> [String] {
  try run.write(ZshScript.setup + setup + "print ready", to: "setup.zsh")
  try run.write(ZshScript.driver, to: "driver.zsh")
  let lines = try run.lines("zsh", ["-f", "driver.zsh", line])
  // Two groups of completions can contain the same word.
  return lines.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
}

/// Completions that are the same in all shells, in any order.
struct CompletionTests {
  @Test(arguments: Shell.allCases)
  func `subcommands and aliases are offered`(shell: Shell) throws {
    #expect(
      try shell.offers("laptimer ").sorted() == [
        "amend", "export", "help", "import", "lap", "mark", "start", "tag", "timestamp",
      ])
    #expect(try shell.offers("laptimer la") == ["lap"])
    #expect(try shell.offers("laptimer --json --db x la") == ["lap"])
    #expect(try shell.offers("laptimer help ma") == ["mark"])
    #expect(try shell.offers("laptimer bogus ") == [])
  }

  @Test(arguments: Shell.allCases)
  func `the options of a subcommand are offered, but not hidden ones`(shell: Shell) throws {
    #expect(
      try shell.offers("laptimer lap --").sorted() == [
        "--ago", "--at", "--color", "--db", "--help", "--json", "--session", "--version",
      ])
    #expect(try shell.offers("laptimer timestamp --s") == ["--session"])
  }

  @Test(arguments: Shell.allCases)
  func `help is never evaluated`(shell: Shell) throws {
    let run = try ShellRun()
    #expect(try shell.offers("laptimer start --al", in: run) == ["--also"])
    #expect(!run.hasRunInjection)
  }

  @Test(arguments: Shell.allCases)
  func `choices are offered after a blank and after an equals sign`(shell: Shell) throws {
    #expect(try shell.offers("laptimer lap --color a").sorted() == ["always", "auto"])
    #expect(
      try shell.offers("laptimer lap --color=a").sorted() == ["--color=always", "--color=auto"])
    #expect(try shell.offers("laptimer lap --at ") == [])
  }

  @Test(arguments: Shell.allCases)
  func `files are offered for a path`(shell: Shell) throws {
    #expect(try shell.offers("laptimer import go") == ["golf.log"])
    #expect(try shell.offers("laptimer --db go") == ["golf.log"])
    #expect(try shell.offers("laptimer lap go") == [])
  }

  @Test(arguments: [Shell.fish, .zsh])
  func `the program lists the sessions, and the shell does not evaluate them`(shell: Shell) throws {
    let run = try ShellRun()
    func names(_ line: String) throws -> [String] {
      let offers = try shell.offers(line, in: run)
      // zsh quotes the names for the line.
      return try (shell == .zsh ? offers.flatMap { try splitWords($0) } : offers).sorted()
    }
    #expect(try names("laptimer lap --session ") == ShellRun.sessions.sorted())
    #expect(try names("laptimer export x Te") == ["Tempo run", "Tempo two"])
    #expect(try names("laptimer start --tag ") == ["race"])
    #expect(!run.hasRunInjection)
  }

  @Test(arguments: [Shell.fish, .zsh])
  func `the program lists the log named on the line`(shell: Shell) throws {
    let run = try ShellRun()
    for (line, log) in [
      ("--db 'my log' lap --session ", "my log"), ("lap --db=x --session ", "x"),
      ("--db ~/x export ", "\(run.folder.path)/x"),
    ] {
      try run.write("", to: "asked")
      _ = try shell.offers("laptimer " + line, in: run)
      let describe = shell == .fish ? "--describe|" : ""
      #expect(try run.read("asked").hasPrefix("--db|\(log)|__complete|\(describe)--|sessions||\n"))
    }
  }

  @Test func `the script of zsh can also be sourced`() throws {
    let run = try ShellRun()
    let text = try run.read("_laptimer")
    try FileManager.default.removeItem(at: run.folder.appendingPathComponent("_laptimer"))
    try run.write(text, to: "script.zsh")
    #expect(try zshOffers("laptimer la", in: run, setup: "source ./script.zsh\n") == ["lap"])
  }
}

struct BashCompletionTests {
  /// The completions of bash for a line, given as the words into which bash splits it, with the
  /// cursor at the last one.
  static func offers(_ words: [String], line: String? = nil, in run: ShellRun) throws -> [String] {
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
      try Self.offers(
        ["laptimer", "lap", "--color", "=", "a"], line: "laptimer lap --color=a", in: run)
        == ["auto", "always"])
    #expect(
      try Self.offers(["laptimer", "lap", "--color", "="], line: "laptimer lap --color=", in: run)
        == ["auto", "always", "never"])
  }

  @Test func `the program lists the sessions, each as one word, and bash does not evaluate them`()
    throws
  {
    let run = try ShellRun()
    let words = try Self.offers(["laptimer", "lap", "--session", ""], in: run)
    #expect(words.count == ShellRun.sessions.count)
    // Bash parses the words that it would put on the line.
    let script =
      words.map { "set -- \($0); printf '%s %s\\n' $# \"$1\"" }.joined(separator: "\n")
    #expect(try run.lines("bash", ["-c", script]) == ShellRun.sessions.map { "1 \($0)" })
    #expect(!run.hasRunInjection)
    #expect(try Self.offers(["laptimer", "export", "Tempo\\ t"], in: run) == ["Tempo\\ two"])
    #expect(try Self.offers(["laptimer", "export", "x", "'Tempo t"], in: run) == ["Tempo two"])
    #expect(try Self.offers(["laptimer", "export", "\"say"], in: run) == [])
    #expect(
      try Self.offers(["laptimer", "export", "a", ":"], line: "laptimer export a:", in: run)
        == ["b"])
    #expect(!run.hasRunInjection)
  }

  @Test func `the program lists the log named on the line`() throws {
    let run = try ShellRun()
    _ = try Self.offers(["laptimer", "--db", "my\\ log", "lap", "--session", "Te"], in: run)
    _ = try Self.offers(
      ["laptimer", "lap", "--db", "=", "x", "--session", ""],
      line: "laptimer lap --db=x --session ", in: run)
    _ = try Self.offers(["laptimer", "--db", "~/x", "export", ""], in: run)
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
