import Testing

/// Answers with the time of a session that counts down, or that has reached its limit.
@Suite struct CountdownAnswerTests {
  let shell = Shell("start C --countdown 100", .milliseconds(50))

  @Test func `answers in a countdown show the whole seconds to go`() {
    #expect(shell("plan --laps 2") == "Session 1 \"C\" starts in 1:40; plan: 2 laps.")
    #expect(
      shell(.seconds(41), "undo")
        == "Session 1 \"C\": took back the change of the rules; it starts in 59 s.")
    #expect(
      shell("redo") == "Session 1 \"C\": restored the change of the rules; it starts in 59 s.")
    #expect(shell("name D").text == "Named session 1 \"D\".")
    #expect(shell("mark pit").text == "Session 1 \"D\": marked \"pit\" just now.")
  }

  @Test func `a discarded countdown never starts`() {
    #expect(shell("discard 1", "status 1").text == "discarded  C  1:40  no laps")
    #expect(
      shell("show 1").text == """
        Session 1 "C"
        discarded  1:40
        starts 2027-01-15 09:01:40

        no laps
        """)
    #expect(
      shell("list --all").text == """
        session  name  phase      started           time  laps  best  tags  people
              1  C     discarded  2027-01-15 09:01  1:40     0
        """)
    #expect(
      shell("undo --session 1").text
        == "Session 1 \"C\": took back the discarding; it starts in 1:40.")
    #expect(
      shell("redo --session 1") == "Session 1 \"C\": restored the discarding; it is discarded.")
  }

  @Test func `a resumed clock beyond its limit is finished`() {
    shell(.seconds(110), "stop", "plan --limit 30", .seconds(60))
    #expect(shell("resume --ago 30") == "Session 1 \"C\" is finished at 00:30.0.")
    #expect(shell("undo", "resume --ago 5") == "Resumed session 1 \"C\" at 00:15.0.")
  }
}
