import Testing

/// A race whose runners have all finished, while its clock runs.
struct FinishedRaceTests {
  private static func shell(_ format: String = "'2 laps'") throws -> Shell {
    let shell = try Shell()
    shell("start Crit --race \(format)")
    shell("enter 17 'Ada Lovelace'")
    shell("enter 4")
    return shell
  }

  /// Both runners complete two laps: 17 after 50 and 110 s, 4 after 60 and 120 s.
  private static func finished() throws -> Shell {
    let shell = try shell()
    for _ in 1...2 {
      shell.pass(.seconds(50))
      shell("cross 17")
      shell.pass(.seconds(10))
      shell("cross 4")
    }
    shell.pass(.seconds(300))
    return shell
  }

  @Test func `list, status and undo show the finish and its time`() throws {
    let shell = try Self.finished()
    #expect(shell("list").output.contains("  finished  2027-01-15 09:00  02:00.0  "))
    #expect(shell("status").output.hasPrefix("finished  Crit  02:00.0  race \"2 laps\""))
    #expect(shell("show").output.contains("\nfinished  02:00.0\n"))
    #expect(shell("show --at-event 6").output.contains("\nrunning  01:50.0\n"))
    #expect(
      shell("undo").output
        == "Session 1 \"Crit\": took back the crossing of 4; it is running at 07:00.0.\n")
    #expect(shell("list").output.contains("  running  2027-01-15 09:00  07:00.0  "))
    #expect(
      shell("redo").output
        == "Session 1 \"Crit\": restored the crossing of 4; it is finished at 02:00.0.\n")
    // Scripts get the phase of the clock.
    #expect(shell("list --json").output.contains(#""phase":"running""#))
    #expect(shell("standings").output.hasPrefix("Crit: 2 laps; finished 02:00.0\n"))
  }

  @Test func `a stopped race is finished if no runner is on course, else stopped`() throws {
    let shell = try Self.finished()
    shell("stop")
    #expect(shell("status").output.hasPrefix("finished  Crit  02:00.0"))
    let other = try Self.shell()
    other.pass(.seconds(60))
    other("cross 17")
    other("stop")
    #expect(other("status").output.hasPrefix("stopped  Crit  01:00.0"))
    other("rule 17 dnf")
    #expect(other("status").output.hasPrefix("finished  Crit  01:00.0"))
  }

  @Test func `a time limit finishes a race without an event, at the limit`() throws {
    let shell = try Self.shell("1m")
    shell.pass(.seconds(50))
    shell("cross 17 4")
    #expect(shell("status").output.hasPrefix("running  Crit  00:50.0"))
    shell.pass(.seconds(50))
    let standings = shell("standings").output
    let status = shell("status").output
    #expect(standings.hasPrefix("Crit: 1m; finished 01:00.0\n"), "\(standings)")
    #expect(status.hasPrefix("finished  Crit  01:00.0"), "\(status)")
  }

  @Test func `a race without runners is not finished`() throws {
    let shell = try Shell()
    shell("start Crit --race '2 laps'")
    shell.pass(.seconds(60))
    #expect(shell("status").output.hasPrefix("running  Crit  01:00.0"))
  }

  @Test func `undo in a joined session names its point and its race`() throws {
    let shell = try Self.shell("'points A finish'")
    shell("start --join Crit --point A")
    shell.pass(.seconds(60))
    shell("cross 17 --session 2")
    #expect(
      shell("undo").output
        == "1 place changed: Session 2: took back the crossing of 17; it times point A of Crit.\n")
    #expect(shell("undo").output == "Session 2: took back the start; it times no point.\n")
    #expect(shell("redo").output == "Session 2: restored the start; it times point A of Crit.\n")
  }

  @Test func `a stop says that pulled runners are first if nobody has finished`() throws {
    let shell = try Self.shell()
    shell.pass(.seconds(60))
    shell("cross 17")
    shell("rule 17 pulled")
    shell("rule 4 dnf")
    #expect(
      shell("stop").output == """
        Stopped session 1 "Crit" at 01:00.0.
        Nobody has finished: the pulled runners have the first places. 'laptimer plan --rules \
        pulled=unranked --session 1' gives them none.

        """)
    #expect(shell("plan --rules pulled=unranked --session 1").exit == 0)
    #expect(shell("standings").output.contains("\n        17  Ada Lovelace"))
    shell("resume")
    let stop = shell("stop")
    #expect(stop.exit == 0 && !stop.output.contains("pulled"), "\(stop)")
  }
}
