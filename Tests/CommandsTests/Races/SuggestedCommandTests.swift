import Testing
import Text

@testable import Commands

/// Commands in answers can be copied and run.
struct SuggestedCommandTests {
  @Test func `operands that begin with a dash follow '--', and control characters are escaped`() {
    let enter: Message = "\(command: Suggestion("enter", ["17", "A B"]), session: 1)"
    #expect(enter.text == "'laptimer enter 17 'A B' --session 1'")
    let negative = Suggestion("enter", ["-17", "A"], options: ["--team=-x"])
    #expect(negative.line(adding: "--session 1") == "enter --team=-x --session 1 -- -17 A")
    #expect("\(RaceOptions.point, "-A b")" as Suggestion == "--point='-A b'")
    #expect("\(RaceOptions.point, "A b")" as Suggestion == "--point 'A b'")
    #expect("A\u{1B}B".copyable == "$'A\\u001BB'")
    #expect("it's\n".copyable == "$'it\\u0027s\\u000A'")
    #expect("it's".copyable == #"'it'\''s'"#)
    #expect("a\u{E0041}😀\n".copyable == "$'a\\U000E0041😀\\u000A'")
  }

  @Test func `the suggested command names the log, and a bib that begins with a dash`() {
    let shell = Shell("start Crit --race '9 laps'")
    shell.expect(exit: 0, "enter -- -17", "rule -- -17 dsq")
    #expect(shell("cross -- -17").output.contains("'laptimer rule --session 1 -- -17 ok' lifts"))
    #expect(
      shell("cross --db '\(shell.log)' -- -17").output
        .contains("'laptimer rule --session 1 --db \(shell.log) -- -17 ok' lifts"))
  }

  @Test func `the suggestion to choose a session repeats the complete command`() {
    let shell = Shell("start A", "start B --also")
    #expect(
      shell("lap 'to the hut' --ago 2s").message.hasSuffix(
        """
        choose one, as in 'laptimer lap 'to the hut' --at 2027-01-15T07:59:58.000000000Z --session 1'.
        """))
    #expect(shell("undo --json -- x").exit == 64)
    #expect(shell("mark -- -x").message.hasSuffix("--session 1 -- -x'."))
    #expect(
      shell("show --at-time 5m").message.hasSuffix(
        "choose one, as in 'laptimer show --at-time 5m 1'."))
    #expect(
      shell("show --db \(shell.log)").message.hasSuffix("'laptimer show --db \(shell.log) 1'."))
    #expect(
      shell("record --db \(shell.log)", input: "lap\n").errors.contains(
        "Z --session 1 --db \(shell.log)'.\n"))
    #expect(
      shell("record", input: "lap 'to the hut' --ago 2s\n").errors.hasPrefix(
        """
        Error: line 1: Sessions 1 and 2 are running: choose one, as in 'laptimer lap \
        'to the hut' --at 2027-01-15T07:59:58.000000000Z --session 1'.

        """))
  }

  @Test func `an event of another session is named as it was typed`() {
    let shell = Shell("start Crit --race '9 laps'", "start Run --also")
    for command in ["remove @2:1", "assign @2:1 17", "amend @2:1 --by 1s"] {
      let errors = shell("\(command) --session 1").errors
      #expect(errors.contains("@2:1") && !errors.contains("0192"), "\(errors)")
    }
    #expect(shell("remove @1:1 --session 1").failed(1, "Error: Event @1:1 cannot be removed"))
  }

  @Test func `the answer to rule ok names the status that it lifts`() {
    let shell = Shell("start Crit --race '9 laps'", "enter 17")
    #expect(shell("rule 17 ok").text == "17 had no status from a ruling: ok changes nothing (@3).")
    shell("rule 17 dnf", "rule 17 dsq")
    #expect(
      shell("rule 17 ok --reason appeal").text.hasSuffix("17 is not dsq any more, \"appeal\" (@6).")
    )
    #expect(shell("record", input: "rule 17 ok\n").text == "The status of 17 is lifted (@7).")
  }
}
