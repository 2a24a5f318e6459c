import Testing

/// A time of day without a date means yesterday if it is in the future today.
struct TimeOfDayTests {
  /// A race that started ten minutes ago, at 09:00 local time.
  private static func shell() throws -> Shell {
    let shell = try Shell()
    shell("start Crit --race '9 laps'")
    shell("enter 17")
    shell("enter 4 --wave B")
    shell.pass(.seconds(600))
    return shell
  }

  private static let meaning = "'16:00' means 2027-01-14 16:00:00: today it is in the future.\n"

  @Test(arguments: ["cross 17", "chip AA 17", "mark pit", "amend start", "cross 17 4"])
  func `an answer names the date`(line: String) throws {
    let shell = try Self.shell()
    #expect(shell("\(line) --at 09:05").output.contains("Note") == false)
    let answer = shell("\(line) --at 16:00")
    #expect(answer.exit == 0)
    #expect(answer.output.hasSuffix("\nNote: " + Self.meaning))
    #expect(!shell("\(line) --at '2027-01-14 16:00'").output.contains("Note"))
    #expect(!shell("\(line) --at 16:00 --json").output.contains("Note"))
  }

  @Test(arguments: ["wave B", "stop", "lap"])
  func `a refusal names the date`(line: String) throws {
    let shell = try Self.shell()
    let answer = shell("\(line) --at 16:00")
    #expect(answer.exit == 1)
    #expect(answer.errors.hasPrefix("Error: "))
    #expect(answer.errors.hasSuffix(" " + Self.meaning))
  }

  @Test func `the answer to a start shows its date`() throws {
    let shell = try Self.shell()
    #expect(
      shell("start Late --also --at 16:00").output == """
        Session 2 "Late" is running at 17:10:00.0, started 2027-01-14 16:00:00.
        Sessions 1 and 2 are running.

        """)
  }
}
