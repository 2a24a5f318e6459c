import Testing

/// A race as its director uses it, from the start until after the last finish.
struct RaceDayTests {
  private let shell = Shell("start Crit --race '2 laps'", "enter 17 Ada", "enter 4", "enter 6")

  /// A race of two laps: 17 and 4 finish after 60 and 70 seconds, and 6 does not cross.
  init() {
    for bib in ["17", "4", "17", "4"] { shell(.seconds(bib == "4" ? 10 : 25), "cross \(bib)") }
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

  @Test func `a replay prints the standings at its end, and for a joined session no laps`() {
    #expect(heading("replay --speed max --to 1m") == "Crit: 2 laps; running 01:00.0, provisional")
    #expect(heading("replay --speed max") == "Crit: 2 laps; running 01:10.0, provisional")
    shell("start Bridge --join Crit --point A", "cross 17 --session Bridge")
    #expect(!shell("replay Bridge --speed max").output.contains("no laps"))
    // Stated times end at the latest of them.
    let stated = Shell(
      "start Crit --race '2 laps' --ago 10m", "enter 17", "enter 4", "cross 17 --ago 8m")
    #expect(
      stated("replay --speed max").succeeded(with: "Crit: 2 laps; running 02:00.0, provisional"))
  }

  @Test func `a stop counts the runners without a finish`() {
    #expect(
      shell("cross 6", "enter 8", "enter 9", "rule 9 dns", "stop").text == """
        Stopped session 1 "Crit" at 01:30.0.
        1 runner never crossed and is dns: 8.
        'laptimer resume --session 1' continues the race.
        """)
    #expect(
      shell("resume", "plan --rules lapped=continue", "enter 10", "stop").text == """
        Stopped session 1 "Crit" at 01:30.0.
        1 runner did not reach the finish and is dnf: 6.
        2 runners never crossed and are dns: 8, 10.
        'laptimer resume --session 1' continues the race.
        """)
  }

  @Test func `the standings say that a wave has not started`() {
    #expect(shell("enter 5 --wave B", "standings").output.contains("\nB: not started\n"))
    shell("plan --wave B --race '1 lap'")
    #expect(shell("standings").output.contains("\nB: 1 lap; not started\n"))
    #expect(shell("wave B", "standings").output.contains("\nB: 1 lap\n"))
  }

  @Test func `a crossing is explained with its runner, and one outside the race is not assigned`() {
    #expect(
      shell("explain @5").output.hasPrefix("Crossing @5 of session 1 \"Crit\": of 17 Ada, lap 1\n"))
    #expect(shell("explain @5 --json").output.contains(#""bib":"17","name":"Ada""#))
    #expect(shell("cross", "explain @9").output.contains(": nobody's, does not count\n"))
    shell("cross 99")
    #expect(shell("explain @10").output.contains(": of 99, who is not entered, does not count\n"))
    #expect(
      shell("assign @7:1 17").message == """
        Error: Event @7:1 is not a crossing of session 1, nor of a session that times a point of it. \
        'laptimer list' lists these sessions.
        """)
  }

  @Test func `events prints the rules of a format`() {
    shell("plan --race '3 laps' --rules 'ties=shared'")
    #expect(shell("events").output.contains(#"race "3 laps" rules "ties=shared""#))
    shell("plan --wave B --rules 'min_lap=10s'")
    #expect(shell("events").output.contains(#""B" "3 laps" rules "ties=shared, min_lap=10s""#))
  }
}
