import Testing

struct CourseRenamingTests {
  private let shell = Shell()

  /// Three attempts at a course, of which the second is at other segments.
  init() {
    for (segments, seconds) in [("A,B,C", [10, 10, 10]), ("A,C,D", [20, 1]), ("A,B,C", [9])] {
      shell("start --also --course golf --segments \(segments)")
      for seconds in seconds { shell.pass(.seconds(seconds)); shell("lap") }
    }
  }

  private func plans() -> String {
    shell.rows("SELECT plan ->> 'course' || ' ' || (plan ->> 'segments') FROM sessions")
      .joined(separator: "\n").replacing("\"", with: "")
  }

  private let before = "golf [A,B,C]\ngolf [A,C,D]\ngolf [A,B,C]"

  @Test func `a segment is renamed in all attempts, and one undo takes all back`() {
    #expect(plans() == before)
    let best = shell("best --json").output
    #expect(
      shell("name X --course golf --segment B").text
        == "Renamed segment 'B' of course 'golf' to 'X' in 2 sessions.")
    #expect(plans() == before.replacing("B", with: "X"))
    #expect(shell("best --json").output == best.replacing("\"B\"", with: "\"X\""))
    #expect(shell("undo").text == "Took back changed rules of 2 sessions: 1, 3.")
    #expect(plans() == before)
    #expect(shell("redo").text == "Restored changed rules of 2 sessions: 1, 3.")
    #expect(plans() == before.replacing("B", with: "X"))
  }

  @Test func `a course is renamed, also to the name of another one`() {
    shell("start --also --course tennis --segments A", "start --also --course golf", "discard 5")
    let best = shell("best golf --json").output
    #expect(shell("name links --course golf") == "Renamed course 'golf' to 'links' in 3 sessions.")
    #expect(shell("best links --json").output == best.replacing("golf", with: "links"))
    #expect(shell("best golf").exit == 66)
    #expect(
      shell("name tennis --course links").text == """
        Renamed course 'links' to 'tennis' in 3 sessions.
        Note: the course 'tennis' now has 4 attempts.
        """)
    #expect(shell("undo", "best links --json").output == best.replacing("golf", with: "links"))
  }

  @Test func `the attempts of another device are named, and stay`() {
    let other = Shell(firstID: 1001, device: "other", "start --course golf --segments A,B")
    #expect(shell("import - --foreign", input: other("export").output).exit == 0)
    #expect(
      shell("name X --course golf --segment B").output == """
        Renamed segment 'B' of course 'golf' to 'X' in 2 sessions.
        Session 4 belongs to another device and is not changed.

        """)
    #expect(plans() == before.replacing("B", with: "X") + "\ngolf [A,B]")
    #expect(
      shell("name X --course golf --segment B").errors.hasPrefix(
        "Error: Session 4 belongs to another device and is read-only here."))
    #expect(shell("check").exit == 0)
  }

  @Test func `a repeated command changes nothing and gives the same answer`() {
    let command = "name X --course golf --segment B \(sameID) --json"
    let first = shell(command)
    #expect(first.output.hasPrefix("[{\"session\":1,"), "\(first)")
    #expect(first.output.matches(of: /"kind":"planned"/).count == 2)
    let log = shell(.seconds(5), "events --json").output
    #expect(shell(command) == first)
    #expect(shell("lap --session 3", "undo --session 3").exit == 0)
    #expect(shell(command) == first)
    for other in ["X --course golf", "Y --course golf --segment B", "X --course golf --segment A"] {
      #expect(shell("name \(other) \(sameID)").errors.contains("already belongs to another event"))
    }
    #expect(shell("events --json").output.hasPrefix(log))
    #expect(shell("events --json --after 0").output.split(separator: "\n").count == 12)
    let single = Shell("start --course golf --segments A,B")
    let answer = single("name X --course golf --segment B --json").output
    #expect(answer.hasPrefix("[{") && answer.matches(of: /"kind":"planned"/).count == 1)
  }

  @Test func `a name that is not there is refused, and writes nothing`() {
    let log = shell("export").output
    #expect(
      shell("name X --course glof").error(66)
        == "Error: There is no course 'glof'. Did you mean 'golf'?")
    #expect(
      shell("name X --course golf --segment b").error(66)
        == "Error: No session has a segment 'b' of course 'golf'. Did you mean 'B'?")
    #expect(
      shell("name X --course golf --segment b --json").errors.contains(#""kind":"unknown_segment""#)
    )
    shell.expect(exit: 64, "name X --segment B", "name X --course golf --session 1")
    #expect(shell("export").output == log)
    #expect(Shell()("name X --course golf").errors.hasPrefix("Error: There is no session yet."))
  }

  @Test func `a line of record renames`() {
    let answer = shell(
      "record", input: "name X --course golf --segment Q\nname X --course golf --segment B\n")
    #expect(answer.text == "Renamed segment 'B' of course 'golf' to 'X' in 2 sessions.")
    #expect(answer.errors.contains("line 1: No session has a segment 'Q' of course 'golf'."))
    #expect(plans() == before.replacing("B", with: "X"))
  }

  @Test func `a start with one renamed segment has the command that renames it in all`() {
    let answer = shell("start --also --course golf --segments A,X,C").output
    let command = "name X --course golf --segment B"
    #expect(answer.contains(" 'laptimer \(command)' renames it in all sessions.\n"), "\(answer)")
    #expect(shell(command).exit == 0)
    #expect(plans() == before.replacing("B", with: "X") + "\ngolf [A,X,C]")
  }
}
