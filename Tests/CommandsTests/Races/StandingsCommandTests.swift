import Foundation
import Testing

/// Standings and results as text.
struct StandingsCommandTests {
  @Test func `standings --at-time shows a running race, also after the stop`() throws {
    let shell = try Shell()
    shell("start Crit --race '9 laps' --ago 25m")
    shell("enter 17")
    shell("cross 17 --ago 15m")
    shell("stop --ago 5m")
    #expect(shell("standings --at-time 12m").output.contains("; running 12:00.0, provisional\n"))
    #expect(
      shell("standings --at-time 12m --json").output.contains(#""running_time_ns":720000000000}"#))
    // Like 'show --at-event', it shows the clock at the moment of the event.
    #expect(shell("standings --at-event 3").output.contains("; running 10:00.0, provisional\n"))
    #expect(shell("standings").output.contains("; stopped 20:00.0\n"))
  }

  @Test func `results show laps only for waves with laps`() throws {
    let shell = try Shell()
    shell("start Crit --race '9 laps'")
    shell("enter 17 --wave A")
    shell("enter 4 --wave B")
    for format in ["table", "markdown", "html"] {
      let results = shell("results --format \(format)").output
      #expect(results.components(separatedBy: "No laps.").count == 2, "\(results)")
      #expect(!results.contains("split"))
      #expect(!shell("standings --format \(format)").output.contains("No laps."))
    }
    shell("wave A")
    shell.pass(.seconds(60))
    shell("cross 17")
    for format in ["table", "markdown", "html"] {
      let results = shell("results --format \(format)").output
      #expect(!results.contains("No laps."))
      #expect(results.components(separatedBy: "split").count == 2, "\(results)")
    }
  }

  @Test func `standings --points shows the times that count`() throws {
    let shell = try Shell()
    shell("start Crit --race '2 laps'")
    shell("enter 17")
    for _ in 0..<3 {
      shell.pass(.seconds(60))
      shell("cross 17")
    }
    let rows = shell("standings --points").output.split(separator: "\n")
    #expect(rows.contains { $0.contains("finished") && $0.hasSuffix("02:00.0 x2") }, "\(rows)")
    #expect(
      shell("standings --points --format csv").output.contains("finish,120000000000,2,"))
  }

  @Test func `the table has the gaps of the JSON in a backyard race`() throws {
    let shell = try Shell()
    shell("start Yard --race 'backyard 1h'")
    for bib in 1...3 { shell("enter \(bib)") }
    for (bib, minutes) in [(1, 45), (2, 5), (3, 5)] {
      shell.pass(.seconds(60 * minutes))
      shell("cross \(bib)")
    }
    let rows = shell("standings").output.split(separator: "\n").suffix(3).map { line in
      line.split(separator: " ").filter { $0.hasPrefix("+") }.joined(separator: " ")
    }
    #expect(rows == ["", "+00:00.0 +00:00.0", "+00:00.0 +00:00.0"])
    let json = shell("standings --json").output
    #expect(json.split(separator: "\"gap_ns\":0,").count == 4)
  }

  @Test func `a wave without runners of the category is left out`() throws {
    let shell = try Shell()
    shell("start Crit --race '2 laps'")
    shell("enter 1 --category men --wave A")
    shell("enter 2 --category women --wave B")
    let all = shell("standings").output
    #expect(all.contains("\nA: ") && all.contains("\nB: "), "\(all)")
    let women = shell("standings --category women").output
    #expect(!women.contains("\nA: ") && women.contains(" 2 "), "\(women)")
  }

  @Test func `the shown best laps agree with the ranking`() throws {
    let shell = try Shell()
    shell("start Crit --race 'best lap 10m'")
    shell("enter 1")
    shell("enter 2")
    for (passed, bib) in [(60_100, 2), (90, 1), (59_900, 2), (20, 1)] {
      shell.pass(.milliseconds(passed))
      shell("cross \(bib)")
    }
    // 1 runs from 60.19 to 120.11 s, and 2 from 60.10 to 120.09 s. Each row has its best lap in the
    // columns time and best. The row of 2 also has it in the column last.
    let rows = shell("standings").output.split(separator: "\n").suffix(2)
    #expect(rows.map { $0.matches(of: /00:59\.9/).count } == [2, 3], "\(rows)")
  }
}
