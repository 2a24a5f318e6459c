import Arguments
import Testing
import Text

/// Bibs that differ only in case, or in spaces at their ends, belong to different runners.
struct ConfusableBibTests {
  private let shell = Shell(
    "start Crit --race '9 laps'", "enter a7 'Ada Lovelace'", "enter 4", .seconds(60))

  @Test func `a crossing of such a bib is one of an unknown bib`() {
    #expect(shell("cross A7").text == "Unknown bib A7 crossed at 01:00.0 (@4).")
    #expect(shell("assign @4 a7 --session 1").text == "1 place changed: @4 is a7's now.")
    #expect(shell("cross a7").output.hasPrefix("a7 Ada Lovelace: lap 2"))
  }

  @Test func `a suggested command with quoted arguments names the log`() {
    for bib in ["b 7", "it's", "'x' y'"] {
      let path = "\(shell.log)-other"
      let quoted = bib.shellQuoted
      shell("start --race '9 laps' --db \(path)")
      #expect(
        shell("rule \(quoted) dnf --db \(path)").errors.contains(
          "'laptimer enter \(quoted) --session 1 --db \(path)' makes it."))
    }
  }

  @Test func `a command on such a bib is refused and suggests the entered one`() {
    for command in ["rule A7 dnf", "withdraw A7", "explain --bib A7"] {
      #expect(
        shell(command).failed(
          1,
          "Session 1 has no entry 'A7'. Did you mean 'a7'? 'laptimer enter A7 --session 1' adds a new runner."
        ), "\(command)")
    }
    #expect(shell("rule 44 dnf").errors.contains("no entry '44'. Did you mean '4'? "))
    shell("withdraw a7")
    #expect(
      shell("rule A7 dnf").errors.contains(
        "no entry 'A7'. 'laptimer enter A7 --session 1' makes it."))
  }

  @Test func `an assignment or a chip for such a bib gets a note`() {
    shell("cross")
    let note = """
      Note: A7 is not entered. Did you mean 'a7'? 'laptimer enter A7 --session 1' enters the runner.
      """
    #expect(shell("assign @4 A7").text == "@4 is A7's now.\n" + note)
    #expect(shell("chip C1 A7").text == "Chip C1 is A7's from 01:00.0.\n" + note)
    #expect(
      shell("assign @4 44").output.hasPrefix(
        "@4 is 44's now.\nNote: 44 is not entered. Did you mean '4'? "))
    #expect(shell("assign @4 4").text.hasSuffix("@4 is 4's now."))
  }

  @Test func `an entry with such a bib is another runner`() {
    #expect(shell("enter A7 Eve").text == "Entered A7 Eve.")
    #expect(shell("cross 'a7'").output.hasPrefix("a7 Ada Lovelace: lap 1"))
  }

  @Test func `columns of a file that are not used are noted`() throws {
    let file = try shell.file("runners.csv", "bib;name;hat;shoe\nb1;Eve\n8;Fay\nB1;Gus\n")
    for command in ["entries '\(file)'", "start --race '2 laps' --entries '\(file)' --also"] {
      let answer = shell(command)
      #expect(answer.exit == 0)
      #expect(answer.errors.contains("Columns that are not used: 'hat', 'shoe'."))
    }
    let wide = try shell.file("wide.csv", "bib;x1;x2;x3;x4;x5;x6;x7;x8\n5\n")
    #expect(
      shell("entries '\(wide)'").errors.contains(
        "not used: 'x1', 'x2', 'x3', 'x4', 'x5' and 3 more."))
  }
}
