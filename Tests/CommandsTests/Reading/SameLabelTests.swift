import Testing

struct SameLabelTests {
  private let shell = Shell("start")

  /// Three runs of 10.05 s, 10.02 s and 12 s, and two rests of 3 s and 4 s.
  init() {
    for (milliseconds, label) in [
      (10_050, "run"), (3_000, "rest"), (10_020, "run"), (4_000, "rest"), (12_000, "run"),
    ] { shell(.milliseconds(milliseconds), "lap \(label)") }
  }

  @Test func `differences and statistics compare laps of the same label`() {
    #expect(
      shell("show --color never").text.hasSuffix(
        """
        5 laps
        1) 00:10.0  00:10.0      best  ####################      run
        2) 00:13.0  00:03.0      best  ######                    rest
        3) 00:23.0  00:10.0  +00:00.0  ####################      run
        4) 00:27.0  00:04.0  +00:01.0  ########                  rest
        5) 00:39.0  00:12.0  +00:02.0  ########################  run

        3 laps labeled "run"
        best    00:10.0  (lap 1)
        worst   00:12.0
        mean    00:10.6
        median  00:10.0
        stddev  00:01.1
        "rest": 2 laps, best 00:03.0 (lap 2), mean 00:03.5
        """))
  }

  @Test func `JSON has the exact best, and the statistics of all labels`() {
    let json = shell("show --json").output
    #expect(json.contains(#""best_ns":10020000000,"statistics":{"best_lap":3,"#))
    #expect(
      json.contains(
        #""statistics_by_label":[{"label":"run","laps":3,"best_lap":3,"best_ns":10020000000,"#))
    #expect(json.contains(#"{"label":"rest","laps":2,"best_lap":2,"best_ns":3000000000,"#))
    #expect(shell("list --json").output.contains(#""label":"rest","laps":2,"best_lap":2,"#))
    #expect(shell("status --json").output.contains(#""statistics_by_label":[{"label":"run""#))
    #expect(shell.rows("SELECT best_ns FROM sessions") == ["10020000000"])
  }
}
