import Arguments
import Testing

@testable import Commands

/// What shells and readers of manuals get.
struct ShellsTests {
  @Test func `each shell has its script`() throws {
    let shell = try Shell()
    for name in ["bash", "zsh", "fish"] {
      let answer = try shell.run(["completions", name])
      #expect(answer.exit == 0)
      #expect(answer.output.contains("__complete"))
      #expect(!answer.output.contains("hidden"))
    }
    #expect(shell("completions tcsh").exit == 64)
    #expect(shell("completions").exit == 64)
  }

  @Test func `sessions are listed by number and name, newer ones first`() throws {
    let shell = try Shell()
    shell(
      "record",
      input: """
        start Tempo --tag track
        start 'Tempo run' --tag race --also
        start Tempo --also --tag 'two words'
        start 12 --also
        start 'a\tb' --also
        discard 2
        """)
    #expect(shell("__complete -- sessions").output == "5\n4\n3\n1\nTempo\n")
    #expect(shell("__complete -- sessions Te").output == "Tempo\n")
    #expect(shell("__complete -- sessions 3").output == "3\n")
    #expect(shell("__complete -- tags").output == "race\ntrack\ntwo words\n")
    #expect(shell("__complete -- tags t").output == "track\ntwo words\n")
  }

  @Test func `nothing is said, and nothing made, where nothing can be listed`() throws {
    let shell = try Shell()
    #expect(shell("__complete -- sessions") == Answer())
    #expect(shell("__complete -- wishes x") == Answer())
    #expect(shell("--db /proc/self/mem __complete -- sessions") == Answer())
    #expect(shell("--db '' __complete -- sessions") == Answer())
  }

  @Test func `the manual has its sections in order`() throws {
    let page = try Shell()("man").output
    #expect(page.hasPrefix(#".TH "LAPTIMER" "1" "2026\-11\-21" "laptimer 1.0.0""#))
    let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
    #expect(
      sections.map { $0.dropFirst(5).dropLast() } == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "TIMES", "EXIT STATUS",
        "ENVIRONMENT", "FILES", "EXAMPLES",
      ])
    #expect(!page.contains("_complete"))
    for command in Laptimer.commands where !command.declaration.isHidden {
      #expect(
        page.contains(".SS \"\(command.declaration.name)")
          || page.contains(".SS \(command.declaration.name)"))
    }
  }

  @Test func `help explains each command, and says so if there is none`() throws {
    let shell = try Shell()
    #expect(shell("help").output.hasPrefix("OVERVIEW: Time laps"))
    #expect(shell("").output == shell("help").output)
    #expect(!shell("help").output.contains("__complete"))
    for command in Laptimer.commands where !command.declaration.isHidden {
      let name = command.declaration.name
      let answer = shell("help \(name)")
      #expect(answer.exit == 0)
      #expect(answer.output.hasPrefix("OVERVIEW: \(command.declaration.abstract)"))
      #expect(answer.output == shell("\(name) --help").output)
    }
    #expect(shell("help lapp").exit == 64)
    #expect(shell("--version").output == "\(Laptimer.version)\n")
  }

  @Test func `no declaration contradicts itself`() {
    #expect(Laptimer.program.declarationErrors == [])
  }
}
