import Testing

/// Races in the commands `show` and `status`.
struct RaceSummaryTests {
  @Test func `show and status of a race describe its runners instead of laps`() throws {
    let shell = try Shell()
    shell("start Crit --race '2 laps'")
    for bib in [17, 4, 23] { shell("enter \(bib)") }
    for bibs in ["17 4", "17"] {
      shell.pass(.seconds(60))
      shell("cross \(bibs)")
    }
    let lines = shell("show").output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(!lines.contains("no laps"))
    #expect(
      lines.suffix(3) == [
        "",
        "Race \"2 laps\": 3 entries, 3 crossings. 'laptimer standings 1' shows the places.", "",
      ], "\(lines)")
    shell("withdraw 23")
    shell("start --join 1 --point A")
    #expect(
      shell("show 1").output.contains("2 entries, 3 crossings, 1 joined session. 'laptimer"))
    let status = shell("status 1").output
    #expect(status.contains("02:00.0  race \"2 laps\"  ") && !status.contains("no laps"))
    #expect(shell("show 1 --json").output.contains(#""header":"no laps""#))
  }
}
