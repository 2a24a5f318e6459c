import EventLog
import Logbook
import Racing
import Testing
import Timing

struct LogTableTests {
  @Test func `query --schema describes exactly the columns of each table`() throws {
    let shell = Shell(
      "start --course golf --segments A", "start Crit --race '2 laps' --also",
      "start --join Crit --point A")
    shell("import - --foreign", input: Shell(firstID: 1001, "start")("export").output)
    let names = shell.rows("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    let described = LogTable.all.filter { $0.name != LogTable.functions }
    #expect(Set(names) == Set(described.map(\.name)))
    for table in described {
      let header = shell("query 'SELECT * FROM \(table.name)' --format csv").lines.first
      #expect(header.map(String.init) == table.columns.map(\.name).joined(separator: ","))
      // The types are in the text of CREATE TABLE.
      let sql = shell.rows("SELECT sql FROM sqlite_master WHERE name = '\(table.name)'").joined()
      for column in table.columns where !sql.contains("CREATE VIEW") {
        #expect(
          sql.contains("\(column.name) \(column.type)")
            || sql.contains("\"\"\(column.name)\"\" \(column.type)"), "\(column.name)")
      }
    }
  }

  @Test func `another SQL of the tables has another version`() throws {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for name in ["sessions", "races"] {
      let sql = try packageText("migrations/tables/\(name).sql")
      for byte in sql.withoutSQLComments.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    #expect(
      "version \(Schema.laptimer.version): \(String(hash, radix: 16))"
        == "version 26: 65dbcdaf57e29eed",
      "raise the version of the schema, then state the new hash here")
  }

  private func flags(_ table: String) throws -> [String] {
    let column = LogTable.all.first { $0.name == table }?.columns.first { $0.name == "flags" }
    return try #require(column?.meaning).split { " :,".contains($0) }.map(String.init)
  }

  @Test func `query --schema and its page list all flags`() throws {
    let names = LapFlags(rawValue: .max).names
    #expect(try flags("laps").suffix(names.count) == names[...])
    let page = try packageText("Sources/Commands/Commands.docc/Tables.md")
    for name in names { #expect(page.contains("`\(name)`"), "\(name)") }
    let all = Set(RaceFlags(rawValue: .max).names)
    let crossings = all.intersection(try flags("crossings"))
    let results = all.intersection(try flags("standings"))
    #expect(crossings.union(results) == all)
    #expect(crossings.isDisjoint(with: results))
    #expect(crossings.contains("compared"))
    // Only the view compares the laps of a runner with the required share.
    #expect(results.subtracting(try flags("competitors")) == ["not_classified"])
  }

  @Test func `running_since is null once finished, and kept for discarded sessions`() {
    let shell = Shell()
    shell("record", input: "start running\nstart --also stopped\nstop --session 2\n")
    shell("record", input: "start --also discarded\ndiscard 3\nstart --also ready\nundo\n")
    shell("start --also finished --limit 1", .seconds(2), "mark --session 5 late")
    #expect(
      shell.rows("SELECT name, phase, running_since IS NULL, running_time_ns FROM sessions") == [
        "running,running,0,", "stopped,stopped,1,0", "discarded,discarded,0,", ",ready,1,0",
        "finished,finished,1,1000000000",
      ])
    // The rules of the session decide again.
    for (limit, row) in [("none", "running,0"), ("1", "finished,1")] {
      shell("plan --session 5 --limit \(limit)", "mark --session 5 later")
      let sql = "SELECT phase, running_since IS NULL FROM sessions WHERE session = 5"
      #expect(shell.rows(sql) == [row])
    }
    #expect(shell("check").exit == 0)
  }

  @Test func `query --schema prints one line for each column`() {
    let shell = Shell()
    let lines = shell("query --schema").lines
    #expect(lines.count == 1 + LogTable.all.map(\.columns.count).reduce(0, +))
    #expect(lines[0] == "table             column                 type     meaning")
    #expect(lines[1] == "events            position               INTEGER  1, 2, 3, … in the log")
    #expect(
      shell("query --schema --json").output.hasPrefix(
        #"[{"table":"events","column":"position","type":"INTEGER","meaning":"1, 2, 3, … in the log"},"#
      ))
  }
}
