import Foundation
import Testing

@testable import Arguments

struct FishCompletionTests {
  /// What fish offers for a line, with its descriptions cut off.
  private func offers(_ line: String, in run: ShellRun) throws -> [String] {
    let quoted = line.backslashed(["'", "\\"])
    return try run.lines(
      "fish",
      ["--no-config", "-c", "source completion.fish; complete -C '\(quoted)'"]
    ).map { String($0.prefix { $0 != "\t" }) }
  }

  private func offers(_ line: String) throws -> [String] {
    let run = try ShellRun()
    defer { run.remove() }
    return try offers(line, in: run)
  }

  @Test func `subcommands and aliases are offered`() throws {
    #expect(
      try offers("laptimer ").sorted() == [
        "amend", "export", "help", "import", "lap", "mark", "start", "tag", "timestamp",
      ])
    #expect(try offers("laptimer la") == ["lap"])
    #expect(try offers("laptimer --json --db x la") == ["lap"])
    #expect(try offers("laptimer help ma") == ["mark"])
    #expect(try offers("laptimer bogus ") == [])
  }

  @Test func `the options of a subcommand are offered, hidden ones are not`() throws {
    #expect(
      try offers("laptimer lap --").sorted() == [
        "--ago", "--at", "--color", "--db", "--help", "--json", "--session", "--version",
      ])
    #expect(try offers("laptimer timestamp --s") == ["--session"])
  }

  @Test func `help is never evaluated`() throws {
    let run = try ShellRun()
    defer { run.remove() }
    #expect(try offers("laptimer start --al", in: run) == ["--also"])
    #expect(!run.isHarmed)
  }

  @Test func `choices are offered after a blank and after an equals sign`() throws {
    #expect(try offers("laptimer lap --color a").sorted() == ["always", "auto"])
    #expect(
      try offers("laptimer lap --color=a").sorted() == ["--color=always", "--color=auto"])
    #expect(try offers("laptimer lap --at ") == [])
  }

  @Test func `files are offered for a path`() throws {
    #expect(try offers("laptimer import go") == ["golf.log"])
    #expect(try offers("laptimer --db go") == ["golf.log"])
    #expect(try offers("laptimer lap go") == [])
  }

  @Test func `sessions are listed by the program and not evaluated`() throws {
    let run = try ShellRun()
    defer { run.remove() }
    #expect(
      try offers("laptimer lap --session ", in: run).sorted() == ShellRun.sessions.sorted())
    #expect(try offers("laptimer export x Te", in: run).sorted() == ["Tempo run", "Tempo two"])
    #expect(try offers("laptimer start --tag ", in: run) == ["race"])
    #expect(!run.isHarmed)
  }

  @Test func `the program lists the log named on the line`() throws {
    let run = try ShellRun()
    defer { run.remove() }
    _ = try offers("laptimer --db 'my log' lap --session ", in: run)
    #expect(try run.read("asked").hasPrefix("--db|my log|__complete|--describe|--|sessions||\n"))
    try run.write("", to: "asked")
    _ = try offers("laptimer lap --db=x --session ", in: run)
    #expect(try run.read("asked").hasPrefix("--db|x|__complete|--describe|--|sessions||\n"))
    try run.write("", to: "asked")
    _ = try offers("laptimer --db ~/x export ", in: run)
    #expect(
      try run.read("asked").hasPrefix(
        "--db|\(run.folder.path)/x|__complete|--describe|--|sessions||\n"))
  }
}
