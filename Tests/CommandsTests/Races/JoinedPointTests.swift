import Testing

struct JoinedPointTests {
  private static func shell(_ format: String) -> Shell {
    Shell("start Crit --race \(format)", "enter 17", .seconds(60))
  }

  @Test func `a point that a race by laps does not have is noted`() {
    let shell = Self.shell("'9 laps'")
    #expect(
      shell("start --join Crit --point fnish").text.hasSuffix(
        """
        \nNote: fnish is not a point of the race. Did you mean 'finish'? Its only point: finish. \
        'laptimer undo --session 2' takes this back.
        """))
    #expect(
      shell("cross 17 --session 2").output.hasPrefix(
        "17: 01:00.0  (fnish is not the finish)  @2\nNote: the point of a session cannot be changed."
      ))
    #expect(shell("start --join Crit --point finish").succeeded(without: "Note"))
    #expect(shell("cross 17 --session 3").text == "17: lap 1  01:00.0  lap 01:00.0")
  }

  @Test func `a session that joined a race has no start to amend, and none is proposed`() {
    let shell = Self.shell("'9 laps'")
    #expect(
      shell("start --join Crit --point finish", "amend start --by 1s --session 2").error(1) == """
        Error: Session 2 has no start that can be changed. 'laptimer events 2' lists its events. \
        'laptimer undo --session 2' takes back the newest change.
        """)
  }

  @Test func `a point of a wave is a point of the race`() {
    let shell = Self.shell("'9 laps'")
    #expect(shell("enter 4 --wave B", "wave B --race 'points A finish'").exit == 0)
    #expect(shell("start --join Crit --point A").succeeded(without: "Note"))
    #expect(
      shell("start --join Crit --point C").output.contains("Its points: finish, A. 'laptimer undo"))
    #expect(shell("cross 4 --session 2").succeeded(without: "Note"))
  }

  @Test func `a session that joins without a point times the finish, or the last of the points`() {
    let shell = Shell("start Crit --race '3 laps'", "enter 17 'Ada Lovelace'")
    let answer = shell("start --join Crit \(sameID)").output
    #expect(answer.hasPrefix("Session 2 times point finish of a race"))
    #expect(shell("start --join Crit \(sameID)").output == answer, "repeated")
    #expect(shell("start --join Crit --point A \(sameID)").exit == 1)
    #expect(
      shell(.seconds(60), "cross 17 --session 2").output.hasPrefix(
        "17 Ada Lovelace: lap 1  01:00.0"))
    #expect(shell("check").exit == 0)
    let ridge = Shell("start Ridge --race 'points A top'", "enter 17")
    #expect(ridge("start --join Ridge").output.hasPrefix("Session 2 times point top of a race"))
    #expect(ridge(.seconds(60), "cross 17 --session 2").output.contains("at top  01:00.0"))
    let race = "01920000-0000-7000-8000-0000000000bb"
    #expect(
      Shell()("start --join \(race)").output.hasPrefix("Session 1 times point finish of a race"))
  }
}
