import Testing

/// Crossings at equal times, by one command or by several.
struct EqualTimesTests {
  private static func shell(_ rules: String = "") throws -> Shell {
    let shell = try Shell()
    shell("start Crit --race '9 laps' \(rules)")
    for bib in ["17", "4", "23"] { shell("enter \(bib)") }
    shell("enter 30 --wave B")
    shell.pass(.seconds(60))
    return shell
  }

  private func hint(_ events: String) -> String {
    """
    Runners with equal times rank as recorded: 'laptimer order \(events) --session 1' reverses them.

    """
  }

  private func expectNoHint(_ answer: Answer) {
    #expect(answer.exit == 0 && answer.errors.isEmpty, "\(answer)")
    #expect(!answer.output.isEmpty && !answer.output.contains("equal"), "\(answer)")
  }

  @Test func `a crossing at the time of another one is answered with the command for their order`()
    throws
  {
    let shell = try Self.shell()
    #expect(shell("cross 17 --at 09:00:30").output == "17: lap 1  00:30.0  lap 00:30.0\n")
    #expect(
      shell("cross 4 --at 09:00:30").output
        == "4: lap 1  00:30.0  lap 00:30.0\n" + hint("@7 @6"))
    #expect(
      shell("record", input: "cross 23 --at 09:00:30\n").output
        == "23: lap 1  00:30.0  lap 00:30.0\n" + hint("@8 @7 @6"))
    #expect(shell("order @8 @7 @6 --session 1").exit == 0)
    expectNoHint(shell("cross 30 --at 09:00:30"))
    expectNoHint(shell("cross 17 --at 09:00:31"))
  }

  @Test func `crossings at equal times in different laps get no hint`() throws {
    let shell = try Self.shell()
    expectNoHint(shell("cross 17 --at 09:00:10"))
    expectNoHint(shell("cross 17 4 --at 09:00:30"))
    #expect(shell("cross 23 --at 09:00:30").output.hasSuffix(hint("@9 @8")))
    expectNoHint(shell("cross 4 --at 09:00:40"))
    #expect(shell("cross 17 4 23 --at 09:00:50").output.hasSuffix(hint("@12 @11")))
  }

  @Test(arguments: ["ties=shared", "clock=chip"])
  func `shared ties and own clocks get no hint`(rules: String) throws {
    let shell = try Self.shell("--rules \(rules)")
    expectNoHint(shell("cross 17 --at 09:00:30"))
    expectNoHint(shell("cross 4 --at 09:00:30"))
  }
}
