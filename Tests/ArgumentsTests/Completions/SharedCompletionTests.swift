import Foundation
import Testing

/// Completions that are the same in fish and zsh; bash offers them in another order.
struct SharedCompletionTests {
  /// A shell that shows descriptions.
  enum DescribingShell: CaseIterable {
    case fish, zsh

    func offers(_ line: String, in run: ShellRun) throws -> [String] {
      switch self {
      case .fish: try FishCompletionTests.offers(line, in: run)
      case .zsh: try ZshCompletionTests.offers(line, in: run)
      }
    }

    func offers(_ line: String) throws -> [String] {
      let run = try ShellRun()
      return try offers(line, in: run)
    }
  }

  @Test(arguments: DescribingShell.allCases)
  func `subcommands and aliases are offered`(shell: DescribingShell) throws {
    #expect(
      try shell.offers("laptimer ").sorted() == [
        "amend", "export", "help", "import", "lap", "mark", "start", "tag", "timestamp",
      ])
    #expect(try shell.offers("laptimer la") == ["lap"])
    #expect(try shell.offers("laptimer --json --db x la") == ["lap"])
    #expect(try shell.offers("laptimer help ma") == ["mark"])
    #expect(try shell.offers("laptimer bogus ") == [])
  }

  @Test(arguments: DescribingShell.allCases)
  func `the options of a subcommand are offered, but not hidden ones`(shell: DescribingShell) throws
  {
    #expect(
      try shell.offers("laptimer lap --").sorted() == [
        "--ago", "--at", "--color", "--db", "--help", "--json", "--session", "--version",
      ])
    #expect(try shell.offers("laptimer timestamp --s") == ["--session"])
  }

  @Test(arguments: DescribingShell.allCases)
  func `help is never evaluated`(shell: DescribingShell) throws {
    let run = try ShellRun()
    #expect(try shell.offers("laptimer start --al", in: run) == ["--also"])
    #expect(!run.hasRunInjection)
  }

  @Test(arguments: DescribingShell.allCases)
  func `choices are offered after a blank and after an equals sign`(shell: DescribingShell) throws {
    #expect(try shell.offers("laptimer lap --color a").sorted() == ["always", "auto"])
    #expect(
      try shell.offers("laptimer lap --color=a").sorted() == ["--color=always", "--color=auto"])
    #expect(try shell.offers("laptimer lap --at ") == [])
  }

  @Test(arguments: DescribingShell.allCases)
  func `files are offered for a path`(shell: DescribingShell) throws {
    #expect(try shell.offers("laptimer import go") == ["golf.log"])
    #expect(try shell.offers("laptimer --db go") == ["golf.log"])
    #expect(try shell.offers("laptimer lap go") == [])
  }

  @Test(arguments: DescribingShell.allCases)
  func `the program lists the log named on the line`(shell: DescribingShell) throws {
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
}
