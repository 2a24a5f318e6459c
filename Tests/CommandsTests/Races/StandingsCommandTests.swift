import Foundation
import Testing

/// The standings as people read them.
struct StandingsCommandTests {
  @Test func `an earlier running time is shown as such after the stop, too`() throws {
    let shell = try Shell()
    shell("start Crit --race '9 laps' --ago 25m")
    shell("enter 17")
    shell("cross 17 --ago 15m")
    shell("stop --ago 5m")
    #expect(shell("standings --at-time 12m").output.contains("; running 12:00.0, provisional\n"))
    #expect(
      shell("standings --at-time 12m --json").output.contains(#""running_time_ns":720000000000}"#))
    // As 'show --at-event': the clock at the moment of the event.
    #expect(shell("standings --at-event 3").output.contains("; running 10:00.0, provisional\n"))
    #expect(shell("standings").output.contains("; stopped 20:00.0\n"))
  }

  @Test func `results show laps of the waves that have any`() throws {
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

  @Test func `the times at the points are those that count`() throws {
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

  @Test func `the best laps that rank are shown in their order`() throws {
    let shell = try Shell()
    shell("start Crit --race 'best lap 10m'")
    shell("enter 1")
    shell("enter 2")
    for (passed, bib) in [(60_100, 2), (90, 1), (59_900, 2), (20, 1)] {
      shell.pass(.milliseconds(passed))
      shell("cross \(bib)")
    }
    // In the columns of time and best, and of the last lap of 2. 1: from 60.19 to 120.11 s, 2: from 60.10 to 120.09 s.
    let rows = shell("standings").output.split(separator: "\n").suffix(2)
    #expect(rows.map { $0.matches(of: /00:59\.9/).count } == [2, 3], "\(rows)")
  }
}
