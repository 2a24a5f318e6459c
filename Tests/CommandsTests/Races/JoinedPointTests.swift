import Testing

/// The points of sessions that join a race whose format has one line.
struct JoinedPointTests {
  private static func shell(_ format: String) throws -> Shell {
    let shell = try Shell()
    shell("start Crit --race \(format)")
    shell("enter 17")
    shell.pass(.seconds(60))
    return shell
  }

  @Test func `a point that a race by laps does not have is noted`() throws {
    let shell = try Self.shell("'9 laps'")
    #expect(
      shell("start --join Crit --point fnish").output.hasSuffix(
        """
        \nNote: fnish is not a point of the race. Did you mean 'finish'? Its only point: finish. \
        'laptimer undo --session 2' takes this back.

        """))
    #expect(
      shell("cross 17 --session 2").output == """
        17: 01:00.0  (fnish is not the finish)  @2
        Note: the point of a session cannot be changed. 'laptimer start --join 1 --point finish' \
        times another one; 'laptimer cross BIB --point finish --at WHEN --session 2' records there \
        what was recorded here, and 'laptimer discard 2' removes this session with its crossings \
        from the race.

        """)
    let join = shell("start --join Crit --point finish")
    #expect(join.exit == 0 && !join.output.contains("Note"), "\(join)")
    #expect(shell("cross 17 --session 3").output == "17: lap 1  01:00.0  lap 01:00.0\n")
  }

  @Test func `crossings at another point of a race by laps are no mistakes`() throws {
    let shell = try Self.shell("'9 laps'")
    #expect(
      shell("start --join Crit --point hut").output.contains(
        "Note: hut is not a point of the race. Its only point: finish. 'laptimer undo"))
    #expect(
      shell("cross 17 --session 2").output == "17: 01:00.0  (hut is not the finish)  @2\n")
  }

  @Test func `a point of a wave is a point of the race`() throws {
    let shell = try Self.shell("'9 laps'")
    shell("enter 4 --wave B")
    #expect(shell("wave B --race 'points A finish'").exit == 0)
    let join = shell("start --join Crit --point A")
    #expect(join.exit == 0 && !join.output.contains("Note"), "\(join)")
    #expect(
      shell("start --join Crit --point C").output.contains("Its points: finish, A. 'laptimer undo"))
    let cross = shell("cross 4 --session 2")
    #expect(cross.exit == 0 && !cross.output.contains("Note"), "\(cross)")
  }

  @Test func `a session that joined by mistake leaves the race when it is discarded`() throws {
    let shell = try Self.shell("'9 laps'")
    shell("start --join Crit --point finish")
    shell("cross 17 --session 2")
    let before = shell("query 'SELECT laps FROM competitors'").output
    #expect(shell("discard 2").exit == 0)
    let after = shell("query 'SELECT laps FROM competitors'").output
    #expect(before.contains("1") && after.contains("0"), "\(before)\(after)")
    #expect(shell("check").exit == 0)
    shell("undo --session 2")
    #expect(shell("query 'SELECT laps FROM competitors'").output == before)
    shell("undo --session 2")
    #expect(
      shell("undo --session 2").output == "Session 2: took back the start; it times no point.\n")
    #expect(shell("start --join Crit --point A").exit == 0)
  }
}
