import Testing

struct DamagedLogTests {
  private let shell = Shell()
  private var path: String { shell.folder + "/damaged.db" }
  private var help: String {
    """
    'laptimer check --db \(path)' shows details; restore a backup, or save the readable events \
    with 'laptimer export --salvage --db \(path)'
    """
  }

  /// Makes a copy of a log of two events, and overwrites it from the first occurrence of a word.
  private func damage(_ word: String, with bytes: String) throws {
    #expect(shell("record", input: "start Anna\nlap\n").exit == 0)
    #expect(shell("backup \(path)").exit == 0)
    try shell.overwrite(word, with: bytes, in: path)
  }

  @Test func `a damaged schema is reported, also by check, and salvage saves the events`() throws {
    try damage("CREATE TABLE laps", with: "CRXATE")
    let words = #"malformed database schema (laps) - near "CRXATE": syntax error"#
    for command in [
      ["status"], ["show", "1"], ["list"], ["events"], ["export"], ["query", "SELECT 1 FROM laps"],
      ["start"], ["lap"], ["rebuild"], ["record"],
    ] {
      let message = try shell.run(command + ["--db", path], input: "lap\n").error(65)
      let start = "Error: '\(path)' is damaged: \(help) (\(words) [SQLITE_CORRUPT (11)] in: "
      #expect(message.hasPrefix(start), "\(command): \(message)")
    }
    let json = shell("status --json --db \(path)")
    #expect(json.errors.hasPrefix(#"{"error":{"code":65,"kind":"damaged","message":"'"#))
    let answer = shell("check --db \(path)")
    #expect(answer.exit == 65)
    #expect(
      answer.text == #"the file: malformed database schema (laps) - near "CRXATE": syntax error"#)
    #expect(
      answer.message == """
        Error: The log is damaged: restore a backup, or save the readable events with \
        'laptimer export --salvage --db \(path)'.
        """)
    #expect(shell("export --salvage --db \(path)") == Answer(output: shell("export").output))
  }

  @Test func `a damaged event is reported`() throws {
    try damage(#"{"name":"Anna"}"#, with: #"{"name":"Otto"}"#)
    #expect(
      shell("show 1 --db \(path)").error(65)
        == "Error: Event 1 of the log is damaged: its digest does not match. \(help).")
  }

  @Test func `a damaged session of an older log is left out with a note`() throws {
    shell("start Anna", "mark pit", "start Otto --also")
    try shell.corrupt("UPDATE events SET data = '{' WHERE position = 2; PRAGMA user_version = 15")
    let note = "Note: Left out session 1. Event 2 of the log is damaged: "
    let list = shell("list --format csv")
    #expect(list.exit == 0 && list.output.contains("Otto") && !list.output.contains("Anna"))
    #expect(list.errors.hasPrefix(note))
    #expect(shell("status").errors.hasPrefix(note))
    let lap = shell("lap")
    #expect(lap.exit == 0 && lap.errors.contains(note), "\(lap)")
    #expect(lap.errors.hasPrefix("Note: An older version of laptimer wrote the tables of the log"))
    #expect(shell("stop").exit == 0)
    #expect(shell("status 1").error(65).hasPrefix("Error: Event 2 of the log is damaged"))
    let named = shell("list --db \(shell.log)")
    #expect(named.errors.hasPrefix(note))
    #expect(named.errors.contains("'laptimer check --db \(shell.log)' shows details"))
  }

  @Test func `the gun of a wave in a damaged race is recorded with a note`() throws {
    shell("start Crit --race '2 laps'", "enter 17 --wave B")
    try shell.corrupt("UPDATE events SET data = '{' WHERE position = 2")
    let answer = shell("wave B")
    #expect(answer.exit == 0 && answer.output.hasPrefix("Started wave B"))
    #expect(
      answer.errors.hasPrefix(
        """
        Note: The waves of session 1 cannot be read, so the name is not checked, and the standings \
        are left out. Event 2 of the log is damaged: 
        """), "\(answer)")
  }
}
