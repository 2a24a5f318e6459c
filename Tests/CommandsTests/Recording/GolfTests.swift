import Foundation
import ProcessTestSupport
import Testing

struct GolfTests {
  /// The runs as lines for `record`, converted by awk.
  static func lines() throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures")
    let child = try Child(
      ["env", "TZ=UTC", "awk", "-F,", "-f", "golf-runs.awk", "golf-runs.csv"],
      folder: folder.path)
    return String(decoding: child.outputToEnd(), as: UTF8.self)
  }

  @Test func `all runs equal those of the player's file`() throws {
    let shell = Shell()
    let lines = try Self.lines()
    let answer = shell("record", input: lines)
    #expect(answer.exit == 0 && answer.errors == "", "\(answer)")
    #expect(answer.output.split(separator: "\n").count == lines.split(separator: "\n").count)
    func query(_ sql: String) throws -> String {
      try shell.run(["query", sql, "--format", "csv"]).output
    }
    #expect(
      try query(
        "select count(*) sessions, sum(lap_count) laps, sum(lap_count = 18) whole from sessions")
        == "sessions,laps,whole\n55,550,20\n")
    #expect(
      try query(
        """
        select session, running_time_ns from sessions where phase = 'finished' \
        order by running_time_ns limit 1
        """) == "session,running_time_ns\n55,685671000000\n")
    #expect(
      try query(
        """
        select running_time_ns from sessions where lap_count = 18 order by session limit 4
        """) == """
          running_time_ns
          912296000000
          859304000000
          801458000000
          755249000000

          """)
    #expect(
      try query(
        """
        select clock(sum(best)) as best from \
        (select min(lap_ns) as best from laps where number is not null group by label)
        """) == "best\n09:19.7\n")
    #expect(
      try query(
        """
        select sum(best) as ns from \
        (select min(lap_ns) as best from laps where number is not null group by label)
        """) == "ns\n559709000000\n")
    #expect(try query("select count(*) as n from sessions where lap_count = 0") == "n\n3\n")
  }
}
