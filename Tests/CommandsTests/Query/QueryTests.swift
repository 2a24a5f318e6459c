import Foundation
import Testing

struct QueryTests {
  private let shell = Shell(
    "start 'Tempo run' --tag track", .milliseconds(28_050), "lap 'a\tb'", "stop", .seconds(60),
    "start", .seconds(83.4))

  private func query(_ sql: String, _ options: String...) throws -> Answer {
    try shell.run(["query", sql] + options)
  }

  @Test func `rows are a table without control characters`() throws {
    #expect(
      try query(
        "SELECT session, name, lap_count, label FROM sessions LEFT JOIN laps USING (session)"
      ).text == """
        session  name       lap_count  label
              1  Tempo run          1  a\\tb
              2                     0
        """)
  }

  @Test func `the SQL functions use the current time`() throws {
    #expect(
      shell.rows(
        """
        SELECT session, phase(session), running_time(session), clock(running_time(session)), \
        ago(started_at) FROM sessions
        """)
        == [
          "1,stopped,28050000000,00:28.0,2m ago", "2,running,83400000000,01:23.4,1m ago",
        ])
    let sql = "SELECT clock(NULL), ago(NULL), phase(99), running_time(99), phase(NULL)"
    #expect(shell.rows(sql) == [",,,,"])
    #expect(try query("SELECT clock('x')").error(65) == "Error: clock takes a number: nanoseconds.")
  }

  @Test func `clock and ago truncate fractions and reject numbers out of range`() throws {
    #expect(
      shell.rows(
        """
        SELECT clock(avg(x)), clock(-1999999999.9), ago(avg(x) + 1800000055000000000.0), \
        clock(9.2e18) FROM (SELECT 12300000000 AS x UNION SELECT 12499999999)
        """) == ["00:12.3,-00:01.9,1m ago,2555555:33:20.0"])
    #expect(shell.rows("SELECT clock(-5)") == ["00:00.0"])
    for (sql, message) in [
      ("SELECT clock(9e999)", "clock takes nanoseconds, at most 292 years of them."),
      ("SELECT clock(-1e19)", "clock takes nanoseconds, at most 292 years of them."),
      ("SELECT ago(9.3e18)", "ago takes nanoseconds since 1970, at most 292 years of them."),
      ("SELECT ago(x'00')", "ago takes a number: nanoseconds since 1970."),
      ("SELECT phase(1.5)", "phase takes an integer: the number of a session."),
    ] { #expect(try query(sql).error(65) == "Error: \(message)") }
  }

  @Test func `a query without a log reads an empty one and creates nothing`() {
    let shell = Shell()
    #expect(shell("query 'SELECT count(*) AS n FROM laps' --json").text == "[{\"n\":0}]")
    #expect(!FileManager.default.fileExists(atPath: shell.log))
    for words in ["", "--schema 'SELECT 1'", "'SELECT 1' --timeout 0", "'SELECT 1' --format xml"] {
      #expect(shell("query \(words)").exit == 64, "\(words)")
    }
  }

  @Test func `an error has SQLite's message`() throws {
    for (sql, message) in [
      ("", "A query must be exactly one statement."),
      ("/* nothing */", "A query must be exactly one statement."),
      ("SELECT 1; SELECT 2", "A query must be exactly one statement."),
      ("SELEC 1", "near \"SELEC\": syntax error."),
      ("SELECT * FROM lapse", "no such table: lapse."),
    ] { #expect(try query(sql).error(65) == "Error: \(message)") }
    #expect(
      try query("SELECT 1 AS a, 2 AS a", "--format", "ndjson").error(65)
        == "Error: Two columns have the name 'a': rename one with AS for JSON.")
    #expect(try query("SELECT 1 AS a, 2 AS a").text == "a  a\n1  2")
    #expect(try query("SELEC", "--json").errors.contains(#""code":65,"kind":"bad_sql""#))
  }

  @Test(arguments: ["table", "markdown"])
  func `a table that would not fit into memory is refused`(_ format: String) throws {
    // One wide cell widens all rows.
    let sql = """
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
      SELECT CASE i WHEN 1 THEN printf('%1000000d', i) END AS a, i FROM n
      """
    #expect(
      try query(sql, "--format", format, "--timeout", "5m").error(65) == """
        Error: The table needs more than 256 MiB of memory; '--format csv' and \
        '--format ndjson' have no limit.
        """)
    #expect(try query(sql + " LIMIT 3", "--format", format).exit == 0)
    let answer = try query(sql + " LIMIT 1000", "--format", "csv")
    #expect(answer.exit == 0 && answer.text.hasSuffix("\n,1000"), "\(answer)")
  }

  @Test func `a query cannot change the log or another file`() throws {
    let before = shell("export").output
    for sql in [
      "DELETE FROM events", "UPDATE events SET at = 0", "INSERT INTO laps SELECT * FROM laps",
      "ATTACH '/tmp/laptimer-escape.db' AS other", "VACUUM INTO '/tmp/laptimer-escape.db'",
      "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA user_version = 99",
      "SELECT writefile('/tmp/laptimer-escape.db', 'x')", "SELECT zeroblob(2000000000)",
    ] {
      #expect(try query(sql).failed(65), "\(sql)")
    }
    #expect(shell("export").output == before)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/laptimer-escape.db"))
    #expect(shell("lap").exit == 0)
  }

  @Test func `a long step of SQLite is ended soon after the timeout`() throws {
    let laptimer = try RealProgram()
    try laptimer("start", "a")
    // Each call compares some 10^11 bytes, and SQLite checks no timeout meanwhile.
    let calls = (1...200).map {
      "instr(printf('%.*c', 90000\($0), 'a'), printf('%.*c', 45000\($0), 'a') || 'b')"
    }
    let sql = "SELECT " + calls.joined(separator: " + ")
    // Without the watchdog, the limit of CPU time ends the process with a signal.
    let answer = try laptimer.shell("ulimit -t 20; exec laptimer query \"\(sql)\" --timeout 10ms")
    #expect(answer.exit == 75 && answer.errors.contains("The query was stopped after"), "\(answer)")
  }

  @Test func `a query that fails midway prints nothing`() throws {
    let sql = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    #expect(
      try query(sql, "--format", "csv", "--timeout", "100ms").error(75)
        == "Error: The query was stopped after 0.1 s; '--timeout' allows more time.")
  }
}
