import Testing

struct FinishedRaceTests {
  private static func shell(_ format: String = "'2 laps'") -> Shell {
    Shell("start Crit --race \(format)", "enter 17 'Ada Lovelace'", "enter 4")
  }

  /// Both runners complete two laps: 17 after 50 and 110 s, 4 after 60 and 120 s.
  private static func finished() -> Shell {
    let shell = shell()
    for _ in 1...2 { shell(.seconds(50), "cross 17", .seconds(10), "cross 4") }
    shell.pass(.seconds(300))
    return shell
  }

  @Test func `list, status and undo show the finish and its time`() {
    let shell = Self.finished()
    #expect(shell("list").output.contains("  finished  2027-01-15 09:00  02:00.0  "))
    #expect(shell("status").output.hasPrefix("finished  Crit  02:00.0  race \"2 laps\""))
    #expect(shell("show").output.contains("\nfinished  02:00.0\n"))
    #expect(shell("show --at-event 6").output.contains("\nrunning  01:50.0\n"))
    #expect(
      shell("undo").text
        == "Session 1 \"Crit\": took back the crossing of 4; it is running at 07:00.0.")
    #expect(shell("list").output.contains("  running  2027-01-15 09:00  07:00.0  "))
    #expect(
      shell("redo").text
        == "Session 1 \"Crit\": restored the crossing of 4; it is finished at 02:00.0.")
    // Scripts get the phase of the clock.
    #expect(shell("list --json").output.contains(#""phase":"running""#))
    #expect(shell("standings").output.hasPrefix("Crit: 2 laps; finished 02:00.0\n"))
    #expect(shell("cross 4").text == "4: 07:00.0  (after_finish)  @10")
  }

  @Test func `a stopped race is finished if no runner is on course, else stopped`() {
    #expect(Self.finished()("stop", "status").output.hasPrefix("finished  Crit  02:00.0"))
    let other = Self.shell()
    other(.seconds(60), "cross 17", "stop")
    #expect(other("status").output.hasPrefix("stopped  Crit  01:00.0"))
    #expect(other("rule 17 dnf", "status").output.hasPrefix("finished  Crit  01:00.0"))
    let empty = Shell("start Crit --race '2 laps'", .seconds(60))
    #expect(empty("status").output.hasPrefix("running  Crit  01:00.0"))
    let timed = Self.shell("2m")
    timed(.seconds(60), "cross 17 4", .seconds(60))
    #expect(timed("status").output.hasPrefix("finished  Crit  02:00.0"))
  }

  @Test func `undo in a joined session names its point and its race`() {
    let shell = Self.shell("'points A finish'")
    #expect(
      shell("start --join Crit --point A", .seconds(60), "cross 17 --session 2", "undo").text
        == "1 place changed: Session 2: took back the crossing of 17; it times point A of Crit.")
    #expect(shell("undo").text == "Session 2: took back the start; it times no point.")
    #expect(shell("redo").text == "Session 2: restored the start; it times point A of Crit.")
  }

  @Test func `a stop says that pulled runners are first if nobody has finished`() {
    let shell = Self.shell()
    #expect(
      shell(.seconds(60), "cross 17", "rule 17 pulled", "rule 4 dnf", "stop").text == """
        Stopped session 1 "Crit" at 01:00.0.
        Nobody has finished: the pulled runners have the first places. 'laptimer plan --rules \
        pulled=unranked --session 1' gives them none.
        """)
    #expect(shell("plan --rules pulled=unranked --session 1").exit == 0)
    #expect(shell("standings").output.contains("\n        17  Ada Lovelace"))
    #expect(shell("resume", "stop").succeeded(without: "pulled"))
  }

  /// A race of 45 minutes that was stopped after 30.
  private static func stopped(_ options: String = "45m") -> (shell: Shell, stop: Answer) {
    let shell = Shell(
      "start Crit --race \(options)", "enter 17", "enter 4", "enter 9 --wave B", .seconds(600),
      "cross 17", .milliseconds(1_200_250))
    return (shell, shell("stop"))
  }

  @Test(arguments: ["45m", "'45m, finish lap'", "'45m, finish own lap'"])
  func `the answer to a stop before the limit suggests a shorter race`(race: String) {
    let (shell, stop) = Self.stopped(race)
    #expect(
      stop.text.hasSuffix(
        """
        'laptimer resume --session 1' continues the race.
        'laptimer plan --race 30m0.25s --session 1' makes the stop the end of the race: whoever has \
        completed a lap has finished.
        """), "\(stop.output)")
    let stopped = shell("standings --json").output
    #expect(stopped.contains(#""phase":"stopped""#))
    #expect(stopped.contains(#""wave":null,"status":"dnf""#))
    #expect(stopped.contains(#""status":"dns""#) && stopped.contains(#""flags":["not_seen"]"#))
    #expect(shell("plan --race 30m0.25s --session 1").exit == 0)
    #expect(shell("standings --json").output.contains(#""wave":null,"status":"finished""#))
  }

  @Test(arguments: [
    "45m --rules limit_from=wave", "45m --rules first=start", "'best lap 45m'", "'20 laps'",
    "'20m, finish own lap'",
  ])
  func `other limits, start crossings or best laps get no such suggestion`(options: String) {
    #expect(Self.stopped(options).stop.succeeded(with: "laptimer resume", without: "laptimer plan"))
  }

  @Test func `after the stop, a wave and a join are answered with a note`() {
    let (shell, _) = Self.stopped()
    let note = """

      Note: the race is stopped: crossings after the stop do not count. 'laptimer resume --session 1' \
      continues it.

      """
    let wave = shell("wave B")
    #expect(wave.exit == 0 && wave.output.hasSuffix(note), "\(wave)")
    let join = shell("start --join Crit --point finish")
    #expect(join.exit == 0 && join.output.hasSuffix(note), "\(join)")
    shell("resume --session 1")
    #expect(!shell("start --join Crit --point finish").output.contains("Note"))
  }
}
