import Testing

@Suite struct SeveralSessionsTests {
  let shell = Shell("start Ada --also", "start Bo --also", "start Cy --also", .seconds(10))

  private func phases() -> String {
    shell.rows("SELECT phase FROM sessions").joined(separator: ",")
  }

  @Test func `stop, resume and discard change several sessions, and undo takes that back`() {
    #expect(
      shell("stop Ada 2 Ada").text == """
        Stopped session 1 "Ada" at 00:10.0.
        Stopped session 2 "Bo" at 00:10.0.
        """)
    #expect(phases() == "stopped,stopped,running")
    #expect(shell("resume Bo Ada").output.matches(of: /Resumed session/).count == 2)
    #expect(shell("undo").output.matches(of: /took back the resume/).count == 2)
    #expect(shell("discard Ada Cy").output.matches(of: /Discarded session/).count == 2)
    #expect(phases() == "discarded,stopped,discarded")
    shell("undo")
    #expect(phases() == "stopped,stopped,running")
    #expect(shell("stop Cy") == "Stopped session 3 \"Cy\" at 00:10.0.")
    #expect(shell("resume 3 --session 3").exit == 0)
  }

  @Test(arguments: ["stop Ada Bo", "stop Ada Nobody", "resume Bo Cy"])
  func `either all are changed or none, also in a line of record`(line: String) {
    let before = shell("stop Bo", "export").output
    #expect(shell(line).exit == (line.contains("Nobody") ? 66 : 1))
    #expect(shell("export").output == before)
    let recorded = shell(
      "record --json", input: "mark a --session Cy\n\(line)\nmark b --session Cy\n")
    let lines = recorded.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[1].hasPrefix(#"{"line":2,"error""#), "\(recorded)")
    #expect(shell("events --json").output.split(separator: "\n").count == 6)
  }

  @Test func `the refusal names the session at fault, and what would work`() {
    #expect(
      shell("stop Bo", "stop Ada Bo").error(1) == """
        Error: Session 2 is not running: it is stopped. 'laptimer resume --session 2' resumes it. \
        Nothing was recorded for the other sessions: leave this one out.
        """)
  }

  @Test func `with --json several answers are an array, and the same id gives them again`() {
    let first = shell("stop Ada Bo --json \(sameID)")
    #expect(first.output.matches(of: /"kind":"stopped".*"also_running":\[3\]/).count == 2)
    #expect(first.output.hasPrefix("[{\"session\":1,"))
    shell("name Dora --session Ada")
    #expect(shell("stop Ada Bo --json \(sameID)").output == first.output)
    #expect(shell("stop Ada Bo Cy \(sameID)").errors.contains("already belongs to another event"))
    #expect(phases() == "stopped,stopped,running")
    #expect(shell("stop Cy --json").output.hasPrefix("{"))
  }

  @Test func `a repeated command means the first sessions, and none stops twice`() {
    let first = shell("stop Ada 2 \(sameID)")
    #expect(first.output.matches(of: /Stopped session/).count == 2, "\(first)")
    let log = shell("name Dora --session Ada", "start Ada --also", "export").output
    for same in ["stop Ada 2", "stop Ada Bo", "stop 1 number:2"] {
      #expect(shell("\(same) \(sameID)") == first)
    }
    for other in ["stop Ada", "stop Ada 1", "stop Ada Bo Cy", "stop Dora Bo", "resume Ada Bo"] {
      #expect(shell("\(other) \(sameID)").errors.contains("already belongs to another event"))
    }
    #expect(shell("export").output == log)
    #expect(shell("stop Cy 3").error(65) == "Error: Nothing was written: session 3 is named twice.")
    #expect(shell("stop Cy Cy").exit == 0)
    let finished = Shell("start Ada --limit 5", .seconds(10))
    let before = finished("export").output
    #expect(
      finished("stop Ada 1").error(65) == "Error: Nothing was written: session 1 is named twice.")
    #expect(finished("export").output == before)
  }

  @Test func `a line of record stops several sessions, or all`() {
    #expect(
      shell("record", input: "stop Ada\nresume Ada\nstop --all\n").output.matches(
        of: /Stopped session/
      ).count == 4)
    #expect(phases() == "stopped,stopped,stopped")
    shell.expect(exit: 64, "stop Ada --all", "stop --session Ada --all")
  }

  @Test func `stop --all before the first session is refused for that, also with later lines`() {
    let shell = Shell()
    let alone = shell("stop --all").error(1)
    #expect(alone.contains("There is no session yet."))
    let lines = shell("record", input: "stop --all\nstart\n").errors
    #expect(lines.hasPrefix(alone.replacing("Error: ", with: "Error: line 1: ")), "\(lines)")
  }

  @Test func `undo takes back the stops of stop --all, and redo restores them`() {
    #expect(
      shell("stop --all", .seconds(5), "undo").text == """
        Session 1 "Ada": took back the stop; it is running at 00:15.0.
        Session 2 "Bo": took back the stop; it is running at 00:15.0.
        Session 3 "Cy": took back the stop; it is running at 00:15.0.
        """)
    #expect(
      shell("redo").text == """
        Session 1 "Ada": restored the stop; it is stopped at 00:10.0.
        Session 2 "Bo": restored the stop; it is stopped at 00:10.0.
        Session 3 "Cy": restored the stop; it is stopped at 00:10.0.
        """)
    #expect(shell("record", input: "undo\n").output.matches(of: /took back the stop/).count == 3)
    #expect(phases() == "running,running,running")
    #expect(shell("undo").text == "Session 3: took back the start; it is ready at 00:00.0.")
    let other = Shell()
    #expect(other("import -", input: shell("export").output).exit == 0)
    for each in [shell, other] { #expect(each("check").exit == 0) }
  }

  @Test func `with --json the answer to that undo is an array, and the same id gives it again`() {
    let first = shell("stop --all", .seconds(5), "undo --json \(sameID)")
    #expect(first.output.hasPrefix("[{\"session\":1,"))
    #expect(first.output.matches(of: /"kind":"stopped"/).count == 3, "\(first)")
    #expect(shell(.seconds(5), "undo --json \(sameID)") == first)
    #expect(shell("lap --session 2", "undo --json \(sameID)") == first)
    #expect(shell("undo --session 3 \(sameID)").errors.contains("id"))
    #expect(phases() == "running,running,running")
  }

  @Test func `undo changes a session that the user names alone`() {
    #expect(
      shell("stop --all", .seconds(5), "undo --session 2").text
        == "Session 2 \"Bo\": took back the stop; it is running at 00:15.0.")
    #expect(phases() == "stopped,running,stopped")
  }

  @Test func `undo leaves a session with newer events as it is, and the answer says so`() {
    shell("stop --all", .seconds(5))
    shell(
      "mark rain --session 1", "name B2 --session 2", "undo --session 2", "resume --session 3",
      "undo")
    #expect(
      shell("undo").text == """
        Session 2 "Bo": took back the stop; it is running at 00:15.0.
        Session 3 "Cy": took back the stop; it is running at 00:15.0.
        Session 1 has newer events and is not changed.
        """)
    #expect(phases() == "stopped,running,running")
    #expect(
      shell("redo").text == """
        Session 2 "Bo": restored the stop; it is stopped at 00:10.0.
        Session 3 "Cy": restored the stop; it is stopped at 00:10.0.
        """)
    #expect(phases() == "stopped,stopped,stopped")
    #expect(shell("check").exit == 0)
  }

  @Test func `undo and redo name no session that took no part, or whose part is undone already`() {
    shell("stop --all", .seconds(5), "undo --session 1")
    #expect(shell("redo").text == "Session 1 \"Ada\": restored the stop; it is stopped at 00:10.0.")
    #expect(
      shell("undo --session 1", "mark rain --session 2", "undo", "undo").text == """
        Session 2 "Bo": took back the stop; it is running at 00:15.0.
        Session 3 "Cy": took back the stop; it is running at 00:15.0.
        """)
  }

  @Test func `undo and redo say that several sessions run`() {
    let shell = Shell("start A", "stop", "start B")
    #expect(
      shell("undo --session A").text
        == "Session 1 \"A\": took back the stop; it is running at 00:00.0.\nSessions 1 and 2 are running."
    )
    #expect(
      shell("redo --session A", "discard A", "undo --session A").text
        == "Session 1 \"A\": took back the discarding; it is stopped at 00:00.0.")
    #expect(
      shell("lap --session B", "undo").text.hasSuffix(
        "took back lap 1, 00:00.0; it is running at 00:00.0."))
  }

  @Test func `resume proposes no session that runs`() {
    shell("stop Bo")
    let refusal = """
      Sessions 1 and 3 are running: name the session to resume, as in 'laptimer resume SESSION'. \
      'laptimer list --phase stopped' lists those that are stopped.
      """
    #expect(shell("resume --ago 1s").error(1) == "Error: \(refusal)")
    #expect(shell("record", input: "resume\n").errors.hasPrefix("Error: line 1: \(refusal)\n"))
  }
}
