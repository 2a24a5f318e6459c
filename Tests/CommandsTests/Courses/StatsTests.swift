import Testing

struct StatsTests {
  private let shell = Shell()

  /// A session of two laps of 10 s and 20 s on each of three days, and one without laps.
  init() {
    for day in 0..<3 {
      shell(
        "start Run --tag track", .seconds(10), "lap", .seconds(20), "lap", .seconds(5 * (day + 1)),
        "stop", .seconds(86_400))
    }
    shell("start Walk", .seconds(60), "stop")
  }

  @Test func `stats sums up sessions, except discarded ones`() {
    #expect(
      shell("stats --json").text == """
        {"sessions":4,"laps":6,"running_time_ns":180000000000,"best_ns":10000000000,\
        "mean_ns":15000000000}
        """)
    #expect(
      shell("stats --tag track").text == """
             sessions  laps     time     best     mean  times
        all         3     6  02:00.0  00:10.0  00:15.0  _=#
        """)
    #expect(shell("stats --name Walk --json").output.hasPrefix(#"{"sessions":1,"laps":0,"#))
    #expect(
      shell("stats --tag track --by month").text == """
                 sessions  laps     time     best     mean  times
        2027-01         3     6  02:00.0  00:10.0  00:15.0  _=#
        all             3     6  02:00.0  00:10.0  00:15.0
        """)
    #expect(shell("stats --by day").output.split(separator: "\n").count == 6)
    #expect(shell("stats --by month --json").output.contains(#""periods":[{"period":"20"#))
    #expect(shell("stats --by year").exit == 64)
    #expect(shell("discard 4", "stats --json").output.hasPrefix(#"{"sessions":3,"#))
    #expect(shell("stats --tag none").message == "Note: No sessions are tagged 'none'.")
    #expect(
      shell("stats --tag trakc").message
        == "Note: No sessions are tagged 'trakc'. Did you mean 'track'?")
    #expect(shell("stats --course golf").message == "Note: No session has the course 'golf'.")
  }

  @Test func `a period that counts only in part is noted`() {
    // The sessions began shortly after 09:00 on 15, 16, 17 and 18 January 2027.
    #expect(
      shell("stats --by day --since 49h").message == """
        Note: The day 2027-01-16 counts only from 2027-01-16 08:03 on; '--since 2027-01-16' counts \
        all of it.
        """)
    #expect(shell("stats --by day --since 2027-01-16 --until 2027-01-17").errors == "")
    #expect(shell("stats --since 2d").errors == "")
    #expect(
      shell("stats --by day --since '2027-01-16 08:00' --until '2027-01-16 22:00'").message == """
        Note: The day 2027-01-16 counts only from 2027-01-16 08:00 on and until 2027-01-16 22:00; \
        '--since 2027-01-16 --until 2027-01-16' counts all of it.
        """)
    #expect(
      shell("stats --by week --until 2027-01-16").message == """
        Note: The week 2027-01-11 counts only until 2027-01-16 23:59; '--until 2027-01-17' counts \
        all of it.
        """)
    let json = shell("stats --by month --since 2027-01-16 --json").output
    #expect(json.contains(#"{"period":"2027-01-01","partial":true,"#))
    #expect(shell("stats --by month --json").output.contains(#""partial":false"#))
  }

  @Test func `--label selects the laps`() {
    shell("start Intervals")
    for (seconds, label) in [(90, "fast"), (10, "rest"), (100, "fast")] {
      shell(.seconds(seconds), "lap \(label)")
    }
    #expect(
      shell(.seconds(40), "stop", "stats --label fast --json").text == """
        {"sessions":1,"laps":2,"running_time_ns":240000000000,"best_ns":90000000000,\
        "mean_ns":95000000000}
        """)
    #expect(shell("stats --label rest").output.contains(" 1     1  04:00.0  00:10.0  00:10.0"))
    #expect(shell("stats --label slow").message == "Note: No session matches.")
  }
}
