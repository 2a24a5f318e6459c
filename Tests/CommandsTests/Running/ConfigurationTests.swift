import Foundation
import Testing

@testable import Commands

@Suite struct ConfigurationTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    shell.environment["XDG_CONFIG_HOME"] = shell.folder
    shell("start")
    shell.pass(.milliseconds(1234))
  }

  private var file: String { shell.folder + "/laptimer/config" }

  private func configure(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: shell.folder + "/laptimer", withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
  }

  @Test func `options win over variables, and variables over the file`() throws {
    #expect(shell("status").output.contains("00:01.2 "))
    try configure("# digits\n\n precision = 3 \n")
    #expect(shell("status").output.contains("00:01.234 "))
    #expect(shell("lap").output == "1) 00:01.234  lap 00:01.234\n")
    #expect(shell("record", input: "lap\n").output == "2) 00:01.234  lap 00:00.000\n")
    shell.environment["LAPTIMER_PRECISION"] = "2"
    #expect(shell("status").output.contains("00:01.23 "))
    #expect(shell("status --precision 0").output.contains("00:01 "))
  }

  @Test func `--color wins over NO_COLOR, and NO_COLOR over the file`() throws {
    try configure("color = always\n")
    #expect(shell("list").output.contains("\u{1B}["))
    #expect(!shell("list --color never").output.contains("\u{1B}["))
    shell.environment["NO_COLOR"] = "1"
    #expect(!shell("list").output.contains("\u{1B}["))
    #expect(shell("list --color always").output.contains("\u{1B}["))
  }

  @Test(arguments: [
    (
      "precision = 10",
      "the value '10' is invalid for 'precision': it must be a number from 0 to 9."
    ),
    ("color = pink", "the value 'pink' is invalid for 'color': it must be auto, always or never."),
    ("keys.lap = q", "the value 'q' is invalid for 'keys.lap': the key has another effect."),
    ("keys.lap = ab", "the value 'ab' is invalid for 'keys.lap': a key is one letter or digit."),
    ("bell = loud", "the value 'loud' is invalid for 'bell': it must be on or off."),
    (
      "keys.debounce = -1s",
      "the value '-1s' is invalid for 'keys.debounce': it must not be negative."
    ),
    ("precision", "a line is 'key = value'."),
  ])
  func `an invalid line is wrong usage, and nothing is written`(line: String, error: String) throws
  {
    try configure("\n\(line)\n")
    let answer = shell("lap")
    #expect(answer.exit == 64)
    #expect(answer.errors.hasPrefix("Error: '\(file)', line 2: \(error)\n"))
    try configure("")
    #expect(shell("status").output.contains("no laps"))
  }

  @Test func `an unknown key is a warning`() throws {
    try configure("presicion = 3\nwings = 2\n")
    let answer = shell("status")
    #expect(answer.exit == 0)
    #expect(
      answer.errors == """
        Note: '\(file)', line 1: unknown key 'presicion'. Did you mean 'precision'?
        Note: '\(file)', line 2: unknown key 'wings'.

        """)
  }

  @Test func `all keys are read`() throws {
    let configuration = try Configuration(
      "against = best\nkeys.lap = j\nkeys.mark = l2\n".replacing("l2", with: "k")
        + "keys.debounce = 200ms\nbell = on", of: "config")
    #expect(configuration.against == "best")
    #expect(configuration.keys == ["j": "l", "k": "m"])
    #expect(configuration.debounce == .milliseconds(200))
    #expect(configuration.bell == true)
  }

  @Test func `a press with an invalid setting can be repeated with its moment`() throws {
    try configure("precision = x\n")
    let repeated = "Repeat it as:\n  laptimer lap 'Hole 7' --at 2027-01-15T08:00:01.234000000Z\n"
    let answer = shell("lap 'Hole 7'")
    #expect(answer.exit == 64)
    #expect(answer.errors.hasSuffix(repeated), "\(answer)")
    #expect(shell("lap --json").errors.contains("laptimer lap --json --at 2027"))
    #expect(!shell("status").errors.contains("Repeat"))
    try configure("")
    shell.environment["LAPTIMER_PRECISION"] = "x"
    #expect(shell("lap 'Hole 7'").errors.hasSuffix(repeated))
  }

  @Test func `comments at the end of a line and a byte order mark are skipped`() throws {
    try configure("\u{FEFF}precision = 3 # digits\n\t# colors\ncolor = never\t#\n")
    #expect(
      shell("status")
        == Answer(output: "running  session 1  00:01.234  no laps  started just now\n"))
  }

  @Test func `an unknown comparison is wrong usage with file and line`() throws {
    try configure("\nagainst = nope\n")
    for command in ["status", "show --json"] {
      let answer = shell(command)
      #expect(answer.exit == 64)
      #expect(
        answer.errors.contains(
          "'\(file)', line 2: the value of 'against' is invalid: 'nope' is neither a session nor a")
      )
    }
    #expect(shell("status --against best").exit == 1)
    try configure("against = 1\n")
    #expect(shell("status").exit == 0)
  }

  @Test func `an invalid variable is wrong usage, and an unreadable file bad input`() throws {
    shell.environment["LAPTIMER_PRECISION"] = "x"
    #expect(
      shell("status").errors.hasPrefix(
        "Error: The variable LAPTIMER_PRECISION is 'x': it must be 0 to 9.\n"))
    shell.environment["LAPTIMER_PRECISION"] = nil
    try FileManager.default.createDirectory(
      atPath: file, withIntermediateDirectories: true)
    #expect(
      shell("status")
        == Answer(exit: 65, errors: "Error: '\(file)' is a folder.\n"))
  }
}

/// Commands that messages suggest use the log that the user named.
@Suite struct AdviceTests {
  @Test func `suggested commands have the log of --db`() throws {
    let shell = try Shell()
    let log = shell.folder + "/other.db"
    let option = " --db \(log)'"
    #expect(
      shell("stop --db \(log)").errors
        == "Error: There is no session yet. 'laptimer start\(option) starts one.\n")
    shell("start --db \(log)")
    #expect(
      shell("discard 1 --db \(log)").output
        == "Discarded session 1. 'laptimer undo --session 1\(option) restores it.\n")
    #expect(
      shell("list --db \(log)").errors
        == "Note: All sessions are discarded: 'laptimer list --all\(option) lists them.\n")
    #expect(shell("discard 1").errors.contains("'laptimer list --all' lists"))
    #expect(shell("lap --bogus --db \(log)").errors.contains("See 'laptimer lap --help' for"))
    #expect(
      shell("lap --session 9 --json --db \(log)").errors.contains("'laptimer list --all\(option)"))
  }
}
