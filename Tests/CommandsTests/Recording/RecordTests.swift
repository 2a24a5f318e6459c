import Foundation
import Testing

struct RecordTests {
  private let shell = Shell()

  @Test func `each line is a command, answered in order, and comments are skipped`() {
    let answer = shell(
      "record",
      input: """
        \u{FEFF}start "Tempo run" --tag track # first

        # a sensor at the gate
        lap 'Hole 7' --ago 0s
          # an aside
        lap #5 # fifth
        lap '#' #
        lap '# #'
        mark pit
        stop
        """)
    #expect(
      answer == """
        Started session 1 "Tempo run".
        1) 00:00.0  lap 00:00.0  Hole 7
        2) 00:00.0  lap 00:00.0  #5
        3) 00:00.0  lap 00:00.0  #
        4) 00:00.0  lap 00:00.0  # #
        Session 1 "Tempo run": marked "pit" just now.
        Stopped session 1 "Tempo run" at 00:00.0.
        """)
  }

  @Test func `rejected lines are reported with their numbers, and the others are recorded`() {
    let answer = shell(
      "record",
      input: """
        lap
        start A
        bogus
        lap "x
        lap \\
        start B
        lap --session 7
        undo --help
        --version
        start C --db elsewhere.db
        lap --json
        record
        lap --at tomorrow
        amend 1
        lap ''
        lap

        """)
    #expect(answer.exit == 65)
    #expect(
      answer.text == """
        Started session 1 "A".
        1) 00:00.0  lap 00:00.0
        """)
    #expect(
      answer.message == """
        Error: line 1: There is no session yet. 'laptimer start' starts one.
        Error: line 3: Unknown subcommand 'bogus'
        Error: line 4: The quote " in column 5 is not closed.
        Error: line 5: No character follows the backslash in column 5.
        Error: line 6: Session 1 "A" has been running for 00:00. 'laptimer stop --session 1' stops it, '--also' starts another beside it.
        Error: line 7: There is no session '7'. 'laptimer list --all' lists all sessions.
        Error: line 8: A line cannot ask for help or the version.
        Error: line 9: A line cannot ask for help or the version.
        Error: line 10: '--db' is an option of 'record' itself, for all lines.
        Error: line 11: '--json' is an option of 'record' itself, for all lines.
        Error: line 12: 'record' does not append an event: a line cannot contain it.
        Error: line 13: The value 'tomorrow' is invalid for '--at <when>': a moment is written like \
        10:00:00, 'yesterday 10:00', '2026-11-21 10:00', 2026-11-21T10:00:00Z or now
        Error: line 14: Missing one of: '--at <when>', '--ago <dur>', '--by <±dur>', \
        '--label <text>', '--no-label'
        Error: line 15: The value '' is invalid for '<label>': it is empty
        Error: 2 lines recorded, 14 rejected.
        """)
  }

  @Test func `commands that an error suggests name the log of --db`() {
    let other = shell.folder + "/other.db"
    let moment = "--at 2027-01-15T08:00:00.000000000Z"
    #expect(
      shell("record --db \(other)", input: "start A\nstart B --also\nlap\n").errors.contains(
        "choose one, as in 'laptimer lap \(moment) --session 1 --db \(other)'."))
    let json = shell("record --json --db \(other)", input: "lap\n")
    #expect(json.output.contains("'laptimer lap \(moment) --session 1 --db \(other)'"))
  }

  @Test func `invalid UTF-8, long lines and CRLF are handled`() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    var input = Array("start A\r\nmark '\r'\r\nlap \u{0}\n".utf8) + [0xFF, 0x0A]
    input += long + [0x0D, 0x0A] + long + Array("y\n".utf8)
    input += Array(repeating: UInt8(ascii: "z"), count: 1_000_000) + Array("\nstop".utf8)
    let answer = try shell.run([Array("record".utf8)], input: input)
    #expect(
      answer.text == """
        Started session 1 "A".
        Session 1 "A": marked "\\r" just now.
        1) 00:00.0  lap 00:00.0  \\u{0}
        Stopped session 1 "A" at 00:00.0.
        """)
    #expect(
      answer.errors.split(separator: "\n").map { $0.prefix(51) } == [
        "Error: line 4: The line is not valid UTF-8.",
        "Error: line 5: Unknown subcommand 'xxxxxxxxxxxxxxxx",
        "Error: line 6: The line is longer than 65536 bytes.",
        "Error: line 7: The line is longer than 65536 bytes.",
        "Error: 4 lines recorded, 4 rejected.",
      ])
  }

  @Test func `empty input prints nothing and creates no log`() {
    for input in ["", "\n\n", "# only this"] { #expect(shell("record", input: input) == Answer()) }
    #expect(shell("record", input: "lap").exit == 65)
    #expect(!FileManager.default.fileExists(atPath: shell.log))
  }

  @Test func `a repeated id changes nothing and gives the first answer`() {
    let line = "start --id 01920000-0000-7000-8000-0000000000aa\n"
    #expect(shell("record", input: line + line).text == "Started session 1.\nStarted session 1.")
    #expect(shell("record --json", input: line).output.contains(#""position":1,"version":1,"#))
    let other = "lap --id 01920000-0000-7000-8000-0000000000aa\n"
    #expect(shell("record --json", input: other).output.contains(#""kind":"id_reused""#))
  }

  @Test func `undo and redo name their events, also within one batch`() {
    #expect(
      Shell()("record", input: "start\nlap\nundo\nredo\nundo").text == """
        Started session 1.
        1) 00:00.0  lap 00:00.0
        Session 1: took back lap 1, 00:00.0; it is running at 00:00.0.
        Session 1: restored lap 1, 00:00.0; it is running at 00:00.0.
        Session 1: took back lap 1, 00:00.0; it is running at 00:00.0.
        """)
  }

  @Test func `a line can name segments, but cannot read them from a file`() throws {
    let path = try shell.file("seg.txt", "a\nb\n")
    let answer = shell(
      "record",
      input: """
        start --course z --segments \(path)
        start X --race 5m --entries a
        entries -
        start --course z --segments a,b
        """)
    #expect(answer.exit == 65)
    #expect(answer.errors.contains("line 1: A line of record cannot read a file (--segments)"))
    for line in 2...3 {
      #expect(answer.errors.contains("line \(line): A line of record cannot read a file"))
    }
    #expect(answer.errors.contains("1 line recorded, 3 rejected."))
  }
}
