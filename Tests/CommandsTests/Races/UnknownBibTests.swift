import Foundation
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
}
