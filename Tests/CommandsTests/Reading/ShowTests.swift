import Testing

@Suite struct ShowTests {
  let shell = Shell()

  /// Records a session with a plan, a timestamp, and laps with and without labels, one too short.
  private func recordSession() {
    shell(
      "start 'Tempo run' --tag track --tag '10 k' --min-lap 5", .seconds(28), "lap 'Hole 1'",
      .seconds(2), "mark pit", .milliseconds(1500), "lap", .milliseconds(18500), "lap 中文",
      .seconds(20), "lap --ago 3")
  }

  @Test func `show prints all parts of a session, and its laps as Markdown`() {
    recordSession()
    #expect(
      shell("show") == """
        Session 1 "Tempo run"
        running  01:10.0
        started 2027-01-15 09:00:00, 1m ago
        tags: track, 10 k
        plan: laps from 00:05.0
        clock: stated

        3 laps
        1) 00:28.0  00:28.0  +00:11.0  ########################  Hole 1
        -) 00:31.5  00:03.5                                              short @4
        2) 00:50.0  00:22.0  +00:05.0  ###################       中文
        3) 01:07.0  00:17.0      best  ###############                   stated
           01:10.0  00:03.0

        best    00:17.0  (lap 3)
        worst   00:28.0
        mean    00:22.3
        median  00:22.0
        stddev  00:05.5

        1 timestamp
        00:30.0  pit  40s ago
        """)
    #expect(
      shell("show --format markdown").text == """
        |   # |   split |     lap |  to best | label  | flags    |
        | --: | ------: | ------: | -------: | ------ | -------- |
        |   1 | 00:28.0 | 00:28.0 | +00:11.0 | Hole 1 |          |
        |     | 00:31.5 | 00:03.5 |          |        | short @4 |
        |   2 | 00:50.0 | 00:22.0 | +00:05.0 | 中文   |          |
        |   3 | 01:07.0 | 00:17.0 | +00:00.0 |        | stated   |
        |     | 01:10.0 | 00:03.0 |          |        |          |
        """)
  }

  @Test func `the time after the last lap is a row without a number`() {
    #expect(shell("start --laps 3", "show").text.hasSuffix("\n\nno laps"))
    shell(.milliseconds(10_050), "lap", .milliseconds(40))
    func list() -> Substring { shell("show").output.split(separator: "\n\n")[1] }
    #expect(list() == "1 lap\n1) 00:10.0  00:10.0  best  ########################")
    shell(.milliseconds(3_600_000), "stop")
    #expect(
      list() == """
        1 lap
        1)   00:10.0    00:10.0  best  ########################
           1:00:10.0  1:00:00.0
        """)
    #expect(!shell("show --json").output.contains(#""number":null"#))
    #expect(shell("show --format csv").output.split(separator: "\n").count == 2)
    shell("resume", "lap", "lap")
    #expect(list().split(separator: "\n").count == 4)
  }

  @Test func `show is cut to the terminal width, the bars first`() {
    recordSession()
    shell.environment["LANG"] = "C.UTF-8"
    shell.columns = 40
    #expect(
      laps() == """
        1) 00:28.0  00:28.0  +00:11.0  Hole 1
        -) 00:31.5  00:03.5                    …
        2) 00:50.0  00:22.0  +00:05.0  中文
        3) 01:07.0  00:17.0      best          …

        """)
    shell.columns = 80
    #expect(
      laps() == """
        1) 00:28.0  00:28.0  +00:11.0  ███████████████████████████████  Hole 1
        -) 00:31.5  00:03.5                                                     short @4
        2) 00:50.0  00:22.0  +00:05.0  ████████████████████████▍        中文
        3) 01:07.0  00:17.0      best  ██████████████████▉                      stated

        """)
    shell.columns = 120
    #expect(laps().contains("████████████████████████████████████████  Hole 1\n"))
  }

  @Test func `flags that all laps share are printed once`() {
    shell("start --at 08:00", "lap --at 08:01", "lap --at 08:02", "lap --at 08:03")
    let output = shell("show").output
    #expect(output.contains("\n3 laps  all stated\n1)   01:00.0  01:00.0      best  ######"))
    #expect(output.contains("####\n2) "))
    #expect(shell("lap --ago 0", "lap", "show").succeeded(with: "\n5 laps\n", "  stated\n"))
  }

  @Test func `the statistics of laps with different labels say so`() {
    shell("start")
    for label in ["a", "b", "", "c", "c"] { shell(.seconds(10), "lap \(label)") }
    #expect(shell("show").output.contains("\n\n3 laps without a shared label\nbest"))
  }

  private func laps() -> String {
    shell("show --color never").output.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.contains(") 0") && !$0.hasPrefix("best") }.map { $0 + "\n" }.joined()
  }

  @Test func `a ready session shows zeros, and a timestamp without a time`() {
    #expect(
      shell("start", .seconds(3), "mark pit", "undo", "undo", "mark again", "show").text == """
        Session 1
        ready  00:00.0

        no laps

        1 timestamp
        -  again  just now
        """)
    let json = shell("show --json").output
    #expect(json.contains(#""phase":"ready","started_at":null,"running_time_ns":0,"#))
    #expect(json.contains(#""running_time":"00:00.0""#))
    #expect(json.contains(#""statistics":{"best_lap":null,"best_ns":null,"#))
    #expect(json.contains(#""running_time_ns":null,"age":"just now""#))
  }

  @Test func `a timestamp in the countdown has a negative time`() {
    #expect(
      shell("start --countdown 10", .seconds(8), "mark breath", "show").text == """
        Session 1
        countdown  2
        starts 2027-01-15 09:00:10

        no laps

        1 timestamp
        -00:02.0  breath  just now
        """)
  }

  @Test(arguments: [
    (
      "csv",
      """
      number,split_ns,lap_ns,split_s,lap_s,split,lap,label,at,age,event,flags,segment,segment_name
      1,28000000000,28000000000,28.000000000,28.000000000,00:28.0,00:28.0,"a ""b"", c",\
      2027-01-15T08:00:28.000000000Z,just now,2,,,
      ,29000000000,1000000000,29.000000000,1.000000000,00:29.0,00:01.0,,\
      2027-01-15T08:00:29.000000000Z,just now,3,short,,

      """
    ),
    (
      "json",
      """
      [{"number":1,"split_ns":28000000000,"lap_ns":28000000000,"split":"00:28.0",\
      "lap":"00:28.0","label":"a \\"b\\", c","at":"2027-01-15T08:00:28.000000000Z",\
      "age":"just now","event":2,"flags":[]},
      {"number":null,"split_ns":29000000000,"lap_ns":1000000000,"split":"00:29.0",\
      "lap":"00:01.0","label":null,"at":"2027-01-15T08:00:29.000000000Z",\
      "age":"just now","event":3,"flags":["short"]}]

      """
    ),
  ])
  func `show writes laps as CSV and JSON`(format: String, expected: String) {
    let answer = shell(
      "start --min-lap 5", .seconds(28), #"lap 'a "b", c'"#, .seconds(1), "lap",
      "show --format \(format)")
    #expect(answer == Answer(output: expected))
    #expect(shell("show --json --format \(format)") == answer)
  }
}
