import Testing

struct SessionOptionTests {
  private let shell = Shell("start Ada --race '2 laps'", "stop", "start Bo --also", "stop")

  @Test(arguments: [
    "show", "status", "events", "standings", "results", "replay", "export", "explain",
  ])
  func `the option names the same session as the argument`(command: String) {
    let named = shell("\(command) --session Ada")
    #expect(named.exit == 0, "\(named)")
    if command != "explain" {
      #expect(shell("\(command) Ada") == named)
      #expect(shell("\(command) Ada --session Ada") == named)
    }
    #expect(shell("\(command) --help").output.contains("--session <session>"))
  }

  @Test(arguments: [
    "show", "status", "events", "standings", "results", "replay", "discard", "stop", "resume",
  ])
  func `two different sessions are wrong usage`(command: String) {
    let answer = shell("\(command) Ada --session Bo")
    #expect(answer.exit == 64 && answer.errors.contains("--session"), "\(answer)")
  }

  @Test func `discard requires a session`() {
    #expect(shell("discard").exit == 64)
    #expect(shell("discard --help").output.contains("laptimer discard <session> "))
    #expect(shell("replay --help").output.contains("[<session>]"))
    #expect(shell("discard --session Bo").output.hasPrefix("Discarded session 2 \"Bo\"."))
    #expect(shell("record", input: "discard --session Ada\n").output.hasPrefix("Discarded"))
  }
}
