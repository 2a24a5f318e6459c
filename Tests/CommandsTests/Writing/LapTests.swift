import Testing

@testable import Commands

/// Laps and timestamps.
@Suite struct LapTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    shell("start --laps 2 --min-lap 1")
    shell.pass(.seconds(12.3))
  }

  @Test func `the answer to a lap has its split, lap time and label`() {
    #expect(shell("lap") == Answer(output: "1) 00:12.3  lap 00:12.3\n"))
    shell.pass(.seconds(5))
    #expect(
      shell("lap 'Hole 7' --ago 2 --precision 3")
        == Answer(output: "2) 00:15.300  lap 00:03.000  Hole 7  (finished)\n"))
  }

  @Test func `a lap that does not count has a dash and the reason`() {
    shell("lap")
    shell.pass(.milliseconds(999))
    #expect(shell("lap") == Answer(output: "-) 00:13.2  lap 00:00.9  (short)\n"))
    shell.pass(.milliseconds(1))
    #expect(shell("lap") == Answer(output: "2) 00:13.3  lap 00:01.0  (finished)\n"))
    shell.pass(.seconds(9))
    #expect(
      shell("lap late")
        == Answer(
          output: """
            Session 1 is already finished: -) 00:13.3  lap 00:00.0  late  (after_finish)
            The lap is kept, but does not count: 'laptimer undo --session 1' takes it back.

            """))
  }

  @Test func `if several sessions run, the answer to a lap names its session`() {
    shell("start Bo --also")
    shell.pass(.seconds(5))
    #expect(
      shell("lap --session Bo") == Answer(output: "Session 2 \"Bo\": 1) 00:05.0  lap 00:05.0\n"))
    shell("lap --session 1")
    shell.pass(.seconds(1))
    #expect(
      shell("lap --session 1").output == "Session 1: 2) 00:18.3  lap 00:01.0  (finished)\n")
  }

  @Test func `the answer to the last planned lap says that the session is finished`() {
    #expect(shell("lap").output == "1) 00:12.3  lap 00:12.3\n")
    shell.pass(.seconds(5))
    #expect(shell("lap") == Answer(output: "2) 00:17.3  lap 00:05.0  (finished)\n"))
  }

  @Test func `the JSON receipt contains the lap`() {
    #expect(
      shell("lap bend --json")
        == Answer(
          output: """
            {"session":1,"position":2,"version":2,\
            "id":"01920000-0000-7000-8000-000000000002","kind":"lapped",\
            "at":"2027-01-15T08:00:12.300000000Z","phase":"running",\
            "running_time_ns":12300000000,"lap":{"number":1,"split_ns":12300000000,\
            "lap_ns":12300000000,"split":"00:12.3","lap":"00:12.3","label":"bend",\
            "at":"2027-01-15T08:00:12.300000000Z","age":"just now","event":2,"flags":[]}}

            """))
  }

  @Test func `the answers to mark and timestamp show the age`() {
    #expect(
      shell("mark 'rain began'") == Answer(output: "Session 1: marked \"rain began\" just now.\n"))
    #expect(
      shell("timestamp pit --ago 1:05")
        == Answer(output: "Session 1: marked \"pit\" 1m ago.\n"))
  }

  @Test func `a lap while the clock was stopped is refused`() {
    shell("stop --ago 10")
    #expect(
      shell("lap --ago 5")
        == Answer(
          exit: 1, errors: "Error: Session 1 was not running at that time.\n"))
    #expect(shell("lap --json").errors.contains(#""kind":"not_running""#))
    #expect(shell("lap --ago 20 --json").errors.contains(#""kind":"before_start""#))
    #expect(shell("lap --at 2027-01-15T08:00:13Z --json").errors.contains("in_the_future"))
    #expect(shell("lap --ago 11") == Answer(output: "1) 00:01.3  lap 00:01.3\n"))
  }
}
