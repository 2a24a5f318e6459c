import Testing

struct CorrectedCrossingTests {
  private let shell = Shell(
    "start Crit --race '9 laps'", "enter 17 'Ada Lovelace'", "enter 4", .seconds(60), "cross 17",
    .seconds(20))

  @Test func `amend and remove name the runner and the lap`() {
    #expect(
      shell("amend @4 --by 1s").text
        == "Session 1 \"Crit\": amended event @4: 17 Ada Lovelace: lap 1  01:01.0  lap 01:01.0")
    #expect(
      shell("remove @4").text
        == "1 place changed: Session 1 \"Crit\": removed event @4: 17 Ada Lovelace: lap 1  01:01.0  lap 01:01.0"
    )
    shell("cross", "cross 99")
    #expect(
      shell("remove @7") == "Session 1 \"Crit\": removed event @7: the crossing without a bib.")
    #expect(shell("remove @8").text == "Session 1 \"Crit\": removed event @8: the crossing of 99.")
  }

  @Test func `crossings of a joined session are named, too`() {
    shell("start --join Crit --point finish", .seconds(60), "cross 17 --session 2")
    #expect(
      shell("amend @2 --by -1s --session 2").text
        == "Session 2: amended event @2: 17 Ada Lovelace: lap 2  02:19.0  lap 01:19.0")
    #expect(
      shell("remove @2:2 --session 1").text
        == "Session 1 \"Crit\": removed event @2:2: 17 Ada Lovelace: lap 2  02:19.0  lap 01:19.0")
  }

  @Test func `the answer to an entry that gets crossings counts the changed places`() {
    shell("enter 17 --chip AA", "enter 4 --chip BB", "cross --chip BB")
    #expect(shell("enter 4 --chip CC") == "1 place changed: 4 was entered already: changed chips.")
    #expect(shell("enter 8").text == "Entered 8.")
    #expect(shell("undo").output.hasPrefix("Session 1 \"Crit\": took back the entry of 8;"))
    #expect(shell("enter 9 Bo --chip BB").text == "1 place changed: Entered 9 Bo.")
  }

  @Test func `the answer to an entry that gets its chip back names the other runner`() {
    #expect(
      shell("enter 17 --chip AA", "enter 4 --chip AA", "enter 17 --chip AA").text == """
        17 was entered already.
        Note: chip AA was 4's; all its crossings are 17's now. 'laptimer undo --session 1' takes this \
        back, and 'laptimer chip AA 17 --session 1' gives the chip from now on.
        """)
  }
}
