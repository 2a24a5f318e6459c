import Testing

@testable import Commands

/// What is told of the tables is what they are.
struct LogTableTests {
  @Test func `each column of each table is told, and no other`() throws {
    let shell = try Shell()
    shell("start")
    let names = try shell.run([
      "query", "SELECT name FROM sqlite_master WHERE type = 'table'", "--format", "tsv",
    ]).output.split(separator: "\n").dropFirst().map(String.init)
    let told = LogTable.all.filter { $0.name != LogTable.functions.name }
    #expect(Set(names) == Set(told.map(\.name)))
    for table in told {
      let answer = try shell.run(["query", "SELECT * FROM \(table.name)", "--format", "csv"])
      #expect(
        answer.output.split(separator: "\n").first.map(String.init)
          == table.columns.map(\.name).joined(separator: ","))
      // The words of CREATE TABLE have the types.
      let sql = try shell.run([
        "query", "SELECT sql FROM sqlite_master WHERE name = '\(table.name)'", "--format", "csv",
      ]).output
      for column in table.columns {
        #expect(
          sql.contains("\(column.name) \(column.type)")
            || sql.contains("\"\"\(column.name)\"\" \(column.type)"), "\(column.name)")
      }
    }
  }

  @Test func `they are printed a line each`() throws {
    let shell = try Shell()
    let lines = shell("query --schema").output.split(separator: "\n")
    #expect(lines.count == 1 + LogTable.all.map(\.columns.count).reduce(0, +))
    #expect(lines[0] == "table        column                 type     meaning")
    #expect(lines[1] == "events       position               INTEGER  1, 2, 3, … in the log")
    let json = shell("query --schema --json").output
    #expect(
      json.hasPrefix(
        #"[{"table":"events","column":"position","type":"INTEGER","meaning":"1, 2, 3, … in the log"},"#
      ))
  }
}
