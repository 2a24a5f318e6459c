import Testing

/// Options for a session's clock at the start of a race.
struct ClockRulesOfRaceTests {
  @Test(arguments: [
    ("--limit 45m", "--race 45m", "'20 laps'"), ("--laps 20", "--race '20 laps'", "45m"),
    ("--laps 1", "--race '1 lap'", "45m"),
    ("--min-lap 30s", "--race '20 laps' --rules min_lap=30s", "'20 laps'"),
  ])
  func `a start of a race refuses them and suggests the format`(
    option: String, named: String, format: String
  ) throws {
    let shell = try Shell()
    let refused = shell("start Crit --race \(format) \(option)")
    #expect(refused.exit == 64)
    #expect(
      refused.errors.contains(
        "cannot be used with '--race': the runners of a race have the rules of its format, as in \(named)."
      ), "\(refused.errors)")
    #expect(shell("list").output.contains("no sessions") || shell("list --json").output == "[]\n")
    #expect(shell("start Crit \(named)").exit == 0)
  }

  @Test func `a session without a race accepts them`() throws {
    #expect(try Shell()("start --limit 45m --laps 20 --min-lap 30s").exit == 0)
  }
}
