import Foundation
import Testing

/// A race as its director uses it, from the start until after the last finish.
struct RaceDayTests {
  private let shell: Shell

  /// A race of two laps: 17 and 4 finish after 60 and 70 seconds, and 6 does not cross.
  init() throws {
    shell = try Shell()
    shell("start Crit --race '2 laps'")
    shell("enter 17 Ada")
    shell("enter 4")
    shell("enter 6")
    for bib in ["17", "4", "17", "4"] {
      shell.pass(.seconds(bib == "4" ? 10 : 25))
      shell("cross \(bib)")
    }
    shell.pass(.seconds(20))
  }

  private func heading(_ command: String) -> Substring? {
    shell(command).output.split(separator: "\n").first { $0.hasPrefix("Crit: ") }
  }

  @Test func `the heading of a finished race has the time of the last finish`() {
    #expect(heading("standings") == "Crit: 2 laps; running 01:30.0, provisional")
    shell("rule 6 dnf")
    for command in ["standings", "results", "replay --speed max"] {
      shell.pass(.seconds(60))
      #expect(heading(command) == "Crit: 2 laps; finished 01:10.0")
    }
    shell("stop")
    #expect(heading("standings") == "Crit: 2 laps; finished 01:10.0")
    #expect(shell("standings --json").output.contains(#""running_time_ns":270000000000"#))
  }

  @Test func `a race with a time limit has finished at the limit`() {
    shell("plan --race 1m20s")
    #expect(heading("standings") == "Crit: 1m20s; finished 01:20.0")
  }

  @Test func `a partial replay prints the standings at its end`() {
    #expect(heading("replay --speed max --to 1m") == "Crit: 2 laps; running 01:00.0, provisional")
    #expect(heading("replay --speed max") == "Crit: 2 laps; running 01:10.0, provisional")
  }

  @Test func `a replay of stated times ends at the latest stated time`()
    throws
  {
    let shell = try Shell()
    shell("start Crit --race '2 laps' --ago 10m")
    shell("enter 17")
    shell("enter 4")
    shell("cross 17 --ago 8m")
    let output = shell("replay --speed max").output
    #expect(output.contains("Crit: 2 laps; running 02:00.0, provisional"), "\(output)")
  }

  @Test func `the replay of a session that times a point has no laps`() {
    shell("start Bridge --join Crit --point A")
    shell("cross 17 --session Bridge")
    #expect(!shell("replay Bridge --speed max").output.contains("no laps"))
  }

  @Test func `a stop counts the runners without a finish`() {
    shell("cross 6")
    shell("enter 8")
    shell("enter 9")
    shell("rule 9 dns")
    #expect(
      shell("stop").output == """
        Stopped session 1 "Crit" at 01:30.0.
        1 runner never crossed and is dns: 8.
        'laptimer resume --session 1' continues the race.

        """)
    shell("resume")
    shell("plan --rules lapped=continue")
    shell("enter 10")
    #expect(
      shell("stop").output == """
        Stopped session 1 "Crit" at 01:30.0.
        1 runner did not reach the finish and is dnf: 6.
        2 runners never crossed and are dns: 8, 10.
        'laptimer resume --session 1' continues the race.

        """)
  }

  @Test func `the standings say that a wave has not started`() {
    shell("enter 5 --wave B")
    #expect(shell("standings").output.contains("\nB: not started\n"))
    shell("plan --wave B --race '1 lap'")
    #expect(shell("standings").output.contains("\nB: 1 lap; not started\n"))
    shell("wave B")
    #expect(shell("standings").output.contains("\nB: 1 lap\n"))
  }

  @Test func `the answer to crossings at equal times has the command for their order`() {
    shell("enter 5")
    #expect(
      shell("cross 6 5").output.hasSuffix(
        """
        \nRunners with equal times rank as recorded: 'laptimer order @11 @10 --session 1' reverses them.

        """))
    #expect(
      shell("explain --bib 6").output.contains("behind: equal, as recorded, last crossing @11\n"))
    #expect(shell("order @11 @10 --session 1").exit == 0)
    // 99 is not entered.
    let answer = shell("cross 17 99").output
    #expect(answer.split(separator: "\n").count == 2 && !answer.contains("order"), "\(answer)")
  }

  @Test func `crossings of two waves, or with own clocks, get no command for their order`() throws {
    for (rules, wave) in [("", "--wave B"), ("--rules clock=chip", "")] {
      let shell = try Shell()
      shell("start Crit --race '3 laps' \(rules)")
      shell("enter 6")
      shell("enter 5 \(wave)")
      shell("wave B")
      let answer = shell("cross 6 5").output
      #expect(answer.split(separator: "\n").count == 2 && !answer.contains("order"), "\(answer)")
    }
  }

  @Test func `a crossing is explained with its runner`() {
    #expect(
      shell("explain @5").output.hasPrefix("Crossing @5 of session 1 \"Crit\": of 17 Ada, lap 1\n"))
    #expect(shell("explain @5 --json").output.contains(#""bib":"17","name":"Ada""#))
    shell("cross")
    #expect(shell("explain @9").output.contains(": nobody's, does not count\n"))
    shell("cross 99")
    #expect(shell("explain @10").output.contains(": of 99, who is not entered, does not count\n"))
  }

  @Test func `events prints the rules of a format`() {
    shell("plan --race '3 laps' --rules 'ties=shared'")
    #expect(shell("events").output.contains(#"race "3 laps" rules "ties=shared""#))
    shell("plan --wave B --rules 'min_lap=10s'")
    #expect(shell("events").output.contains(#""B" "3 laps" rules "ties=shared, min_lap=10s""#))
  }

  @Test func `the assignment of an event outside the race is refused`() {
    #expect(
      shell("assign @7:1 17").errors == """
        Error: Event @7:1 is not a crossing of session 1, nor of a session that times a point of it. \
        'laptimer list' lists these sessions.

        """)
  }

  @Test func `record notes a time of day that means yesterday`() {
    let lines = "cross 17 --at 23:59 --session 1\nstop --at 23:58 --session 1\n"
    let result = shell("record", input: lines)
    #expect(result.output.contains("\nNote: '23:59' means "))
    #expect(result.errors.contains("'23:58' means "))
  }
}
