import Testing

@Suite struct LapTests {
  let shell = Shell("start --laps 2 --min-lap 1", .seconds(12.3))

  @Test func `a lap that does not count has a dash and the reason`() {
    #expect(shell("lap", .milliseconds(999), "lap") == "-) 00:13.2  lap 00:00.9  (short)")
    #expect(shell(.milliseconds(1), "lap") == "2) 00:13.3  lap 00:01.0  (finished)")
    #expect(
      shell(.seconds(9), "lap late") == """
        Session 1 is already finished: -) 00:13.3  lap 00:00.0  late  (after_finish)
        The lap is kept, but does not count: 'laptimer undo --session 1' takes it back.
        """)
  }

  @Test func `if several sessions run, the answer to a lap names its session`() {
    shell("start Bo --also", .seconds(5))
    #expect(shell("lap --session Bo") == "Session 2 \"Bo\": 1) 00:05.0  lap 00:05.0")
    shell("lap --session 1", .seconds(1))
    #expect(shell("lap --session 1").text == "Session 1: 2) 00:18.3  lap 00:01.0  (finished)")
  }

  @Test func `the answer to a lap has its split, time and label, that to a timestamp its age`() {
    #expect(shell("mark 'rain began'") == "Session 1: marked \"rain began\" just now.")
    #expect(shell("timestamp pit --ago 1:05") == "Session 1: marked \"pit\" 1m ago.")
    #expect(shell("lap") == "1) 00:12.3  lap 00:12.3")
    #expect(
      shell(.seconds(5), "lap 'Hole 7' --ago 2 --precision 3")
        == "2) 00:15.300  lap 00:03.000  Hole 7  (finished)")
  }

  @Test func `a lap while the clock was stopped is refused`() {
    shell("stop --ago 10")
    #expect(shell("lap --ago 5").error(1) == "Error: Session 1 was not running at that time.")
    #expect(shell("lap --json").errors.contains(#""kind":"not_running""#))
    #expect(shell("lap --ago 11") == "1) 00:01.3  lap 00:01.3")
  }
}
