import Testing

/// A time of day without a date means yesterday if it is in the future today.
struct TimeOfDayTests {
  /// A race that started ten minutes ago, at 09:00 local time.
  private let shell = Shell(
    "start Crit --race '9 laps'", "enter 17", "enter 4 --wave B", .seconds(600))

  private static let meaning = "'16:00' means 2027-01-14 16:00:00.\n"

  @Test(arguments: ["cross 17", "chip AA 17", "mark pit", "amend start", "cross 17 4"])
  func `an answer names the date`(line: String) {
    #expect(shell("\(line) --at 09:05").output.contains("Note") == false)
    let answer = shell("\(line) --at 16:00")
    #expect(answer.exit == 0 && answer.output.hasSuffix("\nNote: " + Self.meaning), "\(answer)")
    #expect(!shell("\(line) --at '2027-01-14 16:00'").output.contains("Note"))
    #expect(!shell("\(line) --at 16:00 --json").output.contains("Note"))
  }

  @Test(arguments: ["wave B", "stop", "lap"]) func `a refusal names the date`(line: String) {
    let answer = shell("\(line) --at 16:00")
    #expect(answer.exit == 1 && answer.errors.hasPrefix("Error: "), "\(answer)")
    #expect(answer.errors.hasSuffix(" " + Self.meaning))
    #expect(shell("record", input: "stop --at 16:00\n").errors.contains("'16:00' means "))
  }

  /// A race of two days ago, from 09:00 to 10:30, with a lap at 10:15; it is 10:30 again.
  private static func earlierDay() -> Shell {
    Shell(
      "start Crit --race '9 laps'", "enter 17 --wave B", .seconds(4500), "lap", .seconds(900),
      "stop", .seconds(2 * 86_400))
  }

  @Test(arguments: [
    ("amend stop", "amended the stop; it is "), ("cross 17", " 1:21:00.0 "),
    ("lap", "1:21:00.0"), ("mark pit", "marked"), ("chip AA 17", "AA"), ("wave B", " 1:21:00.0."),
    ("amend 1", "1) 1:21:00.0"),
  ])
  func `in a session of an earlier day a time is of that day`(line: String, effect: String) {
    let (shell, recording) = (Self.earlierDay(), Self.earlierDay())
    for answer in [
      shell("\(line) --at 10:21"), recording("record", input: "\(line) --at 10:21\n"),
    ] {
      #expect(answer.text.hasSuffix("\nNote: '10:21' means 2027-01-15 10:21:00."), "\(answer)")
      #expect(answer.output.contains(effect), "\(answer)")
    }
  }

  @Test
  func `in a session of days a lap is at the latest such time, and the first day counts, too`() {
    let shell = Shell("start", .seconds(33 * 3600), "lap", .seconds(20 * 3600 + 300))
    // It started at 09:00, and the lap was at 18:00 of the next day; it is 14:05.
    #expect(shell("lap --at 14:00").output.hasPrefix("2) 53:00:00.0"))
    let long = Shell("start", .seconds(2 * 86_400))
    #expect(long("stop --at 08:50").errors.hasPrefix("Error: The time is 10 min before the start"))
    #expect(long("stop --at 22:30").output.hasPrefix("Stopped session 1 at 13:30:00.0.\n"))
  }

  @Test func `the stop of a forgotten session is near its latest press`() {
    let shell = Shell("start", .seconds(14 * 3600 + 3000), "lap", .seconds(3 * 86_400))
    // The lap was at 23:50.
    #expect(
      shell("stop --at 00:20").text == """
        Stopped session 1 at 15:20:00.0.
        Note: '00:20' means 2027-01-16 00:20:00.
        """)
    shell("undo")
    #expect(shell("stop --all --at 00:20 --id 01920000-0000-7000-8000-00000000abcd").exit == 0)
    let log = shell("events --json").output
    #expect(
      shell(.seconds(86_400), "stop --all --at 00:20 --id 01920000-0000-7000-8000-00000000abcd")
        .output.hasPrefix("Stopped session 1 at 15:20:00.0."))
    #expect(shell("events --json").output == log)
  }

  @Test func `a start takes the latest time, a resume that of the day of its session`() {
    let shell = Self.earlierDay()
    #expect(shell("start --also --at 10:21").output.contains("started 2027-01-17 10:21:00"))
    #expect(
      shell("resume --session 1 --at 10:35").text == """
        Resumed session 1 "Crit" at 49:25:00.0.
        Sessions 1 and 2 are running.
        Note: '10:35' means 2027-01-15 10:35:00.
        """)
    let early = shell("undo --session 1", "resume --session 1 --at 10:21")
    #expect(early.exit == 1 && early.message.hasSuffix("'10:21' means 2027-01-15 10:21:00."))
    #expect(shell("resume --session 1 --at 'today 10:21'").exit == 0)
    #expect(shell("lap --session 1 --at 10:25").output.contains(" 1:34:00.0 "))
  }

  @Test(arguments: ["10:21", "2027-01-17 10:21"])
  func `a repeated command means the same moment`(text: String) {
    let shell = Self.earlierDay()
    let first = shell("amend stop --at '\(text)' \(sameID)")
    #expect(shell(.seconds(3600), "amend stop --at '\(text)' \(sameID)").output == first.output)
    #expect(shell("amend stop --at 10:22 \(sameID)").errors.contains("other"))
  }
}
