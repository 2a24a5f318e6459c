import CSQLite
import EventLog
import Foundation
import SQLite
import Testing
import Text
import TimingTestSupport

@testable import Logbook

/// The versions of the view `standings`.
struct StandingsViewTests {
  /// The statements of a file in `migrations/races`.
  static func script(_ name: String) throws -> String {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { path, _ in
      path.deletingLastPathComponent()
    }
    let file = root.appending(path: "migrations/races/" + name)
    return try String(contentsOf: file, encoding: .utf8).withoutSQLComments
  }

  private func connection() throws -> Connection {
    let connection = try Connection(
      path: ":memory:", flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try connection.execute(try Self.script("0002_races.sql"))
    return connection
  }

  /// The names of the columns of the view of a file, and all its rows.
  private func rows(_ name: String, _ connection: Connection) throws -> [String] {
    try connection.execute("DROP VIEW IF EXISTS standings; \(try Self.script(name))")
    let names = try connection.prepare("SELECT name FROM pragma_table_info('standings')")
    var columns: [String] = []
    while try names.step() { columns.append(names.text(0)) }
    let statement = try connection.prepare("SELECT * FROM standings")
    var rows = [columns.joined(separator: " ")]
    while try statement.step() {
      rows.append(
        columns.indices.map { statement.optionalText($0) ?? "-" }.joined(separator: " "))
    }
    return rows
  }

  @Test func `the fifth script has the rows of the fourth one for any results`() throws {
    var runners = 0
    for _ in 0..<Seed.tries(300) {
      var seed = Seed()
      let (source, connection) = (seed.description, try connection())
      try fill(connection, &seed)
      let former = try rows("0004_standings.sql", connection)
      #expect(try rows("0005_standings.sql", connection) == former, "\(source)")
      runners += former.count - 1
    }
    #expect(runners > 0)
  }

  /// Writes waves and runners with random results, many of them equal.
  private func fill(_ connection: Connection, _ seed: inout Seed) throws {
    func any<Value>(_ values: Value...) -> Value {
      values[Int.random(in: 0..<values.count, using: &seed)]
    }
    var number = 100
    func another() -> Int {
      number += 1
      return number
    }
    for session in 1...2 {
      for wave in ["NULL", "'a'"] {
        try connection.execute(
          """
          INSERT INTO waves VALUES (\(session), \(wave), 0, '', \(any(0, 1)), \(any(0, 1)), \
          \(any("NULL", "1", "3")), \(any("NULL", "500", "900")), NULL, NULL, 0, NULL, 0)
          """)
        for index in 0..<Int.random(in: 0...8, using: &seed) {
          let bib = "'\(wave == "NULL" ? "" : "a")\(index)'"
          try connection.execute(
            """
            INSERT INTO entries VALUES (\(session), \(bib), \(any("NULL", "'name'")), \
            \(any("NULL", "''", "'first'")), \(any("NULL", "''", "'last'")), '\(another())', \
            '\(another())', \(wave), '[]', 1);
            INSERT INTO competitors VALUES (\(session), \(bib), \(wave), '\(another())', NULL, \
            \(any(-1, 1, 4, 7, 8)), \(any("NULL", "0", "1", "2", "5")), \(another()), \
            \(another()), \(another()), \(another()), \(another()), \(another()), \
            \(another()), \(any("'[]'", #"'["late"]'"#, #"'["late","lapped"]'"#)), NULL, \
            \(any(0, 0, 0, 0, 1, 2)), \(any(0, 0, 1)), \(any(0, 0, 1)), \(any("NULL", "1", "2")), \
            \(any("NULL", "1", "2")), \(any("NULL", "3", "4")), \(bib));
            """)
        }
      }
    }
  }
}
