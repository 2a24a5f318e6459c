import Testing

@Suite struct StopAllUndoTests {
  let shell = Shell(
    "start A1 --also", "start A2 --also", "start A3 --also", .seconds(10), "stop --all", .seconds(5)
  )

  /// The phases of the sessions, in ascending order.
  private func phases() -> [Substring] {
    let list = shell("query 'SELECT phase FROM sessions ORDER BY session' --format csv").output
    return Array(list.split(separator: "\n").dropFirst())
  }

  @Test func `undo takes back the stops of all sessions, and redo restores them`() {
    #expect(
      shell("undo").text == """
        Session 1 "A1": took back the stop; it is running at 00:15.0.
        Session 2 "A2": took back the stop; it is running at 00:15.0.
        Session 3 "A3": took back the stop; it is running at 00:15.0.
        """)
    #expect(
      shell("redo").text == """
        Session 1 "A1": restored the stop; it is stopped at 00:10.0.
        Session 2 "A2": restored the stop; it is stopped at 00:10.0.
        Session 3 "A3": restored the stop; it is stopped at 00:10.0.
        """)
    shell("undo")
    #expect(phases() == ["running", "running", "running"])
    #expect(shell("undo").text == "Session 3: took back the start; it is ready at 00:00.0.")
    #expect(shell("check").exit == 0)
  }

  @Test func `with --json, the answer is an array, and the same id gives it again`() {
    let id = "01920000-0000-7000-8000-00000000beef"
    let first = shell("undo --json --id \(id)")
    #expect(first.output.hasPrefix("[{\"session\":1,"))
    #expect(first.output.matches(of: /"kind":"stopped"/).count == 3, "\(first)")
    #expect(shell(.seconds(5), "undo --json --id \(id)") == first)
    shell("lap --session 2")
    #expect(shell("undo --json --id \(id)") == first)
    #expect(shell("undo --session 3 --id \(id)").errors.contains("id"))
    #expect(phases() == ["running", "running", "running"])
    #expect(shell("check").exit == 0)
  }

  @Test func `a session that the user names is changed alone`() {
    #expect(
      shell("undo --session 2").text
        == "Session 2 \"A2\": took back the stop; it is running at 00:15.0.")
    #expect(phases() == ["stopped", "running", "stopped"])
  }

  @Test func `a session with newer events is left as it is, and the answer says so`() {
    shell(
      "mark rain --session 1", "name B2 --session 2", "undo --session 2", "resume --session 3",
      "undo")
    #expect(
      shell("undo").text == """
        Session 2 "A2": took back the stop; it is running at 00:15.0.
        Session 3 "A3": took back the stop; it is running at 00:15.0.
        Session 1 has newer events and is not changed.
        """)
    #expect(phases() == ["stopped", "running", "running"])
    shell("redo")
    #expect(phases() == ["stopped", "stopped", "stopped"])
    #expect(shell("check").exit == 0)
  }

  @Test func `the events of an undo in a line of record are imported as they are`() {
    #expect(shell("record", input: "undo\n").output.matches(of: /took back the stop/).count == 3)
    let other = Shell()
    #expect(other("import -", input: shell("export").output).exit == 0)
    #expect(other("export").output == shell("export").output)
    #expect(other("check").exit == 0)
    #expect(other("list").output.matches(of: /running/).count == 3)
  }
}
