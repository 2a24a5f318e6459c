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
  func `the program lists the sessions, and the shell does not evaluate them`(
    shell: Shell
  ) throws {
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
      #expect(
        try run.read("asked").hasPrefix("--db|\(log)|__complete|\(describe)--|sessions||\n"))
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
