import ProcessTestSupport
import Testing

/// Tables of the user with names that laptimer needs, and altered tables of laptimer.
struct TakenNameTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    shell("start A")
    shell("stop")
  }

  private func sql(_ sql: String) throws -> String {
    let sqlite = try Child(["sqlite3", shell.log, sql])
    let output = sqlite.outputToEnd()
    #expect(sqlite.wait() == .exit(0))
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    ("entries", "CREATE TABLE entries (mine)", "start --race '2 laps'"),
    ("standings", "CREATE VIEW standings AS SELECT 1", "start --race '2 laps'"),
    ("competitors", "CREATE TABLE Competitors (session, bib)", "start --race '2 laps'"),
    (
      "crossings_by_bib", "CREATE TABLE mine (bib); CREATE INDEX crossings_by_bib ON mine (bib)",
      "start --race '2 laps'"
    ),
    ("attempts", "CREATE TABLE attempts (session, mine)", "start --course golf --segments A"),
    ("race_streams", "CREATE TABLE race_streams (session)", "start --join A --point A"),
  ])
  func `a start that needs the name is refused, and nothing is lost`(
    _ name: String, _ object: String, _ command: String
  ) throws {
    if command.contains("--join") {
      shell("start Crit --race '2 laps'")
      shell("stop")
    }
    let start = command.replacing("--join A", with: "--join Crit")
    _ = try sql(object)
    let (kind, remedy) =
      if object.contains("VIEW") {
        ("a view", "DROP VIEW \(name)")
      } else if object.contains("INDEX") {
        ("an index", "DROP INDEX \(name)")
      } else {
        ("a table", "ALTER TABLE \(name) RENAME TO my_\(name)")
      }
    let before = shell("export").output
    let refused = shell(start)
    #expect(refused.exit == 1)
    #expect(refused.errors.hasPrefix("Error: The log has \(kind) '\(name)' "), "\(refused)")
    #expect(refused.errors.contains("as in: sqlite3 LOG '\(remedy)'"), "\(refused)")
    #expect(shell("\(start) --json").errors.contains(#""kind":"name_taken""#))
    #expect(shell("export").output == before)
    #expect(shell("check").exit == 0)
    #expect(shell("record", input: "start B\nstop\n\(start)\nstart C\n").exit == 65)
    #expect(shell("list --format csv").output.contains(",C,"), "the other lines are recorded")
    shell("stop")
    _ = try sql(remedy)
    #expect(shell(start).exit == 0)
    #expect(shell("check").exit == 0)
  }

  @Test func `rebuild keeps tables of the user`() throws {
    _ = try sql("CREATE TABLE crossings (session, note); INSERT INTO crossings VALUES (1, 'mine')")
    _ = try sql("CREATE TABLE attempts (session); INSERT INTO attempts VALUES (1)")
    #expect(shell("rebuild").exit == 0)
    #expect(shell("check").exit == 0)
    #expect(try sql("SELECT note FROM crossings") == "mine\n")
    #expect(try sql("SELECT session FROM attempts") == "1\n")
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
    shell("start Crit --race '3 laps'")
    shell("enter 17")
    // The next crossing reads the row of this one.
    shell("cross 17")
    shell("start Golf --course golf --segments A,B --also")
    _ = try sql("ALTER TABLE \(table) \(change)")
    let failed = shell(command)
    #expect(failed.exit == 65 && failed.errors.contains("'laptimer rebuild' rebuilds them"))
    let check = shell("check")
    #expect(check.exit == 65 && check.output.contains("the table \(table) does not match"))
    #expect(check.errors.contains("'laptimer rebuild' rebuilds them"), "\(check)")
    let rebuild = shell("rebuild")
    #expect(rebuild.exit == 0, "\(rebuild)")
    #expect(shell("check").exit == 0)
    #expect(shell(command).exit == 0)
    #expect(shell("check").exit == 0)
  }

  @Test func `a table that was renamed and renamed back still belongs to laptimer`() throws {
    shell("start Crit --race '3 laps'")
    _ = try sql("ALTER TABLE entries RENAME TO mine; ALTER TABLE mine RENAME TO entries")
    #expect(shell("enter 17").exit == 0)
    #expect(shell("check").exit == 0)
    #expect(shell("rebuild").exit == 0)
    #expect(shell("check").exit == 0)
  }

  @Test func `the error names the index of a renamed table, which can be dropped`() throws {
    shell("start Crit --race '3 laps'")
    _ = try sql("ALTER TABLE crossings RENAME TO my_crossings")
    let refused = shell("rebuild")
    #expect(
      refused
        == Answer(
          exit: 1,
          errors: """
            Error: The log has an index 'crossings_by_bib' on another table, and laptimer needs \
            this name for a table or an index of its own. Drop it, as in: sqlite3 LOG 'DROP INDEX \
            crossings_by_bib', and make it under another name.

            """))
    _ = try sql("DROP INDEX crossings_by_bib")
    #expect(shell("rebuild").exit == 0)
    #expect(shell("check").exit == 0)
  }

  @Test func `a table foreign_sessions of the user is not read`() throws {
    _ = try sql("CREATE TABLE foreign_sessions (mine)")
    for command in ["start B", "lap", "stop", "start C", "check", "rebuild", "check"] {
      let answer = shell(command)
      #expect(answer.exit == 0, "\(command): \(answer)")
    }
    let other = try Shell(firstID: 1001)
    other("start D")
    let export = other("export").output
    let refused = shell("import - --foreign", input: export)
    #expect(refused.exit == 1)
    #expect(
      refused.errors.hasPrefix("Error: The log has a table 'foreign_sessions' that laptimer did "))
    #expect(shell("list --all --format csv").output.contains(",D,") == false)
    _ = try sql("ALTER TABLE foreign_sessions RENAME TO my_foreign_sessions")
    #expect(shell("import - --foreign", input: export).exit == 0)
    _ = try sql("ALTER TABLE foreign_sessions ADD COLUMN note TEXT")
    #expect(shell("lap --session D").errors.contains("belongs to another device"))
    #expect(shell("check").exit == 0)
  }
}
