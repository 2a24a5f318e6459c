import Testing

/// A session as it was known after one of its events, or as it is known today at a running time.
@Suite struct ShowPastTests {
  let shell = Shell(
    "start A", .seconds(20), "lap", .seconds(1), "lap false", .seconds(9), "mark pit", .seconds(10),
    "remove 2", "stop", .seconds(3600), "lap late --at 09:00:35")

  @Test func `--at-event shows the session as known at that event, with the clock at its moment`() {
    let text = shell("show --at-event 4").output
    #expect(
      text.hasPrefix(
        """
        Session 1 "A"
        running  00:30.0
        started 2027-01-15 09:00:00, 30s ago

        2 laps
        1) 00:20.0  00:20.0  +00:19.0  ########################
        2) 00:21.0  00:01.0      best  #                         false
           00:30.0  00:09.0

        best    00:01.0  (lap 2)

        """))
    #expect(text.hasSuffix("\n1 timestamp\n00:30.0  pit  just now\n"))
    #expect(shell("show --json").output.contains(#""phase":"stopped","#))
    #expect(shell("show --at-event 7 --json").output.contains(#""events":7}"#))
    #expect(shell("show --at-event 6").output.contains("stopped  00:40.0\n"))
    #expect(shell("show --at-event 1 --json").output.contains(#""running_time_ns":0,"#))
    #expect(
      shell("show --at-event 7").output.hasPrefix(
        """
        Session 1 "A"
        running  00:35.0
        started 2027-01-15 09:00:00, 35s ago
        clock: stated

        2 laps

        """))
    let other = Shell(
      .seconds(60), "start --at 09:00:00 --laps 1", "lap --at 09:00:20", "mark pit --at 09:00:05")
    let shown = other("show --at-event 3").output
    #expect(shown.hasPrefix("Session 1\nrunning  00:05.0\nstarted 2027-01-15 09:00:00, 5s ago\n"))
    #expect(
      shown.contains("\n1 lap\n1) 00:20.0  00:20.0  best  ########################  stated\n"))
    #expect(shown.hasSuffix("\n1 timestamp\n00:05.0  pit  just now\n"))
    #expect(other("show").output.contains("finished  00:20.0\n"))
  }

  @Test func `--at-time shows that running time as known today`() {
    #expect(
      shell("show --at-time 36") == """
        Session 1 "A"
        running  00:36.0
        started 2027-01-15 09:00:00, 36s ago
        clock: stated

        2 laps
        1) 00:20.0  00:20.0  +00:05.0  ########################
        2) 00:35.0  00:15.0      best  ##################        late  late stated
           00:36.0  00:01.0

        best    00:15.0  (lap 2)
        worst   00:20.0
        mean    00:17.5
        median  00:17.5
        stddev  00:03.5

        1 timestamp
        00:30.0  pit  6s ago
        """)
    #expect(shell("show --at-time 20 --json").output.contains(#""header":"1 lap""#))
    #expect(shell("show --at-time 19.999 --json").output.contains(#""header":"no laps""#))
    #expect(shell("show --at-time 0").output.contains("running  00:00.0\n"))
    #expect(shell("show --at-time 40").output.contains("stopped  00:40.0\n"))
  }

  @Test func `a running time or event in the future is refused`() {
    #expect(
      shell("show --at-event 8").error(1)
        == "Error: Session 1 has no event 8: it has 7 events. 'laptimer events 1' lists them.")
    #expect(
      shell("show --at-time 40.1").error(1)
        == "Error: Session 1 has not reached 00:40.1: it is at 00:40.0.")
    #expect(
      shell("show --at-event 8 --json").errors.hasPrefix(
        #"{"error":{"code":1,"kind":"no_such_event","#))
    #expect(
      shell("show --at-time 1h --json").errors.hasPrefix(
        #"{"error":{"code":1,"kind":"not_reached","#))
    shell.expect(
      exit: 64, "show --at-event 0", "show --at-time -1", "show --at-event 1 --at-time 1")
    #expect(shell("show nobody").exit == 66)
  }

  @Test func `--at-event and replay agree for each event`() {
    let replayed = shell("replay 1 --speed max").lines
    for version in 1...6 {
      let shown = shell("show --at-event \(version)").lines
      let time = shown[1].split(separator: " ").last ?? ""
      #expect(
        replayed[version - 1].contains(
          "  \(time)  \(shown.first { $0.contains(" lap") || $0 == "no laps" } ?? "")"))
    }
  }
}
