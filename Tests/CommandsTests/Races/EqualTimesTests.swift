import Testing

struct EqualTimesTests {
  private static func shell(_ rules: String = "") -> Shell {
    Shell(
      "start Crit --race '9 laps' \(rules)", "enter 17", "enter 4", "enter 23", "enter 30 --wave B",
      .seconds(60))
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

  @Test func `a crossing at the time of another one is answered with a command for order`() {
    let shell = Self.shell()
    #expect(shell("cross 17 --at 09:00:30").text == "17: lap 1  00:30.0  lap 00:30.0")
    #expect(
      shell("cross 4 --at 09:00:30").output == "4: lap 1  00:30.0  lap 00:30.0\n" + hint("@7 @6"))
    #expect(
      shell("record", input: "cross 23 --at 09:00:30\n").output
        == "23: lap 1  00:30.0  lap 00:30.0\n" + hint("@8 @7 @6"))
    #expect(shell("order @8 @7 @6 --session 1").exit == 0)
    expectNoHint(shell("cross 30 --at 09:00:30"))
    expectNoHint(shell("cross 17 --at 09:00:31"))
    expectNoHint(shell("cross 17 99"))
  }

  @Test func `crossings in different laps get no hint, and a late one hides no tie before it`() {
    let shell = Self.shell()
    expectNoHint(shell("cross 17 --at 09:00:10"))
    expectNoHint(shell("cross 17 4 --at 09:00:30"))
    #expect(shell("cross 23 --at 09:00:30").output.hasSuffix(hint("@9 @8")))
    expectNoHint(shell("cross 4 --at 09:00:40"))
    #expect(shell("cross 17 4 23 --at 09:00:50").output.hasSuffix(hint("@12 @11")))
    let late = Self.shell()
    late("cross 17 --at 09:00:30", "cross 4 --at 09:00:29")
    #expect(late("cross 23 --at 09:00:30").output.hasSuffix(hint("@8 @6")))
  }

  @Test(arguments: ["ties=shared", "clock=chip"])
  func `shared ties and own clocks get no hint`(rules: String) {
    let shell = Self.shell("--rules \(rules)")
    expectNoHint(shell("cross 17 --at 09:00:30"))
    expectNoHint(shell("cross 4 --at 09:00:30"))
    expectNoHint(shell("cross 17 4"))
  }

  @Test func `an order may name only some of the crossings at a time`() {
    let shell = Shell(
      "start Crit --race '9 laps'", "enter 4", "enter 17", "enter 23", "enter 30", .seconds(60),
      "cross 4 17 23 30")
    #expect(
      shell("explain --bib 4").output.contains("behind: equal, as recorded, last crossing @7\n"))
    #expect(
      shell("order @9 @6").text == """
        2 places changed: @9 is before @6.
        Places: 30 from 4 to 1, 4 from 1 to 4.
        """)
    let explained = shell("explain --bib 17").output
    #expect(
      explained.contains("ahead: equal, by the order of @10, which names only one of the two"),
      "\(explained)")
    #expect(explained.contains("behind: equal, as recorded"), "\(explained)")
    let json = shell("explain --bib 23 --json").output
    #expect(json.contains(#""decided_by":"order_of_others","by_event":10"#), "\(json)")
    #expect(json.contains(#""decided_by":"recorded""#), "\(json)")
    #expect(
      shell("order @9 @6 @7 @8 --session 1").text == """
        3 places changed: @9 is before @6 is before @7 is before @8.
        Places: 4 from 4 to 2, 17 from 2 to 3, 23 from 3 to 4.
        """)
  }
}
