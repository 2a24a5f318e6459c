import ProcessTestSupport
import Testing

/// Tables that the user has made in the log, with names that courses and races need.
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
    ("entries", "TABLE entries (mine)", "start --race '2 laps'"),
    ("standings", "VIEW standings AS SELECT 1", "start --race '2 laps'"),
    ("competitors", "TABLE Competitors (session, bib)", "start --race '2 laps'"),
    ("attempts", "TABLE attempts (session, mine)", "start --course golf --segments A"),
    ("course_histories", "TABLE course_histories (course)", "start --course golf --segments A"),
    ("race_streams", "TABLE race_streams (session)", "start --join A --point A"),
  ])
  func `a start that needs the name is refused, and nothing is lost`(
    _ name: String, _ object: String, _ command: String
  ) throws {
    if command.contains("--join") {
      shell("start Crit --race '2 laps'")
      shell("stop")
    }
    let start = command.replacing("--join A", with: "--join Crit")
    _ = try sql("CREATE \(object)")
    let before = shell("export").output
    let refused = shell(start)
    #expect(refused.exit == 1)
    #expect(refused.errors.hasPrefix("Error: The log has a table or view '\(name)' that laptimer "))
    #expect(refused.errors.contains("'ALTER TABLE \(name) RENAME TO my_\(name)'"))
    #expect(shell("\(start) --json").errors.contains(#""kind":"name_taken""#))
    #expect(shell("export").output == before)
    #expect(shell("check").exit == 0)
    #expect(shell("record", input: "start B\nstop\n\(start)\nstart C\n").exit == 65)
    #expect(shell("list --format csv").output.contains(",C,"), "the other lines are recorded")
    shell("stop")
    if object.hasPrefix("VIEW") {
      _ = try sql("DROP VIEW \(name)")
    } else {
      _ = try sql("ALTER TABLE \(name) RENAME TO my_\(name)")
    }
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
}
