import Testing

/// Sessions that time the finish of a race.
struct JoinedFinishTests {
  @Test func `a session that joins without a point times the finish`() throws {
    let shell = try Shell()
    shell("start Crit --race '3 laps'")
    shell("enter 17 'Ada Lovelace'")
    let id = "--id 01920000-0000-7000-8000-0000000000aa"
    let answer = shell("start --join Crit \(id)").output
    #expect(answer.hasPrefix("Session 2 times point finish of a race"))
    #expect(shell("start --join Crit \(id)").output == answer, "repeated")
    #expect(shell("start --join Crit --point A \(id)").exit == 1)
    shell.pass(.seconds(60))
    #expect(shell("cross 17 --session 2").output.hasPrefix("17 Ada Lovelace: lap 1  01:00.0"))
    #expect(shell("check").exit == 0)
  }

  @Test func `the last point of a race by points is its finish, whatever its name`() throws {
    let shell = try Shell()
    shell("start Ridge --race 'points A top'")
    shell("enter 17")
    #expect(shell("start --join Ridge").output.hasPrefix("Session 2 times point top of a race"))
    shell.pass(.seconds(60))
    #expect(shell("cross 17 --session 2").output.contains("at top  01:00.0"))
  }

  @Test func `the finish of a race of another log is called finish`() throws {
    let shell = try Shell()
    let race = "01920000-0000-7000-8000-0000000000bb"
    #expect(
      shell("start --join \(race)").output.hasPrefix("Session 1 times point finish of a race"))
  }
}
