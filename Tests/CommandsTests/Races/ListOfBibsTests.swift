import Testing

struct ListOfBibsTests {
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
