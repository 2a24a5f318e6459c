import Testing

@Suite struct StartTests {
  let shell = Shell()

  @Test(arguments: [
    ("'Tempo run'", "Started session 1 \"Tempo run\"."),
    ("--ago 1:30", "Session 1 is running at 01:30.0."),
    ("--ago 1h --limit 1m", "Session 1 is finished at 01:00.0."),
    ("--at 10:00", "Session 1 is running at 23:00:00.0, started 2027-01-14 10:00:00."),
    ("--countdown 2.5", "Session 1 starts in 3 s."),
  ])
  func `the answer to a start has the name, the time or the date`(options: String, answer: String) {
    #expect(shell("start \(options)") == "\(answer)")
  }

  @Test func `a time of day less than an hour ahead is refused with the alternatives`() {
    #expect(
      shell(.seconds(435), "start --at 09:08").error(64).hasPrefix(
        """
        Error: The value '09:08' is invalid for '--at <when>': it is 45 s ahead; for that moment, \
        write '2027-01-15 09:08' or '--countdown 45'; for the one before, '2027-01-14 09:08'

        """))
    #expect(
      shell("start --at '2027-01-15 09:08'").text
        == "Session 1 starts in 45 s, at 2027-01-15 09:08:00.")
    #expect(
      shell("mark x --at 09:50").errors.contains("; for the one before, write '2027-01-14 09:50'"))
  }

  @Test func `a start beside a forgotten session suggests to stop it at its last press`() {
    #expect(
      shell("start 6x400", .seconds(60), "mark rain", .seconds(18_000), "start").message == """
        Error: Session 1 "6x400" has been running for 5:01:00, 5 h without a press. 'laptimer stop \
        --session 1' stops it now, 'laptimer stop --at last --session 1' at its last press, \
        '--also' starts another beside it.
        """)
    #expect(shell("stop --at last --session 1").text == "Stopped session 1 \"6x400\" at 01:00.0.")
  }

  @Test func `now and times on named days are moments`() {
    #expect(shell("start --at now") == "Started session 1.")
    #expect(shell("show --json").output.contains(#""clock":"exact""#))
    #expect(
      shell("stop", "start --at 'yesterday 18:00'").text
        == "Session 2 is running at 15:00:00.0, started 2027-01-14 18:00:00.")
    #expect(shell("stop --at 'today 08:00'").text == "Stopped session 2 at 14:00:00.0.")
    #expect(
      shell("amend stop --at now").text
        == "Session 2: amended the stop; it is stopped at 15:00:00.0.")
    #expect(
      shell("mark x --at yesterday").errors.contains("the time of day is missing after the date"))
    #expect(
      shell("list --since 'yesterday 17:00' --until now --format csv").output.contains("\n2,"))
  }

  @Test func `sessions that count down are not called running`() {
    #expect(
      shell("start", "start --also --countdown 10").text
        == "Session 2 starts in 10 s.\nSessions 1 and 2 are running or counting down.")
    #expect(
      shell("lap").errors.hasPrefix("Error: Sessions 1 and 2 are running or counting down: choose"))
    #expect(shell("status 2 --json").output.contains(#""running_time":"-10""#))
  }

  @Test func `a name that looks like a number or uid gets a note`() {
    #expect(
      shell("start 1234") == """
        Started session 1 "1234".
        Note: '--session 1234' is a number, not this name: use 'name:1234' or 'number:1'.
        """)
    #expect(
      shell("name 0192f0c1-0000-7000-8000-000000000001").text.hasSuffix(
        " is a uid, not this name: use '--session 1'."))
    #expect(shell("name 'Build 1234'").text == "Named session 1 \"Build 1234\".")
  }

  @Test func `the answer to a start with --also lists the sessions that run`() {
    #expect(shell("start", "start --also") == "Started session 2.\nSessions 1 and 2 are running.")
    #expect(shell("start --also --json").output.hasSuffix(#""also_running":[1,2]}"# + "\n"))
  }

  @Test func `a session whose start was undone can be started again`() {
    shell("start Golf --countdown 1m")
    #expect(shell("undo") == "Session 1: took back the start; it is ready at 00:00.0.")
    #expect(shell("start --session 1") == "Started session 1.")
    #expect(shell("start --session Golf").exit == 66)
    #expect(
      shell("start --session 1").error(1)
        == "Error: Session 1 is already running. 'laptimer stop --session 1' stops it.")
  }
}
