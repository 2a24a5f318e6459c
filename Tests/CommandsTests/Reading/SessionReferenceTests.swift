import Testing

@Suite struct SessionReferenceTests {
  let shell = Shell("start 2", "start 'Tempo run' --also")
  let races = Shell("start Ada --race '2 laps'", "stop", "start Bo --also", "stop")

  @Test func `digits that are the number of one session and the name of another are refused`() {
    #expect(
      shell("lap --session 2").error(1) == """
        Error: '2' is the number of session 2, and the name of session 1: choose with \
        'number:2' or 'name:2'.
        """)
    #expect(shell("show 2 --json").errors.contains(#""code":1,"kind":"ambiguous_session""#))
    #expect(shell("lap --session number:2").output.hasPrefix("Session 2 \"Tempo run\": "))
    #expect(shell("lap --session name:2").output.hasPrefix("Session 1 \"2\": "))
    #expect(shell("name 1 --session number:1", "lap --session 1").exit == 0)
    #expect(
      shell("name 77 --session number:1", "lap --session 77").message
        == "Error: There is no session '77'. Did you mean 'name:77'?")
    #expect(shell("lap --session name:77").exit == 0)
    #expect(
      shell("lap --session number:77").message
        == "Error: There is no session 'number:77'. 'laptimer list --all' lists all sessions.")
  }

  @Test func `the note on a name of digits has references that are not ambiguous`() {
    #expect(
      shell("start 1 --also").text == """
        Started session 3 "1".
        Note: '--session 1' is a number, not this name: use 'name:1' or 'number:3'.
        Sessions 1, 2 and 3 are running.
        """)
    #expect(!shell("name 3 --session number:3").output.contains("Note"))
  }

  @Test func `if the newest session of a name is discarded, the refusal names another one`() {
    shell("start Bo --also", "start Bo --also", "discard --session Bo")
    #expect(
      shell("lap --session Bo").message == """
        Error: Session 4 is discarded. 'laptimer undo --session 4' restores it. Session 3 has the \
        same name: '--session 3' chooses it.
        """)
  }

  @Test func `if several sessions run, the example of a command on a race names a race`() {
    #expect(shell("start --race '3 laps' --also", "cross 17").errors.contains("--session 3'."))
    #expect(shell("standings").errors.contains("'laptimer standings --session 3'"))
    #expect(shell("lap").errors.contains("--session 1'."))
    #expect(shell("stop --session 3", "cross 17").errors.contains("--session 3'."))
  }

  @Test(arguments: ["tempo run", "Tempo rum", "TEMPO RUN"])
  func `an unknown name suggests a similar one`(name: String) {
    #expect(
      shell("lap --session '\(name)'").error(66)
        == "Error: There is no session '\(name)'. Did you mean 'Tempo run'?")
  }

  @Test(arguments: [
    "show", "status", "events", "standings", "results", "replay", "export", "explain",
  ])
  func `the option --session names the same session as the argument`(command: String) {
    let named = races("\(command) --session Ada")
    #expect(named.exit == 0, "\(named)")
    if command != "explain" {
      #expect(races("\(command) Ada") == named)
      #expect(races("\(command) Ada --session Ada") == named)
    }
    #expect(races("\(command) --help").output.contains("--session <session>"))
  }

  @Test(arguments: [
    "show", "status", "events", "standings", "results", "replay", "discard", "stop", "resume",
  ])
  func `two different sessions are wrong usage`(command: String) {
    #expect(races("\(command) Ada --session Bo").failed(64, "--session"))
  }

  @Test func `discard requires a session`() {
    #expect(races("discard").exit == 64)
    #expect(races("discard --help").output.contains("laptimer discard <session> "))
    #expect(races("replay --help").output.contains("[<session>]"))
    #expect(races("discard --session Bo").output.hasPrefix("Discarded session 2 \"Bo\"."))
    #expect(races("record", input: "discard --session Ada\n").output.hasPrefix("Discarded"))
  }
}
