import ProcessTestSupport
import Testing

struct MissingTableTests {
  private func shell(_ sql: String) throws -> Shell {
    let shell = Shell()
    shell("record", input: "start A\nlap\nmark pit\n")
    #expect(try Child(["sqlite3", shell.log, sql]).wait() == .exit(0))
    return shell
  }

  @Test(arguments: [
    ("laps", ["status", "lap", "lap --json"]),
    ("sessions", ["status", "show", "list", "lap", "stop --json"]),
    ("timestamps", ["mark pit", "mark pit --json"]),
  ])
  func `the error for a missing table names rebuild, which repairs it`(
    _ table: String, _ commands: [String]
  ) throws {
    let shell = try shell("DROP TABLE \(table)")
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
    let shell = try shell(sql)
    let finding = "the schema: \(name) is missing or was changed"
    let answer = shell("check")
    #expect(answer.exit == 65 && answer.output.hasPrefix(finding + "\n"), "\(answer)")
    #expect(
      shell("rebuild").error(65) == """
        Error: Rebuilding cannot repair this log (\(finding)): restore a backup, or save the \
        readable events with 'laptimer export --salvage'.
        """)
  }
}
