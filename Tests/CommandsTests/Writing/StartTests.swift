import Testing

@testable import Commands

@Suite struct StartTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  @Test func `the answer to a start has the session's name`() {
    #expect(shell("start 'Tempo run'") == Answer(output: "Started session 1 \"Tempo run\".\n"))
  }

  @Test func `the answer to a start in the past shows the running time`() {
    #expect(shell("start --ago 1:30") == Answer(output: "Session 1 is running at 01:30.0.\n"))
    #expect(
      shell("start --also --ago 1h --limit 1m")
        == Answer(output: "Session 2 is finished at 01:00.0.\n"))
  }

  @Test func `the answer to a stated start shows the date`() {
    #expect(
      shell("start --at 10:00")
        == Answer(output: "Session 1 is running at 23:00:00.0, started 2027-01-14 10:00:00.\n"))
  }

  @Test func `a time of day less than an hour ahead is refused with the alternatives`() {
    shell.pass(.seconds(435))
    let answer = shell("start --at 09:08")
    #expect(answer.exit == 64)
    #expect(
      answer.errors.hasPrefix(
        """
        Error: The value '09:08' is invalid for '--at <when>': it is 45 s ahead; for that moment, \
        write '2027-01-15 09:08' or '--countdown 45'; for the one before, '2027-01-14 09:08'

        """))
    #expect(
      shell("start --at '2027-01-15 09:08'").output
        == "Session 1 starts in 45 s, at 2027-01-15 09:08:00.\n")
    #expect(
      shell("mark x --at 09:50").errors.contains("; for the one before, write '2027-01-14 09:50'"))
  }

  @Test func `a second start says for how long the first session has been running`() {
    shell("start 6x400")
    shell.pass(.seconds(18_000.5))
    #expect(
      shell("start").errors.hasPrefix("Error: Session 1 \"6x400\" has been running for 5:00:00, "))
  }

  @Test func `a start beside a forgotten session suggests to stop it at its last press`() {
    shell("start 6x400")
    shell.pass(.seconds(60))
    shell("mark rain")
    shell.pass(.seconds(18_000))
    #expect(
      shell("start").errors == """
        Error: Session 1 "6x400" has been running for 5:01:00, 5 h without a press. 'laptimer stop \
        --session 1' stops it now, 'laptimer stop --at last --session 1' at its last press, \
        '--also' starts another beside it.

        """)
    #expect(
      shell("stop --at last --session 1").output == "Stopped session 1 \"6x400\" at 01:00.0.\n")
  }

  @Test func `now and times on named days are moments`() {
    #expect(shell("start --at now") == Answer(output: "Started session 1.\n"))
    #expect(shell("show --json").output.contains(#""clock":"exact""#))
    shell("stop")
    #expect(
      shell("start --at 'yesterday 18:00'").output
        == "Session 2 is running at 15:00:00.0, started 2027-01-14 18:00:00.\n")
    #expect(shell("stop --at 'today 08:00'").output == "Stopped session 2 at 14:00:00.0.\n")
    #expect(
      shell("amend stop --at now").output
        == "Session 2: amended the stop; it is stopped at 15:00:00.0.\n")
    #expect(
      shell("mark x --at yesterday").errors.contains("the time of day is missing after the date"))
    #expect(
      shell("list --since 'yesterday 17:00' --until now --format csv").output.contains("\n2,"))
  }

  @Test func `the error for a time before the start says how to move the start`() {
    shell("start")
    shell.pass(.seconds(10))
    shell("lap")
    #expect(
      shell("amend 1 --by -11s").errors == """
        Error: The time is 1 s before the start of session 1. 'laptimer amend start --at WHEN \
        --session 1' moves the start.

        """)
  }

  @Test func `sessions that count down are not called running`() {
    shell("start")
    #expect(
      shell("start --also --countdown 10").output
        == "Session 2 starts in 10 s.\nSessions 1 and 2 are running or counting down.\n")
    #expect(
      shell("lap").errors.hasPrefix("Error: Sessions 1 and 2 are running or counting down: choose"))
    #expect(shell("status 2 --json").output.contains(#""running_time":"-10""#))
  }

  @Test func `a name that looks like a number or uid gets a note`() {
    #expect(
      shell("start 1234")
        == Answer(
          output: """
            Started session 1 "1234".
            Note: '--session 1234' is a number, not this name: use 'name:1234' or 'number:1'.

            """))
    #expect(
      shell("name 0192f0c1-0000-7000-8000-000000000001").output.hasSuffix(
        " is a uid, not this name: use '--session 1'.\n"))
    #expect(shell("name 'Build 1234'").output == "Named session 1 \"Build 1234\".\n")
  }

  @Test func `the answer to a start with a countdown shows the seconds to go`() {
    #expect(shell("start --countdown 2.5") == Answer(output: "Session 1 starts in 3 s.\n"))
    shell.pass(.seconds(2.5))
    #expect(shell("status").output == "running  session 1  00:00.0  no laps  started just now\n")
  }

  @Test func `the JSON answer is the receipt`() {
    #expect(
      shell("start --countdown 10 --json")
        == Answer(
          output: """
            {"session":1,"position":1,"version":1,\
            "id":"01920000-0000-7000-8000-000000000001","kind":"started",\
            "at":"2027-01-15T08:00:10.000000000Z","phase":"countdown",\
            "running_time_ns":-10000000000}

            """))
  }

  @Test func `a second session needs --also, and a note lists those that run`() {
    shell("start")
    #expect(
      shell("start")
        == Answer(
          exit: 1,
          errors: """
            Error: Session 1 has been running for 00:00. 'laptimer stop --session 1' stops it, '--also' starts \
            another beside it.

            """))
    #expect(
      shell("start --also")
        == Answer(output: "Started session 2.\nSessions 1 and 2 are running.\n"))
    #expect(shell("start --also --json").output.hasSuffix(#""also_running":[1,2]}"# + "\n"))
  }

  @Test func `a session whose start was undone can be started again`() {
    shell("start Golf --countdown 1m")
    #expect(
      shell("undo")
        == Answer(
          output: "Session 1: took back the start; it is ready at 00:00.0.\n"))
    #expect(shell("start --session 1") == Answer(output: "Started session 1.\n"))
    #expect(shell("start --session Golf").exit == 66)
    #expect(
      shell("start --session 1")
        == Answer(
          exit: 1,
          errors: "Error: Session 1 is already running. 'laptimer stop --session 1' stops it.\n"))
  }
}
