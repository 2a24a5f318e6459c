import Arguments
import Racing
import Testing
import Timing

@testable import Commands

/// Help, the manual page and shell completion.
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

  @Test func `completion is silent and creates nothing when it has nothing to list`() throws {
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
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "TIMES", "RACES",
        "CONFIGURATION", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES",
      ])
    #expect(!page.contains("_complete"))
    for command in Laptimer.commands where !command.declaration.isHidden {
      #expect(
        page.contains(".SS \"\(command.declaration.name)")
          || page.contains(".SS \(command.declaration.name)"))
    }
  }

  @Test func `help explains each command and refuses unknown ones`() throws {
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
    for line in ["help lapp", "lapp --help", "-h lapp", "lapp --version"] {
      let answer = shell(line)
      #expect(answer.exit == 64 && answer.output.isEmpty, "\(line)")
      #expect(answer.errors.contains("'lapp'. Did you mean 'lap'?"), "\(line)")
    }
    #expect(shell("lapp --json --help").errors.hasPrefix(#"{"error":{"code":64,"#))
    #expect(shell("--version").output == "\(Laptimer.version)\n")
  }

  @Test func `the declarations are valid`() {
    #expect(Laptimer.program.declarationErrors == [])
  }

  @Test func `every command ends its help with two or three examples that parse`() throws {
    for subcommand in Laptimer.program.subcommands where !subcommand.isHidden {
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
    let help = try Shell()("help \(name)").output
    let start = try #require(help.firstRange(of: "FORMATS OF RACES:\n"))
    let words = help[start.upperBound...].split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    for form in RaceFormat.forms { #expect(words.contains("\(form.text) \(form.meaning)")) }
    for rule in RaceRule.allCases {
      let row = "\(rule.rawValue) \(rule.meaning) (values: \(rule.values))"
      #expect(words.contains(row), "\(row)")
    }
    let page = try Shell()("man").output
    #expect(page.contains("20 laps") && page.contains("limit_from"))
  }

  @Test(arguments: [
    ("delete 3", "Unknown subcommand 'delete'. Did you mean 'discard' or 'remove'?"),
    ("rename Golf", "Unknown subcommand 'rename'. Did you mean 'name' or 'amend'?"),
    ("log", "Unknown subcommand 'log'. Did you mean 'events' or 'list'?"),
    ("history", "Unknown subcommand 'history'. Did you mean 'list' or 'events'?"),
    ("reset", "Unknown subcommand 'reset'. Did you mean 'start' or 'discard'?"),
    ("split", "Unknown subcommand 'split'. Did you mean 'lap'?"),
    ("LAP", "Unknown subcommand 'LAP'. Did you mean 'lap'?"),
    ("Split", "Unknown subcommand 'Split'. Did you mean 'lap'?"),
    ("version", "Unknown subcommand 'version'. Did you mean '--version'?"),
    ("clear", "Unknown subcommand 'clear'. Did you mean 'discard' or 'remove'?"),
    ("countdown 10", "Unknown subcommand 'countdown'. Did you mean 'start'?"),
    ("start --name x", "Unknown option '--name'. Did you mean '<name>'?"),
    ("pause", "Unknown subcommand 'pause'. Did you mean 'stop'?"),
    ("help pause", "Unknown subcommand 'pause'. Did you mean 'stop'?"),
    ("stat", "Unknown subcommand 'stat'. Did you mean 'status' or 'stats'?"),
  ])
  func `a synonym of a command suggests the command`(line: String, message: String) throws {
    let answer = try Shell()(line)
    #expect(answer.exit == 64)
    #expect(answer.errors.hasPrefix("Error: \(message)\n"), "\(answer.errors)")
  }

  @Test func `the help of the program lists the commands in groups`() throws {
    #expect(
      try Shell()("help").output == """
        OVERVIEW: Time laps that are never lost: every press is an event in a log.

        Sessions survive crashes, restarts, reboots and clock changes: everything shown
        is replayed from the log.

        USAGE: laptimer [--db <path>] [--json] [--color <when>] <subcommand>

        OPTIONS:
          --db <path>             The file of the log. (default: $LAPTIMER_DB, else
                                  laptimer/laptimer.db in the data folder)
          --json                  Print JSON; errors too, to standard error.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show this help.

        SUBCOMMANDS:
          Time
            start                 Start a new session.
            stop                  Stop the clock of a session.
            resume                Resume a stopped clock.
            lap                   Record a lap.
            mark, timestamp       Record a timestamp without a lap.
            watch                 Time a session on the live screen.

          Correct
            undo                  Take back the newest event.
            redo                  Restore the event that undo took back.
            amend                 Move or relabel a lap, a start, a stop or a timestamp.
            remove                Remove a lap, a timestamp, or an event of a race.
            plan                  Change the rules of a session.
            name                  Name or rename a session, or a course.
            who                   Name the person who is timed, or show the name.
            tag                   Add tags to a session, or remove them.
            discard               Discard a session; undo restores it.

          Look
            status                Show a session in one line.
            show                  Show a session in full.
            list                  List sessions, newest first.
            events                Print the log, one line for each event.
            explain               Show how a number came about.
            replay                Replay a session.

          Courses and races
            compare               Compare sessions, or attempts at a course, segment by
                                  segment.
            best                  Show the best times of a course.
            stats                 Show sums and bests of several sessions.
            enter                 Enter a runner in a race, or change an entry.
            entries               Enter the runners of a CSV file in a race.
            withdraw              Remove an entry, as if it had never been made.
            wave                  Start a wave of a race.
            cross                 Record that runners passed the line or a point.
            assign                Assign a crossing to a runner.
            chip                  Give a chip to a runner from this moment on.
            rule                  Give a runner a status or a penalty.
            order                 Put crossings at equal times in order, after a photo
                                  finish.
            standings             Show the places in a race.
            results               Show the results of a race with all laps.

          Automate
            record                Record events from standard input, one command a line.
            query                 Query the log with SQL.
            export                Export events for another log.
            import                Import a file made by 'laptimer export'.

          Maintain
            check                 Verify the log.
            rebuild               Rebuild the tables.
            backup                Copy the log, or restore a copy.
            completions           Print the completion script of a shell.
            man                   Print the manual page.

        EXAMPLES:
          Time a run with two laps:
            laptimer start
            laptimer lap
            laptimer lap
            laptimer stop
          Show its laps:
            laptimer show
          Time on the live screen, one key a lap:
            laptimer watch --start

          See 'laptimer help <subcommand>' for detailed help.

        """)
  }

  @Test func `the help of a command has all its parts`() throws {
    #expect(
      try Shell()("help lap").output == """
        OVERVIEW: Record a lap.

        A lap with --at or --ago is inserted at that time, and later laps are
        renumbered. On a course, a label that is the name of a later segment chooses it;
        segments in between are skipped.

        USAGE: laptimer lap [<label>] [--segment <name>] [--session <session>] \
        [--at <when> | --ago <dur>] [--precision <digits>] [--id <uuid>] [--db <path>] [--json] [--color <when>]

        ARGUMENTS:
          <label>                 A label for the lap.

        OPTIONS:
          --segment <name>        The segment of the course that it completes. (default:
                                  the next one)
          --session <session>     The session: its number, uid or name.
          --at <when>             The time of the event: 10:00, 'yesterday 10:00',
                                  '2026-11-21 10:00', RFC 3339, now, or last: the latest
                                  press or crossing.
          --ago <dur>             The age of the event: 90, 1m30s, 250ms or 1:30.
          --precision <digits>    Decimal places of seconds. (default: 1)
          --id <uuid>             The id of the event; repeating a command with the same
                                  id changes nothing.
          --db <path>             The file of the log. (default: $LAPTIMER_DB, else
                                  laptimer/laptimer.db in the data folder)
          --json                  Print JSON; errors too, to standard error.
          --color <when>          When to use colors. (values: auto, always, never;
                                  default: auto)
          --version               Show the version.
          -h, --help              Show this help.

        EXAMPLES:
          Record a lap:
            laptimer lap
          Record a lap with a label, pressed two seconds late:
            laptimer lap 'Hole 7' --ago 2s
          Record a lap of session 2:
            laptimer lap --session 2

        """)
  }
}
