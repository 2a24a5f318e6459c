import Testing

@Suite struct StopTests {
  let shell = Shell("start --limit 10", .seconds(5))

  @Test func `the answers to stop and resume show the running time`() {
    #expect(shell("stop") == "Stopped session 1 at 00:05.0.")
    #expect(shell(.seconds(100), "resume") == "Resumed session 1 at 00:05.0.")
    #expect(shell(.seconds(2), "stop --ago 1.5 --precision 2") == "Stopped session 1 at 00:05.50.")
  }

  @Test func `a stop after the finish is recorded, and the answer says so`() {
    #expect(
      shell(.seconds(60), "stop") == "Session 1 already finished at 00:10.0; recorded the stop.")
    #expect(
      shell("resume").error(1) == """
        Error: Session 1 is finished. 'laptimer plan --session 1 --limit none' lifts the rule \
        that finishes it.
        """)
  }

  @Test func `a refusal names a command that would work`() {
    #expect(shell("resume").error(1) == "Error: Session 1 is not stopped: it is running.")
    #expect(
      shell("stop", "stop").error(1) == """
        Error: Session 1 is not running: it is stopped. 'laptimer resume --session 1' resumes it.
        """)
    #expect(
      shell("resume --ago 6").error(1) == """
        Error: The time is 1 s before the start of session 1. 'laptimer amend start --at WHEN \
        --session 1' moves the start.
        """)
    #expect(
      shell("resume --ago 1").error(1) == """
        Error: The time is 1 s before the latest start, stop, resume or lap of \
        session 1. 'laptimer undo --session 1' takes back its newest event, 'laptimer remove \
        LAP --session 1' any lap.
        """)
    #expect(
      shell("resume --at 10:00:05").errors.hasPrefix("Error: The time is 22 h 59 min"),
      "the time of day means yesterday")
  }

  @Test func `the latest press may be a timestamp`() {
    let shell = Shell("start", .seconds(60), "lap", .seconds(60), "mark rain")
    #expect(shell(.seconds(7200), "stop --at last").text == "Stopped session 1 at 02:00.0.")
    #expect(
      shell("undo", "stop").text == """
        Stopped session 1 at 2:02:00.0.
        The last press was 2 h before: to stop it there, \
        'laptimer amend stop --at last --session 1'.
        """)
    shell(.seconds(5), "mark 'after the stop'")
    #expect(
      shell("amend stop --at last") == "Session 1: amended the stop; it is stopped at 02:00.0.")
  }

  @Test(arguments: ["2m", "'best lap 2m'", "'backyard 1m'", "'1 lap'"])
  func `a race that ended after its last crossing is not to be stopped there`(format: String) {
    let shell = Shell("start --race \(format)", "enter 17", .seconds(50), "cross 17")
    let error = shell(.seconds(7200), "start").errors
    #expect(error.contains(" has been running for 2:00:50, 2 h without a press"), "\(error)")
    #expect(error.contains("--at last") == (format == "'1 lap'"), "\(error)")
    let answer = shell("stop").output
    #expect(answer.hasPrefix("Stopped session 1") && !answer.contains("--at last"), "\(answer)")
  }

  @Test func `the latest press of a race may be a crossing`() {
    let shell = Shell(
      "start --race '20 laps'", "enter 17", .seconds(60), "cross 17", .seconds(60), "cross 17",
      .seconds(5), "cross 17", "undo")
    #expect(shell(.seconds(7200), "start").errors.contains(", 2 h without a press"))
    #expect(
      shell("stop").text == """
        Stopped session 1 at 2:02:05.0.
        1 runner did not reach the finish and is dnf: 17.
        'laptimer resume --session 1' continues the race.
        The last press was 2 h before: to stop it there, \
        'laptimer amend stop --at last --session 1'.
        """)
    #expect(
      shell("amend stop --at last") == "Session 1: amended the stop; it is stopped at 02:00.0.")
    shell("undo", "undo")
    let line = "stop --at last --id 01920000-0000-7000-8000-0000000000ff"
    let stop = shell(line).output
    #expect(stop.hasPrefix("Stopped session 1 at 02:00.0.\n1 runner did not"))
    shell.pass(.seconds(60))
    #expect(shell(line).output == stop)
  }

  @Test func `a stop hours after the last press says how to stop there; an undone one is none`() {
    let shell = Shell("start", .seconds(60), "lap")
    #expect(shell(.seconds(3599), "stop").text == "Stopped session 1 at 1:00:59.0.")
    shell("undo", .seconds(16_201))
    #expect(
      shell("stop").output.contains("\nThe last press was 5 h 30 min before: to stop it there,"))
    let other = Shell("start", .seconds(60), "mark rain", "undo")
    #expect(other("stop --at last").text == "Stopped session 1 at 00:00.0.")
    #expect(other("start --at last").exit == 64)
  }
}
