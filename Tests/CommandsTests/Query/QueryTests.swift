import Foundation
import Testing
import Timing

@testable import Commands

/// Queries of the log with SQL.
struct QueryTests {
  /// A log with a stopped session and a running one.
  private func shell() throws -> Shell {
    let shell = try Shell()
    shell("start 'Tempo run' --tag track")
    shell.pass(.milliseconds(28_050))
    shell("lap 'a\tb'")
    shell("stop")
    shell.pass(.seconds(60))
    shell("start")
    shell.pass(.seconds(83.4))
    return shell
  }

  private func query(_ sql: String, _ options: String..., in shell: Shell) throws -> Answer {
    try shell.run(["query", sql] + options)
  }

  @Test func `rows are a table without control characters`() throws {
    #expect(
      try query(
        "SELECT session, name, lap_count, label FROM sessions LEFT JOIN laps USING (session)",
        in: shell()
      )
      .output == """
        session  name       lap_count  label
              1  Tempo run          1  a\\tb
              2                     0

        """)
  }

  @Test func `query writes every format`() throws {
    let shell = try shell()
    let sql = "SELECT lap_ns, label, 1.5 AS x, x'00ff' AS b, NULL AS n FROM laps"
    #expect(
      try query(sql, "--format", "csv", in: shell).output
        == "lap_ns,label,x,b,n\n28050000000,a\tb,1.5,00ff,\n")
    #expect(
      try query(sql, "--format", "tsv", in: shell).output.hasPrefix("lap_ns\tlabel\tx\tb\tn\n"))
    #expect(
      try query(sql, "--json", in: shell).output
        == #"[{"lap_ns":28050000000,"label":"a\tb","x":1.5,"b":"00ff","n":null}]"# + "\n")
    #expect(
      try query(sql, "--json", "--format", "ndjson", in: shell).output
        == #"{"lap_ns":28050000000,"label":"a\tb","x":1.5,"b":"00ff","n":null}"# + "\n")
    #expect(
      try query("SELECT session FROM sessions", "--format", "markdown", in: shell).output
        == "| session |\n| ------: |\n|       1 |\n|       2 |\n")
  }

  @Test func `the SQL functions use the current time`() throws {
    let shell = try shell()
    #expect(
      try query(
        """
        SELECT session, phase(session) p, running_time(session) t, \
        clock(running_time(session)) c, ago(started_at) a FROM sessions
        """, "--format", "csv", in: shell
      ).output == """
        session,p,t,c,a
        1,stopped,28050000000,00:28.0,2m ago
        2,running,83400000000,01:23.4,1m ago

        """)
    #expect(
      try query(
        "SELECT clock(NULL) a, ago(NULL) b, phase(99) c, running_time(99) d, phase(NULL) e",
        "--format", "csv", in: shell
      ).output == "a,b,c,d,e\n,,,,\n")
    #expect(
      try query("SELECT clock('x')", in: shell)
        == Answer(exit: 65, errors: "Error: clock takes a number: nanoseconds.\n"))
  }

  @Test func `clock and ago truncate fractions and reject numbers out of range`() throws {
    let shell = try shell()
    #expect(
      try query(
        """
        SELECT clock(avg(x)) a, clock(-1999999999.9) b, ago(avg(x) + 1800000055000000000.0) c, \
        clock(9.2e18) d FROM (SELECT 12300000000 AS x UNION SELECT 12499999999)
        """, "--format", "csv", in: shell
      ).output == "a,b,c,d\n00:12.3,-00:01.9,1m ago,2555555:33:20.0\n")
    #expect(try query("SELECT clock(-5) a", "--format", "csv", in: shell).output == "a\n00:00.0\n")
    for (sql, message) in [
      ("SELECT clock(9e999)", "clock takes nanoseconds, at most 292 years of them."),
      ("SELECT clock(-1e19)", "clock takes nanoseconds, at most 292 years of them."),
      ("SELECT ago(9.3e18)", "ago takes nanoseconds since 1970, at most 292 years of them."),
      ("SELECT ago(x'00')", "ago takes a number: nanoseconds since 1970."),
      ("SELECT phase(1.5)", "phase takes an integer: the number of a session."),
    ] {
      #expect(try query(sql, in: shell) == Answer(exit: 65, errors: "Error: \(message)\n"))
    }
  }

  @Test func `a query without a log reads an empty one and creates nothing`() throws {
    let shell = try Shell()
    #expect(
      try query("SELECT count(*) AS n FROM laps", "--json", in: shell).output == "[{\"n\":0}]\n")
    #expect(!FileManager.default.fileExists(atPath: shell.log))
  }

  @Test func `an error has SQLite's message`() throws {
    let shell = try shell()
    for (sql, message) in [
      ("", "A query must be exactly one statement."),
      ("/* nothing */", "A query must be exactly one statement."),
      ("SELECT 1; SELECT 2", "A query must be exactly one statement."),
      ("SELEC 1", "near \"SELEC\": syntax error."),
      ("SELECT * FROM lapse", "no such table: lapse."),
    ] {
      #expect(try query(sql, in: shell) == Answer(exit: 65, errors: "Error: \(message)\n"))
    }
    #expect(
      try query("SELECT 1 AS a, 2 AS a", "--format", "ndjson", in: shell)
        == Answer(
          exit: 65,
          errors:
            "Error: Two columns have the name 'a': rename one with AS for JSON.\n"))
    #expect(try query("SELECT 1 AS a, 2 AS a", in: shell).output == "a  a\n1  2\n")
    #expect(try query("SELEC", "--json", in: shell).errors.contains(#""code":65,"kind":"bad_sql""#))
  }

  @Test(arguments: ["table", "markdown"])
  func `a table that would not fit into memory is refused`(_ format: String) throws {
    let shell = try shell()
    // One wide cell widens all rows.
    let sql = """
      WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
      SELECT CASE i WHEN 1 THEN printf('%1000000d', i) END AS a, i FROM n
      """
    #expect(
      try query(sql, "--format", format, "--timeout", "5m", in: shell)
        == Answer(
          exit: 65,
          errors: """
            Error: The table needs more than 256 MiB of memory; '--format csv' and \
            '--format ndjson' have no limit.

            """))
    #expect(try query(sql + " LIMIT 3", "--format", format, in: shell).exit == 0)
    let answer = try query(sql + " LIMIT 1000", "--format", "csv", in: shell)
    #expect(answer.exit == 0)
    #expect(answer.output.hasSuffix("\n,1000\n"))
  }

  @Test func `invalid options of query are wrong usage`() throws {
    let shell = try Shell()
    #expect(shell("query").exit == 64)
    #expect(shell("query --schema 'SELECT 1'").exit == 64)
    #expect(shell("query 'SELECT 1' --timeout 0").exit == 64)
    #expect(shell("query 'SELECT 1' --format xml").exit == 64)
  }

  @Test func `a query that fails midway prints nothing`() throws {
    let shell = try shell()
    let sql = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    let answer = try query(sql, "--format", "csv", "--timeout", "100ms", in: shell)
    #expect(answer.exit == 75)
    #expect(answer.output == "")
    #expect(
      answer.errors
        == "Error: The query was stopped after 0.1 s; '--timeout' allows more time.\n"
    )
  }
}
