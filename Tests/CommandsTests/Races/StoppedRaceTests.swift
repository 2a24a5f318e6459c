import Testing

/// Commands on a race whose clock is stopped.
struct StoppedRaceTests {
  /// A race of 45 minutes that was stopped after 30.
  private static func shell(_ options: String = "") throws -> (shell: Shell, stop: Answer) {
    let shell = try Shell()
    shell("start Crit --race 45m \(options)")
    shell("enter 17")
    shell("enter 4")
    shell("enter 9 --wave B")
    shell.pass(.seconds(600))
    shell("cross 17")
    shell.pass(.milliseconds(1_200_250))
    return (shell, shell("stop"))
  }

  @Test func `the answer to a stop before the limit suggests a shorter race`() throws {
    let (shell, stop) = try Self.shell()
    #expect(
      stop.output.hasSuffix(
        """
        'laptimer resume --session 1' continues the race.
        'laptimer plan --race 30m0.25s --session 1' makes the stop the end of the race: whoever has \
        completed a lap has finished.

        """), "\(stop.output)")
    #expect(shell("standings --json").output.contains(#""wave":null,"status":"dnf""#))
    #expect(shell("plan --race 30m0.25s --session 1").exit == 0)
    let standings = shell("standings --json").output
    #expect(standings.contains(#""wave":null,"status":"finished""#), "\(standings)")
  }

  @Test(arguments: ["--rules limit_from=wave", "--rules first=start"])
  func `a race with limits of waves or with start crossings gets no such suggestion`(
    options: String
  ) throws {
    let (_, stop) = try Self.shell(options)
    #expect(stop.exit == 0)
    #expect(stop.output.contains("laptimer resume"))
    #expect(!stop.output.contains("laptimer plan"))
  }

  @Test func `after the stop, a wave and a join are answered with a note`() throws {
    let (shell, _) = try Self.shell()
    let note = """

      Note: the race is stopped: crossings after the stop do not count. 'laptimer resume --session 1' \
      continues it.

      """
    let wave = shell("wave B")
    #expect(wave.exit == 0)
    #expect(wave.output.hasSuffix(note), "\(wave.output)")
    let join = shell("start --join Crit --point finish")
    #expect(join.exit == 0)
    #expect(join.output.hasSuffix(note), "\(join.output)")
    shell("resume --session 1")
    #expect(!shell("start --join Crit --point finish").output.contains("Note"))
  }
}
