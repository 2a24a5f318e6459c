import Testing

@testable import Commands

/// Answers with the time of a session that counts down, or that has reached its limit.
@Suite struct CountdownAnswerTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    shell("start C --countdown 100")
    shell.pass(.milliseconds(50))
  }

  @Test func `answers in a countdown show the whole seconds to go`() {
    #expect(
      shell("plan --laps 2") == Answer(output: "Session 1 \"C\" starts in 1:40; plan: 2 laps.\n"))
    shell.pass(.seconds(41))
    #expect(
      shell("undo")
        == Answer(
          output: "Session 1 \"C\": took back the change of the rules; it starts in 59 s.\n"))
    #expect(
      shell("redo")
        == Answer(output: "Session 1 \"C\": restored the change of the rules; it starts in 59 s.\n")
    )
    #expect(shell("name D").output == "Named session 1 \"D\".\n")
    #expect(shell("mark pit").output == "Session 1 \"D\": marked \"pit\" just now.\n")
  }

  @Test func `a discarded countdown never starts`() {
    shell("discard 1")
    #expect(shell("status 1").output == "discarded  C  1:40  no laps\n")
    #expect(
      shell("show 1").output == """
        Session 1 "C"
        discarded  1:40
        starts 2027-01-15 09:01:40

        no laps

        """)
    #expect(
      shell("list --all").output == """
        session  name  phase      started           time  laps  best  tags  people
              1  C     discarded  2027-01-15 09:01  1:40     0

        """)
    #expect(
      shell("undo --session 1").output
        == "Session 1 \"C\": took back the discarding; it starts in 1:40.\n")
    #expect(
      shell("redo --session 1").output
        == "Session 1 \"C\": restored the discarding; it is discarded.\n")
  }

  @Test func `a resumed clock beyond its limit is finished`() {
    shell.pass(.seconds(110))
    shell("stop")
    shell("plan --limit 30")
    shell.pass(.seconds(60))
    #expect(
      shell("resume --ago 30") == Answer(output: "Session 1 \"C\" is finished at 00:30.0.\n"))
    shell("undo")
    #expect(
      shell("resume --ago 5") == Answer(output: "Resumed session 1 \"C\" at 00:15.0.\n"))
  }
}
