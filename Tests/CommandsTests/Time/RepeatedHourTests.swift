import Testing
import Text

struct RepeatedHourTests {
  /// A session that started at 09:20 summer time, with a lap at 08:45 winter time.
  ///
  /// The clocks were set back by an hour at 09:30, and it is 08:55 now.
  private static func shell() throws -> Shell {
    let shell = Shell()
    shell.summerEnd = try Moment(rfc3339: "2027-01-15T08:30:00Z")
    shell(.seconds(1200), "start", .seconds(1500), "lap", .seconds(600))
    return shell
  }

  @Test(arguments: [
    ("stop --at 08:50", "Stopped session 1 at 30:00.0.", "2027-01-15 08:50:00+00:00"),
    ("stop --at '2027-01-15 08:50'", "Stopped session 1 at 30:00.0.", "2027-01-15 08:50:00+00:00"),
    ("lap --at 09:25", "1) 05:00.0  lap 05:00.0", "2027-01-15 09:25:00+01:00"),
    ("amend 1 --at 08:40", "amended lap 1: 1) 20:00.0  lap 20:00.0", "2027-01-15 08:40:00+00:00"),
  ])
  func `a time is the first moment that is not refused, and the answer has its offset`(
    line: String, effect: String, moment: String
  ) throws {
    let (shell, recording) = (try Self.shell(), try Self.shell())
    let answer = shell(line)
    #expect(answer.output.contains(effect), "\(answer)")
    #expect(answer.text.hasSuffix(" means \(moment): the clocks show that time twice."))
    #expect(recording("record", input: line + "\n") == answer)
  }

  @Test(arguments: ["08:50", "'2027-01-15 08:50'"])
  func `of two moments near an event, the nearer one is first`(_ time: String) throws {
    let shell = Shell()
    shell.summerEnd = try Moment(rfc3339: "2027-01-15T08:30:00Z")
    shell(.seconds(3300), "start --at 2027-01-15T07:00:00Z", "stop --at 2027-01-15T08:45:00Z")
    let answer = shell("amend stop --at \(time)")
    #expect(answer.output.contains("amended the stop; it is stopped at 1:50:00.0."), "\(answer)")
    #expect(answer.output.contains(" means 2027-01-15 08:50:00+00:00: "))
    #expect(
      shell(.seconds(86_400), "mark x --at 08:40").output.contains(
        " means 2027-01-15 08:40:00+00:00: "))
    // Of two that are equally near, the earlier one is first.
    shell("amend stop --at 2027-01-15T08:20:00Z")
    #expect(shell("amend stop --at \(time)").output.contains("it is stopped at 50:00.0."))
  }

  @Test func `a start shows the offset; of two refused moments the first is the reason`() throws {
    #expect(
      try Self.shell()("start --also --at 08:50").output.contains(
        "is running at 1:05:00.0, started 2027-01-15 08:50:00+01:00.\n"))
    let shell = try Self.shell()
    shell("stop")
    #expect(
      shell("resume --at 08:50").errors.hasPrefix("Error: The time is 30 min before the start"))
  }
}
