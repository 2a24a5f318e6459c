import Foundation
import ProcessTestSupport
import Testing
import Text

/// A player's real runs as attempts at a course.
struct GolfCourseTests {
  private let shell = Shell()

  /// Records the lines of all runs, converted by awk, each an attempt.
  init() throws {
    let runs = try Child.output(
      of: ["env", "TZ=UTC", "awk", "-F,", "-f", "golf-runs.awk", "golf-runs.csv"],
      folder: fixtures.path)
    let holes = (1...18).map { "Hole \($0)" }.joined(separator: ",")
    let first = " --course golf --segments '\(holes)'"
    let lines = runs.replacing(" --laps 18", with: first, maxReplacements: 1)
      .replacing(" --laps 18", with: " --course golf")
    let answer = shell("record", input: lines)
    #expect(answer.exit == 0 && answer.errors == "" && answer.lines.count == 640)
  }

  @Test func `all runs and best times equal those of the player's file, also imported`() throws {
    #expect(shell.rows("SELECT count(*) FROM sessions WHERE lap_count = 0") == ["3"])
    #expect(
      shell.rows(
        "SELECT running_time_ns FROM sessions WHERE lap_count = 18 ORDER BY session LIMIT 4")
        == ["912296000000", "859304000000", "801458000000", "755249000000"])
    let difference = shell("compare pb best --json").output
    #expect(
      difference.hasPrefix(
        #"{"tracks":[{"name":"pb","session":55},{"name":"best","session":null}]"#))
    #expect(
      difference.hasSuffix("\"difference_ns\":[0,-125962000000]}]}\n"), "\(difference.suffix(200))")
    #expect(shell("compare pb best --precision 3").output.contains("-02:05.962"))
    let json = shell("best golf --json").output
    #expect(
      json.hasPrefix(
        #"{"course":"golf","attempts":55,"finished":20,"pb":{"session":55,"#
          + #""running_time_ns":685671000000},"sum_of_best_ns":559709000000,"segments":[{"name":"Hole 1","#
      ), "\(json)")
    #expect(
      shell.rows(
        """
        SELECT sum(best), clock(sum(best)) FROM (SELECT min(lap_ns) AS best FROM laps \
        WHERE number IS NOT NULL GROUP BY label)
        """) == ["559709000000,09:19.7"])
    #expect(shell("best").output.contains("pb           11:25.6  (session 55)\n"))
    // The sum of the times that are shown, which are differences of truncated splits.
    #expect(shell("best").output.contains("sum of best  09:19.8\n"))
    #expect(shell("best --precision 3").output.contains("sum of best  09:19.709\n"))
    #expect(shell("check").exit == 0)
    let copy = Shell()
    #expect(copy("import -", input: shell("export").output).exit == 0)
    #expect(copy("best --json").output == shell("best --json").output)
    #expect(copy("check").exit == 0)
  }

  @Test(arguments: [0, 1, 2])
  func `the best time of each segment is the one that its session shows`(precision: Int) throws {
    let holes = shell("best --precision \(precision)").lines.filter { $0.hasPrefix("Hole ") }
    #expect(holes.count == 18)
    for (index, hole) in holes.enumerated() {
      let words = hole.split(separator: " ")
      let session = try #require(words.firstIndex(of: "session").map { words[$0 + 1] })
      let shown = shell("show \(session) --format csv --precision \(precision)").lines
      let row = try #require(shown.first { $0.hasPrefix("\(index + 1),") })
      #expect(row.split(separator: ",", omittingEmptySubsequences: false)[6] == words[2], "\(hole)")
    }
  }

  @Test func `the columns of a comparison have the names of the sessions`() {
    shell("name Dawn --session 53")
    func header(_ tracks: String) -> String {
      shell("compare \(tracks)").lines[0].split(separator: " ").joined(separator: " ")
    }
    #expect(header("53 55") == "segment Dawn time Run 55 time difference Run 55")
    shell("start --course golf")
    #expect(header("53 56") == "segment Dawn time session 56 time difference")
    shell("name Dawn --session 55")
    shell("name 'Evening round at the old golf course' --session 52")
    #expect(
      header("pb 53 55 52") == """
        segment pb time Dawn (53) time Dawn (55) time Evening round at th… time +/- Dawn (53) \
        +/- Dawn (55) +/- Evening round at th… Dawn (53)
        """)
    #expect(
      shell("compare 53 pb --json").output.hasPrefix(
        #"{"tracks":[{"name":"Dawn","session":53},{"name":"pb","session":55}]"#))
  }

  @Test func `the plot of a comparison fits on the terminal`() {
    shell.environment["LANG"] = "C.UTF-8"
    let plain = shell("compare 53 55").lines.dropFirst()
    #expect(plain.contains { $0.hasSuffix("-00:38.3  ███████████████████████│") })
    shell.columns = 80
    for sessions in ["53 55", "55 53", "55 52"] {
      let lines = shell("compare \(sessions) --color never").lines
      #expect(lines.allSatisfy { !$0.contains("…") && DisplayWidth.of(String($0)) <= 80 })
      #expect(Set(lines.map { line in line.count { $0 == "█" } }).count > 4, "\(lines)")
    }
    // Two columns of differences leave no space for the plot.
    shell.columns = 90
    let lines = shell("compare 53 55 52 --color never").lines
    #expect(lines[0].hasSuffix("+/- Run 52") && !lines.contains { $0.contains("█") })
  }

  @Test func `an attempt is compared with the best at its start`() {
    // Before run 55, run 53 was the best.
    #expect(shell("show 55 --json").output.contains(#""comparison":{"name":"pb","session":53,"#))
    #expect(shell("show 53 --against pb --json").exit == 0)
    #expect(shell("show 1").output.contains("1) "))
    let refusal = shell("show 1 --against pb").errors
    #expect(refusal.contains("at the course 'golf' that had ended before session 1 makes the"))
    #expect(refusal.contains("'--as-of now' compares with all attempts"))
    #expect(
      shell("show 1 --against pb --as-of now --json").output.contains(
        #""comparison":{"name":"pb","session":55,"#))
    #expect(shell("status 55").output.contains("  -00:05.4 to pb\n"))
    #expect(shell("show 55 --against 53").succeeded(with: "\nsession 53      11:31.0\n"))
    #expect(shell("status 55 --against average").output.contains(" to average\n"))
    #expect(shell("show 55").succeeded(with: "pb              ", "sum of best     "))
  }

  @Test func `courses that differ in their Unicode form are different`() {
    for name in ["caf\u{E9}", "cafe\u{301}"] {
      shell.expect(exit: 0, "start --also --course \(name) --segments A", "lap")
    }
    shell.expect(
      exit: 0, "check", "plan --session 56 --course cafe\u{301} --segments A", "check",
      "name caf\u{E9} --session 56", "name cafe\u{301} --session 56", "check")
    #expect(shell("best cafe\u{301} --json").succeeded(with: #""attempts":2"#))
  }

  @Test func `the error for an unknown course suggests a similar one`() {
    #expect(
      shell("best glof").error(66) == "Error: There is no course 'glof'. Did you mean 'golf'?")
    #expect(shell("compare pb").exit == 64)
    #expect(
      shell("compare pb Average").error(66) == """
        Error: 'Average' is neither a session nor a comparison. Did you mean 'average'? \
        The comparisons are pb, best, average, median, latest, worst.
        """)
    #expect(shell("show 55 --against wurst").errors.contains("Did you mean 'worst'?"))
    #expect(shell("compare 1 2").output.contains("Hole 18"))
    #expect(shell("start --course x --segments nofile.txt").exit == 66)
  }
}
