import Foundation
import Testing
import Text

@testable import Commands

@Suite struct ConfigurationTests {
  let shell = Shell()

  init() {
    shell.environment["XDG_CONFIG_HOME"] = shell.folder
    shell("start", .milliseconds(1234))
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
    #expect(shell("lap").text == "1) 00:01.234  lap 00:01.234")
    #expect(shell("record", input: "lap\n").text == "2) 00:01.234  lap 00:00.000")
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
    ("precision", "10", "it must be a number from 0 to 9."),
    ("color", "pink", "it must be auto, always or never."),
    ("keys.lap", "q", "the key has another effect."),
    ("keys.lap", "s", "the key has another effect."),
    ("keys.lap", "ab", "a key is one character, or 'space'."),
    ("bell", "loud", "it must be on or off."),
    ("keys.debounce", "-1s", "it must not be negative."), ("precision", nil, ""),
  ])
  func `an invalid line is a warning`(key: String, value: String?, reason: String) throws {
    try configure("\n\(key)\(value.map { " = " + $0 } ?? "")\n")
    let error = value.map { "the value '\($0)' is invalid for '\(key)': \(reason)" }
    let warning = "'\(file)', line 2 is ignored: \(error ?? "it is not 'key = value'.")"
    #expect(
      shell("lap") == Answer(output: "1) 00:01.2  lap 00:01.2\n", errors: "Note: \(warning)\n"))
    let answer = shell("resume --json")
    let lines = answer.errors.split(separator: "\n")
    #expect(answer.exit == 1 && lines.count == 2)
    #expect(lines[0].hasPrefix(#"{"note":{"message":"'"#))
    #expect(lines[1].hasPrefix(#"{"error":{"code":1,"kind":"not_stopped","#))
  }

  @Test func `all keys are read, and the first of two effects of a key applies`() {
    let configuration = Configuration(
      "against = best\nkeys.lap = j\nkeys.mark = .\nkeys.stop = t\n"
        + "keys.debounce = 200ms\nbell = on", of: "config")
    #expect(configuration.against == "best")
    #expect(configuration.keys == ["j": "l", ".": "m", "t": " "])
    #expect(configuration.debounce == .milliseconds(200))
    #expect(configuration.bell == true)
    #expect(configuration.warnings.isEmpty)
    #expect(Configuration("against = best\nagainst = space", of: "config").against == "space")
    let twice = Configuration("keys.lap = j\nkeys.mark = j\nkeys.lap = j", of: "c")
    #expect(twice.keys == ["j": "l"])
    #expect(
      twice.warnings == [
        """
        'c', line 2 is ignored: the value 'j' is invalid for 'keys.mark': the key has another effect.
        """
      ])
  }

  @Test(
    arguments: [
      ("keys.lap = space", [" ": "l", "l": " "]),
      ("keys.lap = space\nkeys.stop = t", [" ": "l", "t": " "]),
      ("keys.stop = t\nkeys.lap = space", [" ": "l", "t": " "]),
      ("keys.lap = space\nkeys.stop = l", [" ": "l", "l": " "]),
      ("keys.stop = l\nkeys.lap = space", [" ": "l", "l": " "]),
      ("keys.mark = space", [" ": "m", "m": " "]), ("keys.stop = space", [" ": " "]),
    ] as [(String, [Character: Character])])
  func `space can have another effect; then the key that it replaces starts and stops`(
    lines: String, keys: [Character: Character]
  ) {
    let configuration = Configuration(lines, of: "config")
    #expect(configuration.keys == keys)
    #expect(configuration.warnings.isEmpty)
  }

  @Test func `an unknown key is a warning; comments and a byte order mark are skipped`() throws {
    try configure("\u{FEFF}precision = 3 # digits\n\t# colors\ncolor = never\t#\n")
    #expect(shell("status") == "running  session 1  00:01.234  no laps  started just now")
    try configure("presicion = 3\nwings = 2\n")
    let answer = shell("status")
    #expect(answer.exit == 0)
    #expect(
      answer.message == """
        Note: '\(file)', line 1 is ignored: unknown key 'presicion'. Did you mean 'precision'?
        Note: '\(file)', line 2 is ignored: unknown key 'wings'.
        """)
  }

  @Test func `warnings are in the order of the lines`() {
    let configuration = Configuration(
      "wings = 2\nkeys.lap = q\nprecision\nkeys.mark = space\nkeys.undo = space", of: "c")
    #expect(
      configuration.warnings.map(\.text) == [
        "'c', line 1 is ignored: unknown key 'wings'.",
        "'c', line 2 is ignored: the value 'q' is invalid for 'keys.lap': the key has another effect.",
        "'c', line 3 is ignored: it is not 'key = value'.",
        """
        'c', line 5 is ignored: the value 'space' is invalid for 'keys.undo': the key has another \
        effect.
        """,
      ])
  }

  @Test func `an unknown comparison is a warning with file and line`() throws {
    let start = "'\(file)', line 2 is ignored: the value of 'against' is invalid: "
    for (value, reason) in [
      ("nope", "'nope' is neither a session nor a"), ("1", "Session 1 is no attempt at a course."),
    ] {
      try configure("\nagainst = \(value)\n")
      for command in ["status", "show"] {
        let answer = shell(command)
        #expect(answer.exit == 0 && !answer.output.isEmpty)
        #expect(answer.errors.hasPrefix("Note: \(start)\(reason)"), "\(answer)")
      }
    }
    #expect(shell("status --against best").exit == 1)
    #expect(shell("plan --course 5k --segments 1k,2k", "status").errors.isEmpty)
  }

  @Test func `an invalid variable is a warning, and so is a file that cannot be read`() throws {
    try configure("precision = 2\n")
    shell.environment["LAPTIMER_PRECISION"] = "x"
    #expect(
      shell("lap")
        == Answer(
          output: "1) 00:01.23  lap 00:01.23\n",
          errors:
            "Note: The variable LAPTIMER_PRECISION is ignored: 'x' is not a number from 0 to 9.\n"))
    shell.environment["LAPTIMER_PRECISION"] = nil
    try Data([0x70, 0xFF, 0x0A]).write(to: URL(filePath: file))
    #expect(shell("lap").errors.contains("'\(file)' is ignored: it is not valid UTF-8.\n"))
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    #expect(shell("lap").message == "Note: The configuration is ignored: '\(file)' is a folder.")
    #expect(shell("status").output.contains("3 laps"))
  }

  @Test func `suggested commands have the log of --db`() {
    let shell = Shell()
    let log = shell.folder + "/other.db"
    let option = " --db \(log)'"
    #expect(
      shell("stop --db \(log)").message
        == "Error: There is no session yet. 'laptimer start\(option) starts one.")
    #expect(
      shell("start --db \(log)", "discard 1 --db \(log)").text
        == "Discarded session 1. 'laptimer undo --session 1\(option) restores it.")
    #expect(
      shell("list --db \(log)").message
        == "Note: All sessions are discarded: 'laptimer list --all\(option) lists them.")
    #expect(shell("discard 1").errors.contains("'laptimer list --all' lists"))
    #expect(shell("lap --bogus --db \(log)").errors.contains("See 'laptimer lap --help' for"))
    #expect(
      shell("lap --session 9 --json --db \(log)").errors.contains("'laptimer list --all\(option)"))
  }
}
