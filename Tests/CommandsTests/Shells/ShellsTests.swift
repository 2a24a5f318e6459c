import Arguments
import Racing
import Terminal
import Testing
import Timing

@testable import Commands

struct ShellsTests {
  private let shell = Shell()

  @Test func `completions of an unknown shell are wrong usage`() {
    shell.expect(exit: 64, "completions tcsh", "completions")
  }

  @Test func `sessions are listed by number and name, newer ones first, with their ages`() {
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
    #expect(
      shell(.seconds(90), "start --also", "--complete fish lap --session ''").output == """
        6\tjust now
        5\ta\\tb, 1m ago
        4\t12, 1m ago
        3\tTempo, 1m ago
        1\tTempo, 1m ago
        name:12\tsession 4, 1m ago
        Tempo\tsession 3, 1m ago

        """)
    #expect(shell("--complete bash 'laptimer show Te' Te").text == "Tempo")
    #expect(shell("--complete bash 'laptimer show 3' 3").text == "3")
    #expect(shell("--complete bash 'laptimer tag ' ''").text == "race\ntrack\ntwo\\ words")
    #expect(shell("--complete bash 'laptimer tag t' t").text == "track\ntwo\\ words")
  }

  @Test func `a name that would be an option or a number is offered as a name`() {
    let shell = Shell("start --also -- --all", "start --also 3", "start --also Tempo")
    #expect(
      shell("--complete bash 'laptimer stop ' ''").text
        == "number:3\n2\n1\nTempo\nname:3\nname:--all")
    shell.expect(exit: 0, "stop number:3", "stop name:3", "stop name:--all")
  }

  @Test func `arguments of invalid UTF-8 are wrong usage`() throws {
    let answer = try shell.run([[0x6C, 0x61, 0x70], [0xFF]])
    #expect(answer.error(64).hasPrefix(#"Error: The argument '\#u{FFFD}' is not valid UTF-8."#))
  }

  @Test func `completion is silent and creates nothing when it has nothing to list`() throws {
    for line in [
      "--complete", "--complete tcsh", "--complete bash x", "--complete fish show ''",
      "--complete fish --db /proc/self/mem show ''", "--complete fish --db '' show ''",
      "--complete zsh lap --segment ''", "--complete zsh cross ''", "--complete zsh best ''",
    ] { #expect(shell(line) == Answer(), "\(line)") }
    #expect(try shell.run([Array("--complete".utf8), [0xFF]]) == Answer())
  }

  @Test func `the manual has its sections in order`() {
    let page = Shell()("man").output
    #expect(page.hasPrefix(#".TH "LAPTIMER" "1" "2026\-11\-21" "laptimer 1.0.0""#))
    let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
    #expect(
      sections.map { $0.dropFirst(5).dropLast() } == [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "TIMES", "RACES", "CONFIGURATION",
        "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES",
      ])
    #expect(!page.contains("--complete"))
    for setting in KeyMap.settings { #expect(page.contains("keys.\(setting.name)")) }
    for command in Laptimer.commands {
      #expect(
        page.contains(".SS \"\(command.declaration.name)")
          || page.contains(".SS \(command.declaration.name)"))
    }
  }

  @Test func `every command ends its help with two or three examples that parse`() throws {
    for subcommand in Laptimer.program.subcommands {
      #expect((2...3).contains(subcommand.examples.count), "\(subcommand.name)")
      for example in subcommand.examples {
        let lines = example.command.split(separator: "\n").flatMap { $0.split(separator: " | ") }
        let own = lines.filter { $0.hasPrefix("laptimer ") }
        #expect(!own.isEmpty, "\(example.command)")
        for line in own {
          let words = try splitWords(String(line)).prefix { $0 != ">" && $0 != "<" }
          #expect(throws: Never.self, "\(line)") {
            try Laptimer.program.parse(Array(words.dropFirst()))
          }
        }
      }
    }
  }

  @Test(arguments: ["start", "plan", "wave", "watch"])
  func `the help of a command with a format lists all formats and rules`(name: String) throws {
    let help = Shell()("help \(name)").output
    let start = try #require(help.firstRange(of: "FORMATS OF RACES:\n"))
    let words = help[start.upperBound...].split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for form in RaceFormat.forms { #expect(words.contains("\(form.text) \(form.meaning)")) }
    for rule in RaceRule.allCases {
      let row = "\(rule.rawValue) \(rule.meaning) (values: \(rule.values))"
      #expect(words.contains(row), "\(row)")
    }
    #expect(Shell()("man").succeeded(with: "20 laps", "limit_from"))
  }

  @Test(arguments: [
    ("delete 3", "delete", "'discard' or 'remove'"), ("rename Golf", "rename", "'name' or 'amend'"),
    ("log", "log", "'events' or 'list'"), ("history", "history", "'list' or 'events'"),
    ("reset", "reset", "'start' or 'discard'"), ("split", "split", "'lap'"),
    ("LAP", "LAP", "'lap'"), ("Split", "Split", "'lap'"), ("version", "version", "'--version'"),
    ("clear", "clear", "'discard' or 'remove'"), ("countdown 10", "countdown", "'start'"),
    ("pause", "pause", "'stop'"), ("quit", "quit", "'stop'"), ("click", "click", "'lap'"),
    ("summary", "summary", "'stats'"), ("restore copy.db", "restore", "'backup'"),
    ("scoreboard", "scoreboard", "'serve'"), ("phone", "phone", "'serve'"),
    ("help pause", "pause", "'stop'"), ("stat", "stat", "'status' or 'stats'"),
    ("start --name x", "--name", "'<name>'"), ("start A --tga x", "--tga", "'--tag'"),
  ])
  func `a wrong word suggests the right one`(line: String, word: String, meant: String) {
    let kind = word.hasPrefix("--") ? "option" : "subcommand"
    let message = "Error: Unknown \(kind) '\(word)'. Did you mean \(meant)?\n"
    #expect(Shell()(line).error(64).hasPrefix(message))
  }

  @Test func `the page of the command line has a row for each command`() throws {
    let page = try packageText("Sources/Commands/Commands.docc/CommandLine.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let first = rows.compactMap { $0.split(separator: "|").first }
    for command in Laptimer.program.subcommands {
      let name = command.name
      #expect(first.contains { $0.contains("`\(name)`") || $0.contains("`\(name) ") }, "\(name)")
    }
  }

  @Test func `help lists the commands in groups, explains each and refuses unknown ones`() {
    let help = Shell()("help").output
    #expect(
      help.hasPrefix("OVERVIEW: Time laps that are never lost: every press is an event in a log."))
    var (headings, commands): ([String], [String]) = ([], [])
    for line in help.split(separator: "\n").drop(while: { $0 != "SUBCOMMANDS:" }).dropFirst()
      .prefix(while: { $0 != "EXAMPLES:" })
    {
      let word = line.split(separator: "  ").first.map(String.init) ?? ""
      switch line.prefix(while: { $0 == " " }).count {
      case 2: headings.append(word)
      case 4: commands.append(word)
      default: break
      }
    }
    #expect(headings == ["Time", "Correct", "Look", "Courses and races", "Automate", "Maintain"])
    #expect(
      commands
        == Laptimer.commands.map {
          ([$0.declaration.name] + $0.declaration.aliases).joined(separator: ", ")
        })
    #expect(shell("").output == help)
    #expect(!help.contains("--complete"))
    for command in Laptimer.commands {
      let name = command.declaration.name
      let answer = shell("help \(name)")
      #expect(answer.exit == 0 && answer == shell("\(name) --help"))
      #expect(answer.output.hasPrefix("OVERVIEW: \(command.declaration.abstract)"))
    }
    #expect(shell("lapp --json --help").errors.hasPrefix(#"{"error":{"code":64,"#))
    #expect(shell("--version").text == "\(Laptimer.version)")
  }
}
