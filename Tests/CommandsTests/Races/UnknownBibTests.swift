import Testing
import Text

struct UnknownBibTests {
  private let shell = Shell(
    "start Crit --race '9 laps'", "enter 17", "enter 170", "enter 27", "enter 4", "enter 1",
    .seconds(60), "cross 17")

  @Test(arguments: ["explain --bib", "rule", "withdraw"])
  func `the error suggests the nearest bibs`(command: String) {
    let ruling = command == "rule" ? " dnf" : ""
    #expect(
      shell("\(command) 71\(ruling)").message == """
        Error: Session 1 has no entry '71'. Did you mean '17' or '1'? 'laptimer enter 71 --session 1' \
        adds a new runner.
        """)
    #expect(
      shell("\(command) 999\(ruling)").message
        == "Error: Session 1 has no entry '999'. 'laptimer enter 999 --session 1' makes it.")
  }

  @Test func `a suggestion considers all bibs of a large race`() throws {
    let rows = (20_000...25_200).map { "\($0)\n" }.joined()
    #expect(shell("entries \(try shell.file("many.csv", "bib\n\(rows)zz9\n"))").exit == 0)
    #expect(shell("assign @7 zz8").output.contains("Did you mean 'zz9'?"))
  }

  @Test(arguments: ["assign @7 71", "chip AA 71"])
  func `an assignment to an unknown bib is noted`(command: String) {
    let answer = shell(command)
    #expect(answer.exit == 0)
    #expect(
      answer.text.hasSuffix(
        """
        \nNote: 71 is not entered. Did you mean '17' or '1'? 'laptimer enter 71 --session 1' enters \
        the runner.
        """), "\(answer)")
    #expect(!shell("assign @7 4").output.contains("Note"))
  }

  private static func shell() -> Shell {
    Shell("start Crit --race '9 laps'", "enter 4", "enter 17", .seconds(60))
  }

  @Test(arguments: ["17,4", "17;4", "'17, 4'"])
  func `the answer to a list of bibs has the command for its runners`(list: String) {
    let (shell, recording) = (Self.shell(), Self.shell())
    let answer = shell("cross \(list)")
    #expect(answer.exit == 0)
    #expect(
      answer.text.hasSuffix(
        """
        crossed at 01:00.0 (@4). Spaces separate bibs: 'laptimer cross 17 4 --at \
        2027-01-15T08:01:00.000000000Z --session 1' records the runners, 'laptimer remove @4 \
        --session 1' removes this crossing.
        """), "\(answer.output)")
    #expect(recording("record", input: "cross \(list)\n") == answer)
    shell("remove @4 --session 1")
    #expect(
      shell("cross 17 4 --at 2027-01-15T08:01:00.000000000Z --session 1").output.hasPrefix(
        "17: lap 1  01:00.0"))
  }

  @Test func `a final comma gets the command for one runner; an entered bib may have commas`() {
    let shell = Self.shell()
    #expect(
      shell("cross 17, --point A").output.contains(
        "'laptimer cross 17 --at 2027-01-15T08:01:00.000000000Z --point A --session 1' records the runner,"
      ))
    #expect(shell("enter 17,4 Pair", "cross 17,4").text == "17,4 Pair: lap 1  01:00.0  lap 01:00.0")
  }

  @Test(arguments: ["17,5", ",", "17:4"])
  func `other bibs with commas get no such command`(bib: String) {
    #expect(Self.shell()("cross \(bib)").succeeded(without: "separate"))
  }
}

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
    #expect(
      shell("withdraw a7", "rule A7 dnf").errors.contains(
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
