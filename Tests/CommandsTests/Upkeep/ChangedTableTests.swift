import ProcessTestSupport
import Testing

/// Tables of laptimer that the user dropped or altered, and tables of the user with their names.
struct ChangedTableTests {
  private let shell = Shell("start A", "lap", "mark pit")

  @discardableResult private func sql(_ sql: String) throws -> String {
    try Child.output(of: ["sqlite3", shell.log, sql])
  }

  @Test(arguments: [
    ("laps", ["status", "lap", "lap --json"]),
    ("sessions", ["status", "show", "list", "lap", "stop --json"]),
    ("timestamps", ["mark pit", "mark pit --json"]),
  ])
  func `the error for a missing table names rebuild, which repairs it`(
    _ table: String, _ commands: [String]
  ) throws {
    try sql("DROP TABLE \(table)")
    let words = """
      The tables of the log were changed (no such table: \(table)): 'laptimer check' shows which, \
      'laptimer rebuild' rebuilds them from the events.
      """
    for command in commands {
      let errors =
        command.hasSuffix("--json")
        ? #"{"error":{"code":65,"kind":"damaged","message":"\#(words)"}}"# : "Error: \(words)"
      #expect(shell(command) == Answer(exit: 65, errors: errors + "\n"), "\(command)")
    }
    let finding = "the schema: \(table) is missing or was changed"
    let remedy = "The events are intact, but the tables are not: 'laptimer rebuild' rebuilds them."
    #expect(
      shell("check") == Answer(exit: 65, output: finding + "\n", errors: "Error: \(remedy)\n"))
    #expect(shell("check --json").output.contains(#""findings":["\#(finding)"]"#))
    #expect(shell("rebuild").exit == 0)
    #expect(shell("check") == "Verified 3 events in 1 session.")
    #expect(shell("lap").exit == 0)
  }

  @Test(arguments: [
    ("events", "DROP TABLE events"), ("events_are_appended", "DROP TRIGGER events_are_appended"),
  ])
  func `rebuild does not repair the log itself`(_ name: String, _ sql: String) throws {
    try self.sql(sql)
    let finding = "the schema: \(name) is missing or was changed"
    let answer = shell("check")
    #expect(answer.exit == 65 && answer.output.hasPrefix(finding + "\n"), "\(answer)")
    #expect(
      shell("rebuild").error(65) == """
        Error: Rebuilding cannot repair this log (\(finding)): restore a backup, or save the \
        readable events with 'laptimer export --salvage'.
        """)
  }

  @Test(arguments: [
    ("table entries", "CREATE TABLE entries (mine); INSERT INTO entries VALUES ('kept')"),
    ("index crossings_by_bib", "CREATE TABLE m (bib); CREATE INDEX crossings_by_bib ON m (bib)"),
  ])
  func `a race that needs a name of the user's is refused, and nothing is lost`(
    _ object: String, _ sql: String
  ) throws {
    shell("stop")
    try self.sql(sql)
    let before = shell("export").output
    #expect(shell("start --race '2 laps'").failed(65, "laptimer needs (\(object) already exists)"))
    #expect(shell("export").output == before)
    shell.expect(exit: 0, "rebuild", "check")
    if object.hasPrefix("table") {
      #expect(try self.sql("SELECT mine FROM entries") == "kept\n")
      try self.sql("ALTER TABLE entries RENAME TO mine")
    } else {
      try self.sql("DROP INDEX crossings_by_bib")
    }
    shell.expect(exit: 0, "start --race '2 laps'", "check")
  }

  @Test(arguments: [
    ("crossings", "ADD COLUMN note TEXT", "cross 17 --session Crit"),
    ("crossings", "RENAME COLUMN place TO mine", "cross 17 --session Crit"),
    ("crossings", "RENAME COLUMN event TO mine", "cross 17 --session Crit"),
    ("entries", "ADD COLUMN club TEXT", "enter 5 --session Crit"),
    ("attempts", "RENAME COLUMN segments TO mine", "stop --session Golf"),
    ("attempts", "RENAME COLUMN course TO mine", "stop --session Golf"),
  ])
  func `rebuild repairs a table of laptimer that the user altered`(
    _ table: String, _ change: String, _ command: String
  ) throws {
    shell("stop", "start Crit --race '3 laps'", "enter 17")
    // The next crossing reads the row of this one.
    shell("cross 17", "start Golf --course golf --segments A,B --also")
    try sql("ALTER TABLE \(table) \(change)")
    #expect(shell(command).failed(65, "'laptimer rebuild' rebuilds them"))
    let check = shell("check")
    #expect(
      check.exit == 65 && check.output.contains("the schema: \(table) is missing or was changed"))
    #expect(check.errors.contains("'laptimer rebuild' rebuilds them"), "\(check)")
    shell.expect(exit: 0, "rebuild", "check", command, "check")
  }

  @Test func `a table that was renamed and renamed back still belongs to laptimer`() throws {
    shell("stop", "start Crit --race '3 laps'")
    try sql("ALTER TABLE entries RENAME TO mine; ALTER TABLE mine RENAME TO entries")
    // SQLite quotes the name now.
    shell.expect(exit: 0, "enter 17")
    shell.expect(exit: 65, "check")
    shell.expect(exit: 0, "rebuild", "check")
  }
}
