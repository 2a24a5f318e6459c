import Testing

struct AmendAnythingTests {
  private let shell = Shell("start Run", .seconds(10), "lap", .seconds(10))

  @Test func `a late start can be moved, and undo restores all times`() {
    let before = shell("show --json").output
    #expect(
      shell("amend start --by -5s")
        == "Session 1 \"Run\": amended the start; it is running at 00:25.0.")
    #expect(shell("show").output.contains("1) 00:15.0"))
    #expect(shell("undo").exit == 0)
    #expect(shell("show --json").output.replacing(#""events":4"#, with: #""events":2"#) == before)
  }

  @Test func `answers to undo and redo of an amendment have the time that then counts`() {
    #expect(
      shell("amend 1 --by -4s", "undo").text
        == "Session 1 \"Run\": took back the amendment of lap 1, 00:10.0; it is running at 00:20.0."
    )
    #expect(shell("redo").output.contains("restored the amendment of lap 1, 00:06.0;"))
  }

  @Test func `stop --all before the start of one session names it and the commands that work`() {
    #expect(
      shell("start B --also", .seconds(10), "stop --all --ago 15").error(1) == """
        Error: The time is 5 s before the start of session 2. 'laptimer amend start --at WHEN \
        --session 2' moves the start. Nothing was recorded for the other sessions: leave this \
        one out.
        """)
    shell.expect(exit: 0, "stop --session 2", "stop --all --ago 15")
  }

  @Test func `an event that is named with its session is amended and removed in that session`() {
    #expect(
      shell("start B --also", "start --ready C --also", "amend @1:2 --by -4s").text.hasPrefix(
        "Session 1 \"Run\": amended event @1:2: 1) 00:06.0"))
    #expect(shell("remove @1:2 --session 2").exit == 1)
    #expect(shell("remove @1:2").text.hasPrefix("Session 1 \"Run\": removed"))
    #expect(shell("remove @9:2").errors.contains("choose one"))
    #expect(shell("check").exit == 0)
  }

  @Test func `a timestamp can be relabeled, moved and removed`() {
    #expect(shell("mark pit", "amend @3 --ago 15s --label rain").exit == 0)
    #expect(shell("show").output.contains("00:05.0  rain"))
    #expect(shell("remove @3").text == "Session 1 \"Run\": removed event @3.")
    #expect(!shell("show").output.contains("rain"))
    #expect(
      shell("remove start").message == """
        Error: The start cannot be removed, only laps, timestamps and events of a race. 'laptimer \
        amend start --session 1' moves it.
        """)
  }

  @Test func `stop --all stops all running sessions in one transaction, once for the same id`() {
    shell("start B --also", "start C --also --countdown 60")
    let id = "01920000-0000-7000-8000-00000000abcd"
    let first = shell("stop --all --id \(id)")
    #expect(
      first.text == "Stopped session 1 \"Run\" at 00:20.0.\nStopped session 2 \"B\" at 00:00.0.")
    let export = shell("export").output
    #expect(shell("stop --all --id \(id)").output == first.output)
    #expect(shell("export").output == export)
    #expect(
      export.split(separator: "\n").filter { $0.contains(#""data":{"batch":"\#(id)"}"#) }.count == 2
    )
    #expect(shell("stop --all").errors.hasPrefix("Error: No session is running."))
    #expect(
      shell("stop --session 1 --id \(id)").errors.contains("already belongs to another event"))
    #expect(shell("check").exit == 0)
  }

  @Test func `a lap gets a moment and a label at once, and loses its label, which names no lap`() {
    #expect(shell("amend 1 --by -1s --label bend").output.contains("1) 00:09.0  lap 00:09.0  bend"))
    #expect(shell("amend 1 --no-label").output.contains("1) 00:09.0  lap 00:09.0\n"))
    shell.expect(exit: 64, "amend 1 --label a --no-label", "amend 1 --by 1s --ago 1s")
    #expect(
      shell("mark rain", "amend rain --by 2s").errors.contains(
        "nor @ and the number of an event, also of a timestamp, which 'laptimer events' lists"))
  }

  @Test func `the answer says how many laps fewer count`() {
    #expect(
      shell("lap", "amend start --by 12s").text
        == "Session 1 \"Run\": amended the start; it is running at 00:08.0. 1 fewer lap counts."
    )
    #expect(shell("undo").output.contains("counts") == false)
    #expect(shell("stop", "amend stop --by -15s").text.hasSuffix(" 2 fewer laps count."))
    #expect(shell("show").output.contains("no laps"))
  }
}
