import Foundation
import Testing

/// Entries of runners on the command line.
struct EnterTests {
  private let shell: Shell

  /// A race with an entry.
  init() throws {
    shell = try Shell()
    #expect(shell("start --race '2 laps'").exit == 0)
    shell("enter 4 'Grace Hopper' --team Analysts")
  }

  private func names() -> [Substring] {
    shell("query --format csv 'SELECT bib, name, first FROM entries ORDER BY bib'").output
      .split(separator: "\n").dropFirst().map(\.self)
  }

  @Test func `none clears the name`() {
    #expect(shell("enter 4 none").output == "4 was entered already: changed name.\n")
    #expect(names() == ["4,,"])
    #expect(shell("enter 5 none").output == "Entered 5.\n")
    shell("enter 6 None")
    shell("enter 7 --first None")
    #expect(names() == ["4,,", "5,,", "6,None,", "7,,None"])
  }

  @Test func `a chip in a file can contain spaces`() throws {
    let file = shell.folder + "/runners.csv"
    try "bib;chip\n2;aa 02\n3;bb 1|bb 2\n".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(shell("entries '\(file)'").exit == 0)
    shell.pass(.seconds(60))
    #expect(shell("cross --chip 'aa 02'").output.hasPrefix("2: lap 1"))
    #expect(shell("cross --chip BB2").output.hasPrefix("3: lap 1"))
    try "bib,name\n11;x\n".write(toFile: file, atomically: true, encoding: .utf8)
    let refused = shell("entries '\(file)'")
    #expect(refused.exit == 65)
    #expect(refused.errors.contains("line 2, column 'bib': the bib has ';'"))
  }

  @Test func `undo distinguishes an entry from a change of an entry`() {
    shell("enter 4 --chip AA")
    #expect(shell("undo").output.contains("took back the change of 4's entry;"))
    #expect(shell("redo").output.contains("restored the change of 4's entry;"))
    shell("undo")
    #expect(shell("undo").output.contains("took back the entry of 4;"))
    shell("redo")
    shell("withdraw 4")
    shell("enter 4")
    #expect(shell("undo").output.contains("took back the entry of 4;"))
  }

  @Test func `a line of record that begins with bibs accepts the options of cross`() {
    shell("enter 1")
    shell.pass(.seconds(600))
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
      let plain = shell("\(command) --format csv").output
      #expect(plain.contains(",=1+1,"), "\(plain)")
      let defused = shell("\(command) --format csv --defuse").output
      #expect(defused.contains(",'=1+1,"), "\(defused)")
    }
  }

  @Test func `replay has a default session, and discard requires one`() {
    #expect(shell("replay --speed max").output.contains("4"))
    #expect(shell("discard").exit == 64)
    #expect(shell("discard --help").output.contains("laptimer discard <session> "))
    #expect(shell("replay --help").output.contains("[<session>]"))
  }
}
