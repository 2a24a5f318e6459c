import Testing

/// Commands accept a session as an argument or with `--session`.
struct SessionOptionTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    shell("start Ada --race '2 laps'")
    shell("stop")
    shell("start Bo --also")
    shell("stop")
  }

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
    #expect(answer.exit == 64)
    #expect(answer.errors.contains("--session"))
  }

  @Test func `discard requires a session`() {
    #expect(shell("discard").exit == 64)
    #expect(shell("discard --session Bo").output.hasPrefix("Discarded session 2 \"Bo\"."))
    #expect(shell("record", input: "discard --session Ada\n").output.hasPrefix("Discarded"))
  }
}
