import Foundation
import ProcessTestSupport
import Testing
import Text

/// A player's real runs as attempts at a course.
struct GolfCourseTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures").standardized

  /// The lines of all runs, converted by awk, each an attempt.
  private static func lines() throws -> String {
    let child = try Child(
      ["env", "TZ=UTC", "awk", "-F,", "-f", "golf-runs.awk", "golf-runs.csv"],
      folder: fixtures.path)
    let holes = (1...18).map { "Hole \($0)" }.joined(separator: ",")
    var isFirst = true
    return String(decoding: child.outputToEnd(), as: UTF8.self).split(separator: "\n").map {
      line -> String in
      guard line.hasPrefix("start") else { return String(line) }
      let segments = isFirst ? " --segments '\(holes)'" : ""
      isFirst = false
      return String(line.replacing(" --laps 18", with: " --course golf\(segments)"))
    }.joined(separator: "\n") + "\n"
  }

  private let shell: Shell

  init() throws {
    shell = Shell()
    let answer = shell("record", input: try Self.lines())
    #expect(answer.exit == 0 && answer.errors == "")
    #expect(answer.output.split(separator: "\n").count == 640)
  }

  private func query(_ sql: String) throws -> String {
    try shell.run(["query", sql, "--format", "csv"]).text
  }

  @Test func `all runs and best times equal those of the player's file, also imported`() throws {
    #expect(try query("SELECT count(*) AS n FROM sessions WHERE lap_count = 0") == "n\n3")
    #expect(
      try query(
        "SELECT running_time_ns AS ns FROM sessions WHERE lap_count = 18 ORDER BY session LIMIT 4")
        == "ns\n912296000000\n859304000000\n801458000000\n755249000000")
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
      try query(
        """
        SELECT sum(best) AS s, clock(sum(best)) AS t FROM (SELECT min(lap_ns) AS best FROM laps \
        WHERE number IS NOT NULL GROUP BY label)
        """) == "s,t\n559709000000,09:19.7")
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
    let best = shell("best --precision \(precision)").output.split(separator: "\n")
    let holes = best.filter { $0.hasPrefix("Hole ") }
    #expect(holes.count == 18)
    for (index, hole) in holes.enumerated() {
      let words = hole.split(separator: " ")
      let session = try #require(words.firstIndex(of: "session").map { words[$0 + 1] })
      let shown = shell("show \(session) --format csv --precision \(precision)").output
      let row = try #require(shown.split(separator: "\n").first { $0.hasPrefix("\(index + 1),") })
      #expect(row.split(separator: ",", omittingEmptySubsequences: false)[6] == words[2], "\(hole)")
    }
  }

  @Test func `the columns of a comparison have the names of the sessions`() throws {
    shell("name Dawn --session 53")
    func header(_ tracks: String) -> [Substring] {
      shell("compare \(tracks)").output.prefix { $0 != "\n" }.split(separator: " ")
    }
    #expect(
      header("53 55").joined(separator: " ") == "segment Dawn time Run 55 time difference Run 55")
    shell("start --course golf")
    #expect(
      header("53 56").joined(separator: " ") == "segment Dawn time session 56 time difference")
    shell("name Dawn --session 55")
    try #expect(
      shell.run(["name", "Evening round at the old golf course", "--session", "52"]).exit == 0)
    #expect(
      header("pb 53 55 52").joined(separator: " ") == """
        segment pb time Dawn (53) time Dawn (55) time Evening round at th… time +/- Dawn (53) \
        +/- Dawn (55) +/- Evening round at th… Dawn (53)
        """)
    #expect(
      shell("compare 53 pb --json").output.hasPrefix(
        #"{"tracks":[{"name":"Dawn","session":53},{"name":"pb","session":55}]"#))
  }

  @Test func `the plot of a comparison fits on the terminal`() {
    shell.environment["LANG"] = "C.UTF-8"
    let plain = shell("compare 53 55").output.split(separator: "\n").dropFirst()
    #expect(plain.contains { $0.hasSuffix("-00:38.3  ███████████████████████│") })
    shell.columns = 80
    for sessions in ["53 55", "55 53", "55 52"] {
      let lines = shell("compare \(sessions) --color never").output.split(separator: "\n")
      #expect(lines.allSatisfy { !$0.contains("…") && DisplayWidth.of(String($0)) <= 80 })
      let bars = lines.map { line in line.count { $0 == "█" } }
      #expect(Set(bars).count > 4, "\(lines)")
    }
    // Two columns of differences leave no space for the plot.
    shell.columns = 90
    let lines = shell("compare 53 55 52 --color never").output.split(separator: "\n")
    #expect(lines[0].hasSuffix("+/- Run 52") && !lines.contains { $0.contains("█") })
  }

  @Test func `an attempt is compared with the best at its start`() {
    // Before run 55, run 53 was the best.
    #expect(shell("show 55 --json").output.contains(#""comparison":{"name":"pb","session":53,"#))
    #expect(shell("show 53 --against pb --json").exit == 0)
    #expect(shell("show 1").output.contains("1) "))
    #expect(shell("show 1 --against pb").errors.contains("No attempt that had ended before"))
    #expect(
      shell("show 1 --against pb --as-of now --json").output.contains(
        #""comparison":{"name":"pb","session":55,"#))
    #expect(shell("status 55").output.contains("  -00:05.4 to pb\n"))
    let against = shell("show 55 --against 53").output
    #expect(against.contains("\nsession 53      11:31.0\n"), "\(against)")
    #expect(shell("status 55 --against average").output.contains(" to average\n"))
    let lines = shell("show 55").output
    #expect(lines.contains("pb              "), "\(lines)")
    #expect(lines.contains("sum of best     "), "\(lines)")
  }

  @Test func `courses that differ in their Unicode form are different`() throws {
    for name in ["caf\u{E9}", "cafe\u{301}"] {
      #expect(try shell.run(["start", "--also", "--course", name, "--segments", "A"]).exit == 0)
      #expect(shell("lap").exit == 0)
    }
    #expect(shell("check").exit == 0)
    #expect(
      try shell.run(["plan", "--session", "56", "--course", "cafe\u{301}", "--segments", "A"]).exit
        == 0)
    for line in ["check", "name caf\u{E9} --session 56", "name cafe\u{301} --session 56", "check"] {
      #expect(shell(line).exit == 0, "\(line)")
    }
    #expect(try shell.run(["best", "cafe\u{301}", "--json"]).output.contains(#""attempts":2"#))
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
