import Testing

@Suite struct StatusTests {
  let shell = Shell()

  @Test func `a running session is shown in one line`() {
    shell("start 'Tempo run'", .milliseconds(28050), "lap", .milliseconds(55350))
    #expect(shell("status") == "running  Tempo run  01:23.4  1 lap  1) 00:28.0  55s ago")
    #expect(
      shell("status --precision 3").text
        == "running  Tempo run  01:23.400  1 lap  1) 00:28.050  55s ago")
    #expect(shell("status --json") == shell("show --json"))
  }

  @Test func `status shows the current phase, also without a new event`() {
    shell("start --limit 10", .seconds(9))
    #expect(shell("status").text == "running  session 1  00:09.0  no laps  started 9s ago")
    #expect(
      shell(.seconds(2), "status").text == "finished  session 1  00:10.0  no laps  started 11s ago")
    #expect(shell("undo", "status").text == "ready  session 1  00:00.0  no laps")
    shell("redo", "discard 1")
    #expect(shell("status 1").text == "discarded  session 1  00:10.0  no laps  started 11s ago")
  }

  @Test func `if all sessions are discarded, the refusal names a command that would work`() {
    #expect(
      shell("status").error(1) == "Error: There is no session yet. 'laptimer start' starts one.")
    #expect(
      shell("lap --json").error(1) == """
        {"error":{"code":1,"kind":"no_session",\
        "message":"There is no session yet. 'laptimer start' starts one."}}
        """)
    shell.expect(exit: 66, "status 3", "status nobody")
    shell("start A", "start B --also", "discard 1", "discard 2")
    for command in ["status", "lap", "show"] {
      #expect(
        shell(command).error(1) == """
          Error: All sessions are discarded. 'laptimer undo --session 2' restores the newest, \
          'laptimer list --all' lists them, and 'laptimer start' starts a new one.
          """)
    }
    #expect(shell("stop --json").errors.contains(#""kind":"no_session""#))
    shell.expect(exit: 0, "undo --session 2", "lap")
  }

  @Test func `if several sessions run, status reads the rows of these alone`() throws {
    shell("start over", "stop", "start a --also", "start b --also")
    try shell.corrupt("UPDATE sessions SET tags = '[' WHERE name = 'over'")
    #expect(shell("status").output.split(separator: "\n").count == 2)
  }

  @Test func `if several sessions run, status has a line for each, and a lap needs a name`() {
    let one = shell("start A", "status --json").output
    #expect(
      shell("start B --also --countdown 3", "start C --also", "stop C", "status").text == """
        running  A  00:00.0  no laps  started just now
        countdown  B  3  no laps
        """)
    let two = shell("status B --json").output
    #expect(shell("status --json").text == "[\(one.dropLast()),\(two.dropLast())]")
    #expect(shell("undo --session B", "status --json").output == one)
    #expect(
      shell("redo --session 2", .seconds(3), "lap").message.hasSuffix(
        "choose one, as in 'laptimer lap --at 2027-01-15T08:00:03.000000000Z --session 1'."))
    #expect(
      shell("start").message == """
        Error: Sessions 1 and 2 are already running. 'laptimer stop --session 1' stops one, '--also' starts \
        another beside them.
        """)
    #expect(shell("status A").text == "running  A  00:03.0  no laps  started just now")
  }

  @Test func `in a narrow terminal a long name is cut, not the times`() {
    shell("start 'A run with a name that is too long'")
    let full = "running  A run with a name that is too long  00:00.0  no laps  started just now"
    for (columns, line) in [
      (nil, full), (100, full),
      (60, "running  A run with a n…  00:00.0  no laps  started just now"),
      (30, "running  A run w…  00:00.0  n…"),
    ] {
      shell.columns = columns
      #expect(shell("status").text == line)
    }
  }
}
