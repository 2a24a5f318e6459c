import Testing

/// The answers to corrections of crossings.
struct CorrectedCrossingTests {
  private static func shell() throws -> Shell {
    let shell = try Shell()
    shell("start Crit --race '9 laps'")
    shell("enter 17 'Ada Lovelace'")
    shell("enter 4")
    shell.pass(.seconds(60))
    shell("cross 17")
    shell.pass(.seconds(20))
    return shell
  }

  @Test func `amend and remove name the runner and the lap`() throws {
    let shell = try Self.shell()
    #expect(
      shell("amend @4 --by 1s").output
        == "Session 1 \"Crit\": amended event @4: 17 Ada Lovelace: lap 1  01:01.0  lap 01:01.0\n")
    #expect(
      shell("remove @4").output
        == "1 place changed: Session 1 \"Crit\": removed event @4: 17 Ada Lovelace: lap 1  01:01.0  lap 01:01.0\n"
    )
    shell("cross")
    shell("cross 99")
    #expect(
      shell("remove @7").output
        == "Session 1 \"Crit\": removed event @7: the crossing without a bib.\n")
    #expect(
      shell("remove @8").output == "Session 1 \"Crit\": removed event @8: the crossing of 99.\n")
  }

  @Test func `crossings of a joined session are named, too`() throws {
    let shell = try Self.shell()
    shell("start --join Crit --point finish")
    shell.pass(.seconds(60))
    shell("cross 17 --session 2")
    #expect(
      shell("amend @2 --by -1s --session 2").output
        == "Session 2: amended event @2: 17 Ada Lovelace: lap 2  02:19.0  lap 01:19.0\n")
    #expect(
      shell("remove @2:2 --session 1").output
        == "Session 1 \"Crit\": removed event @2:2: 17 Ada Lovelace: lap 2  02:19.0  lap 01:19.0\n")
  }

  @Test func `the answer to an entry that gets crossings counts the changed places`() throws {
    let shell = try Self.shell()
    shell("enter 17 --chip AA")
    shell("enter 4 --chip BB")
    shell("cross --chip BB")
    #expect(
      shell("enter 4 --chip CC").output
        == "1 place changed: 4 was entered already: changed chips.\n")
    #expect(shell("enter 8").output == "Entered 8.\n")
    #expect(shell("undo").output.hasPrefix("Session 1 \"Crit\": took back the entry of 8;"))
    #expect(
      shell("enter 9 Bo --chip BB").output == "1 place changed: Entered 9 Bo.\n")
  }

  @Test func `the answer to an entry that gets its chip back names the other runner`() throws {
    let shell = try Self.shell()
    shell("enter 17 --chip AA")
    shell("enter 4 --chip AA")
    #expect(
      shell("enter 17 --chip AA").output == """
        17 was entered already.
        Note: chip AA was 4's; all its crossings are 17's now. 'laptimer undo --session 1' takes this \
        back, and 'laptimer chip AA 17 --session 1' gives the chip from now on.

        """)
  }
}
