import Foundation
import Testing

struct StandingsCommandTests {
  @Test func `standings --at-time shows a running race, also after the stop`() {
    let shell = Shell(
      "start Crit --race '9 laps' --ago 25m", "enter 17", "cross 17 --ago 15m", "stop --ago 5m")
    #expect(shell("standings --at-time 12m").output.contains("; running 12:00.0, provisional\n"))
    #expect(
      shell("standings --at-time 12m --json").output.contains(#""running_time_ns":720000000000}"#))
    // Like 'show --at-event', it shows the clock at the moment of the event.
    #expect(shell("standings --at-event 3").output.contains("; running 10:00.0, provisional\n"))
    #expect(shell("standings").output.contains("; stopped 20:00.0\n"))
  }

  @Test func `as of a start with a countdown, the race runs`() {
    let shell = Shell("start Crit --race '9 laps' --countdown 20s", "enter 17")
    #expect(shell("show --at-event 1").output.contains("running  00:00.0"))
    #expect(shell("standings --at-event 1").output.contains("; running 00:00.0, provisional\n"))
    #expect(shell("standings --at-event 2").output.contains("; countdown 20, provisional\n"))
  }

  @Test func `as of a crossing that was stated before the stop, the race runs`() {
    let shell = Shell(
      "start Crit --race '9 laps' --ago 25m", "enter 17", "stop --ago 5m", "cross 17 --ago 15m")
    #expect(shell("show --at-event 4").output.contains("running  10:00.0"))
    #expect(shell("standings --at-event 4").output.contains("; running 10:00.0, provisional\n"))
    #expect(shell("standings").output.contains("; stopped 20:00.0"))
  }

  @Test func `results show laps only for waves with laps`() {
    let shell = Shell("start Crit --race '9 laps'", "enter 17 --wave A", "enter 4 --wave B")
    for format in ["table", "markdown", "html"] {
      let results = shell("results --format \(format)").output
      #expect(results.components(separatedBy: "No laps.").count == 2, "\(results)")
      #expect(!results.contains("split"))
      #expect(!shell("standings --format \(format)").output.contains("No laps."))
    }
    shell("wave A", .seconds(60), "cross 17")
    for format in ["table", "markdown", "html"] {
      let results = shell("results --format \(format)").output
      #expect(!results.contains("No laps."))
      #expect(results.components(separatedBy: "split").count == 2, "\(results)")
    }
  }

  @Test func `the table has the gaps of the JSON in a backyard race`() {
    let shell = Shell("start Yard --race 'backyard 1h'", "enter 1", "enter 2", "enter 3")
    for (bib, minutes) in [(1, 45), (2, 5), (3, 5)] {
      shell(.seconds(60 * minutes), "cross \(bib)")
    }
    let rows = shell("standings").lines.suffix(3).map { line in
      line.split(separator: " ").filter { $0.hasPrefix("+") }.joined(separator: " ")
    }
    #expect(rows == ["", "+00:00.0 +00:00.0", "+00:00.0 +00:00.0"])
    #expect(shell("standings --json").output.split(separator: "\"gap_ns\":0,").count == 4)
  }

  @Test func `a finished race has the time of its last runner, also after a pause`() {
    let shell = Shell(
      "start Crit --race '2 laps'", "enter 17", .seconds(60), "cross 17", "stop", .seconds(100),
      "resume", .seconds(60), "cross 17")
    #expect(shell("standings").output.hasPrefix("Crit: 2 laps; finished 03:40.0\n"))
    #expect(shell("standings --json").output.contains(#""time":"03:40.0""#))
  }

  @Test func `grouped by team, of a shared place only the first is behind the place before`() {
    let shell = Shell(
      "start Crit --race 10m --rules ties=shared", "enter 1 --team X", "enter 2 --team Y",
      "enter 3 --team Z", "enter 4 --team X", .seconds(60), "cross 1", "cross 2", "cross 3 4",
      .seconds(60), "cross 1", "cross 2")
    func intervals(_ command: String) -> [String] {
      shell(command).output.matches(of: /\b3 +([34]) +[XZ] +1 +01:00.0 +(\S+ laps?) +(\S+)/).map {
        "\($0.output.1) \($0.output.3)"
      }.sorted()
    }
    #expect(intervals("standings --team") == intervals("standings"))
    #expect(intervals("standings") == ["3 +1", "4 +00:00.0"])
  }

  @Test func `a wave without runners of the category is left out`() {
    let shell = Shell(
      "start Crit --race '2 laps'", "enter 1 --category men --wave A",
      "enter 2 --category women --wave B")
    #expect(shell("standings").succeeded(with: "\nA: ", "\nB: "))
    #expect(shell("standings --category women").succeeded(with: " 2 ", without: "\nA: "))
  }

  @Test func `show and status of a race describe its runners instead of laps`() {
    let shell = Shell("start Crit --race '2 laps'", "enter 17", "enter 4", "enter 23")
    for bibs in ["17 4", "17"] { shell(.seconds(60), "cross \(bibs)") }
    let shown = shell("show")
    #expect(shown.succeeded(without: "\nno laps"))
    #expect(
      shown.text.hasSuffix(
        "\n\nRace \"2 laps\": 3 entries, 3 crossings. 'laptimer standings 1' shows the places."))
    #expect(
      shell("show --at-time 1:30.5").text.hasSuffix(
        "3 entries, 2 crossings. 'laptimer standings 1 --at-time 1m30.5s' shows the places."))
    #expect(
      shell("show --at-event 5").text.hasSuffix("standings 1 --at-event 5' shows the places."))
    shell("withdraw 23", "start --join 1 --point A")
    #expect(shell("show 1").output.contains("2 entries, 3 crossings, 1 joined session. 'laptimer"))
    #expect(shell("status 1").succeeded(with: "02:00.0  race \"2 laps\"  ", without: "no laps"))
    let plan = #""plan":{"laps":null,"limit_ns":null,"min_lap_ns":null,"race":{"rules_version":1,"#
    #expect(shell("show 1 --json").output.contains(#""header":"no laps",\#(plan)"#))
  }

  @Test func `the error for an unknown wave or category suggests the nearest one`() {
    let shell = Shell(
      "start Crit --race '9 laps'", "enter 17 --wave Blue --category Women",
      "enter 4 --wave Red --category Men")
    for line in ["standings --wave Blu", "results --wave Blu --category Women"] {
      #expect(
        shell(line).error(1) == """
          Error: No runner is in the wave 'Blu'. Did you mean 'Blue'? The waves with runners: \
          'Blue', 'Red'.
          """)
    }
    #expect(
      shell("standings --category Womn").message == """
        Error: No runner is in the category 'Womn'. Did you mean 'Women'? The categories with runners: \
        'Men', 'Women'.
        """)
    #expect(
      shell("standings --category Kids --wave Red").message
        == "Error: No runner is in the category 'Kids'. The categories with runners: 'Men'.")
    #expect(
      Shell("start Crit --race '9 laps'", "enter 17")("standings --wave B").message
        == "Error: No runner is in the wave 'B': the entries name no waves.")
  }
}
