import Foundation
import Testing

/// Commands with a bib that no runner has.
struct UnknownBibTests {
  private static func shell() throws -> Shell {
    let shell = try Shell()
    shell("start Crit --race '9 laps'")
    for bib in ["17", "170", "27", "4", "1"] { shell("enter \(bib)") }
    shell.pass(.seconds(60))
    shell("cross 17")
    return shell
  }

  @Test(arguments: ["explain --bib", "rule", "withdraw"])
  func `the error suggests the nearest bibs`(command: String) throws {
    let shell = try Self.shell()
    let ruling = command == "rule" ? " dnf" : ""
    #expect(
      shell("\(command) 71\(ruling)").errors == """
        Error: Session 1 has no entry '71'. Did you mean '17' or '1'? 'laptimer enter 71 --session 1' \
        adds a new runner.

        """)
    #expect(
      shell("\(command) 999\(ruling)").errors == """
        Error: Session 1 has no entry '999'. 'laptimer enter 999 --session 1' makes it.

        """)
  }

  @Test func `a suggestion considers all bibs of a large race`() throws {
    let shell = try Self.shell()
    let path = shell.folder + "/many.csv"
    let rows = (20_000...25_200).map { "\($0)" } + ["zz9"]
    try ("bib\n" + rows.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: true, encoding: .utf8)
    #expect(shell("entries \(path)").exit == 0)
    #expect(shell("assign @7 zz8").output.contains("Did you mean 'zz9'?"))
  }

  @Test(arguments: ["assign @7 71", "chip AA 71"])
  func `an assignment to an unknown bib is noted`(command: String) throws {
    let shell = try Self.shell()
    let answer = shell(command)
    #expect(answer.exit == 0)
    #expect(
      answer.output.hasSuffix(
        """
        \nNote: 71 is not entered. Did you mean '17' or '1'? 'laptimer enter 71 --session 1' enters \
        the runner.

        """), "\(answer)")
    #expect(!shell("assign @7 4").output.contains("Note"))
  }
}
