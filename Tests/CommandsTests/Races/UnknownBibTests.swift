import Testing

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
    shell("enter 17,4 Pair")
    #expect(shell("cross 17,4").text == "17,4 Pair: lap 1  01:00.0  lap 01:00.0")
  }

  @Test(arguments: ["17,5", ",", "17:4"])
  func `other bibs with commas get no such command`(bib: String) {
    let answer = Self.shell()("cross \(bib)")
    #expect(answer.exit == 0)
    #expect(!answer.output.contains("separate"))
  }
}
