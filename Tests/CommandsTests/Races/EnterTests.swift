import Foundation
import Testing

struct EnterTests {
  /// A race with an entry.
  private let shell = Shell("start --race '2 laps'", "enter 4 'Grace Hopper' --team Analysts")

  private func names() -> [Substring] {
    shell("query --format csv 'SELECT bib, name, first FROM entries ORDER BY bib'").output
      .split(separator: "\n").dropFirst().map(\.self)
  }

  @Test func `none clears the name`() {
    #expect(shell("enter 4 none").text == "4 was entered already: changed name.")
    #expect(names() == ["4,,"])
    #expect(shell("enter 5 none").text == "Entered 5.")
    shell("enter 6 None", "enter 7 --first None")
    #expect(names() == ["4,,", "5,,", "6,None,", "7,,None"])
  }

  @Test func `undo distinguishes an entry from a change of an entry`() {
    shell("enter 4 --chip AA")
    #expect(shell("undo").output.contains("took back the change of 4's entry;"))
    #expect(shell("redo").output.contains("restored the change of 4's entry;"))
    shell("undo")
    #expect(shell("undo").output.contains("took back the entry of 4;"))
    shell("redo", "withdraw 4", "enter 4")
    #expect(shell("undo").output.contains("took back the entry of 4;"))
  }

  @Test func `a line of record that begins with bibs accepts the options of cross`() {
    shell("enter 1", .seconds(600))
    let answer = shell("record", input: "1 4 --ago 7m30s\n4 -x\n4 lap\n")
    #expect(answer.exit == 65)
    let crossings = shell("query --format csv 'SELECT bib, running_time_ns FROM crossings'").output
    #expect(crossings == "bib,running_time_ns\n1,150000000000\n4,150000000000\n")
    #expect(answer.errors.contains("line 2: "))
    #expect(
      answer.errors.contains(
        "line 3: A line of bibs has only numbers. For other bibs, write 'cross 4 lap'."))
  }

  @Test func `--defuse makes formulas in names harmless`() {
    shell("enter 4 '=1+1'")
    for command in ["standings", "results"] {
      #expect(shell("\(command) --format csv").output.contains(",=1+1,"))
      #expect(shell("\(command) --format csv --defuse").output.contains(",'=1+1,"))
    }
  }
}
