import Testing

@testable import Commands

/// Stop and resume.
@Suite struct StopTests {
  @Test func `the answer to stop --all lists the sessions that still run`() throws {
    let shell = try Shell()
    shell("start A")
    shell("start B --also")
    shell("start C --countdown 1h --also")
    let id = "01920000-0000-7000-8000-00000000beef"
    let first = shell("stop --all --json --id \(id)")
    #expect(!first.output.contains(#""also_running":[1"#))
    #expect(!first.output.contains(#""also_running":[2"#))
    #expect(first.output.matches(of: /"also_running":\[3\]/).count == 2, "\(first)")
    #expect(shell("stop --all --json --id \(id)") == first)
    shell("undo --session C")
    shell("resume --session A")
    shell("resume --session B")
    #expect(!shell("stop --all --json").output.contains("also_running"))
  }

  let shell: Shell

  init() throws {
    shell = try Shell()
    shell("start --limit 10")
    shell.pass(.seconds(5))
  }

  @Test func `the answers to stop and resume show the running time`() {
    #expect(shell("stop") == Answer(output: "Stopped session 1 at 00:05.0.\n"))
    shell.pass(.seconds(100))
    #expect(shell("resume") == Answer(output: "Resumed session 1 at 00:05.0.\n"))
    shell.pass(.seconds(2))
    #expect(
      shell("stop --ago 1.5 --precision 2") == Answer(output: "Stopped session 1 at 00:05.50.\n"))
  }

  @Test func `a stop after the finish is recorded, and the answer says so`() {
    shell.pass(.seconds(60))
    #expect(
      shell("stop") == Answer(output: "Session 1 already finished at 00:10.0; recorded the stop.\n")
    )
    #expect(
      shell("resume")
        == Answer(
          exit: 1,
          errors: """
            Error: Session 1 is finished. 'laptimer plan --session 1 --limit none' lifts the rule \
            that finishes it.

            """))
  }

  @Test func `a refusal names a command that would work`() {
    #expect(
      shell("resume")
        == Answer(exit: 1, errors: "Error: Session 1 is not stopped: it is running.\n"))
    shell("stop")
    #expect(
      shell("stop")
        == Answer(
          exit: 1,
          errors: """
            Error: Session 1 is not running: it is stopped. 'laptimer resume --session 1' resumes \
            it.

            """))
    #expect(
      shell("resume --ago 6")
        == Answer(
          exit: 1,
          errors: """
            Error: The time is 1 s before the start of session 1. 'laptimer amend start --at WHEN \
            --session 1' moves the start.

            """))
    #expect(
      shell("resume --ago 1")
        == Answer(
          exit: 1,
          errors: """
            Error: The time is 1 s before the latest start, stop, resume or lap of \
            session 1. 'laptimer undo --session 1' takes back its newest event, 'laptimer remove \
            LAP --session 1' any lap.

            """))
    #expect(
      shell("resume --at 10:00:05")
        .errors.hasPrefix("Error: The time is 22 h 59 min"), "the time of day means yesterday")
  }

  @Test func `the latest press may be a timestamp`() throws {
    let shell = try Shell()
    shell("start")
    shell.pass(.seconds(60))
    shell("lap")
    shell.pass(.seconds(60))
    shell("mark rain")
    shell.pass(.seconds(7200))
    #expect(shell("stop --at last").output == "Stopped session 1 at 02:00.0.\n")
    shell("undo")
    #expect(
      shell("stop").output == """
        Stopped session 1 at 2:02:00.0.
        The last press was 2 h before: to stop it there, \
        'laptimer amend stop --at last --session 1'.

        """)
    shell.pass(.seconds(5))
    shell("mark 'after the stop'")
    #expect(
      shell("amend stop --at last").output
        == "Session 1: amended the stop; it is stopped at 02:00.0.\n")
  }

  @Test(arguments: ["2m", "'best lap 2m'", "'backyard 1m'", "'1 lap'"])
  func `a race that ended after its last crossing is not to be stopped there`(format: String) throws
  {
    let shell = try Shell()
    shell("start --race \(format)")
    shell("enter 17")
    shell.pass(.seconds(50))
    shell("cross 17")
    shell.pass(.seconds(7200))
    let error = shell("start").errors
    #expect(error.contains(" has been running for 2:00:50, 2 h without a press"), "\(error)")
    #expect(error.contains("--at last") == (format == "'1 lap'"), "\(error)")
    let answer = shell("stop").output
    #expect(answer.hasPrefix("Stopped session 1") && !answer.contains("--at last"), "\(answer)")
  }

  @Test func `the latest press of a race may be a crossing`() throws {
    let shell = try Shell()
    shell("start --race '20 laps'")
    shell("enter 17")
    shell.pass(.seconds(60))
    shell("cross 17")
    shell.pass(.seconds(60))
    shell("cross 17")
    shell.pass(.seconds(5))
    shell("cross 17")
    shell("undo")
    shell.pass(.seconds(7200))
    #expect(shell("start").errors.contains(", 2 h without a press"))
    #expect(
      shell("stop").output == """
        Stopped session 1 at 2:02:05.0.
        1 runner did not reach the finish and is dnf: 17.
        'laptimer resume --session 1' continues the race.
        The last press was 2 h before: to stop it there, \
        'laptimer amend stop --at last --session 1'.

        """)
    #expect(
      shell("amend stop --at last").output
        == "Session 1: amended the stop; it is stopped at 02:00.0.\n")
    shell("undo")
    shell("undo")
    let stop = shell("stop --at last --id 01920000-0000-7000-8000-0000000000ff")
    #expect(stop.output.hasPrefix("Stopped session 1 at 02:00.0.\n1 runner did not"))
    shell.pass(.seconds(60))
    #expect(
      shell("stop --at last --id 01920000-0000-7000-8000-0000000000ff").output == stop.output)
  }

  @Test func `a timestamp that was taken back is not a press`() throws {
    let shell = try Shell()
    shell("start")
    shell.pass(.seconds(60))
    shell("mark rain")
    shell("undo")
    #expect(shell("stop --at last").output == "Stopped session 1 at 00:00.0.\n")
  }

  @Test func `the answer to a stop hours after the last press says how to stop there`() throws {
    let shell = try Shell()
    shell("start")
    shell.pass(.seconds(60))
    shell("lap")
    shell.pass(.seconds(3599))
    #expect(shell("stop").output == "Stopped session 1 at 1:00:59.0.\n")
    shell("undo")
    shell.pass(.seconds(16_201))
    #expect(
      shell("stop").output == """
        Stopped session 1 at 5:31:00.0.
        The last press was 5 h 30 min before: to stop it there, \
        'laptimer amend stop --at last --session 1'.

        """)
  }
}
