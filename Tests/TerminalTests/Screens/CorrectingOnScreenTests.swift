import ProcessTestSupport
import Testing

/// Corrections and consecutive sessions in a real terminal.
struct CorrectingOnScreenTests {
  private let up = "\u{1B}[A"
  private let down = "\u{1B}[B"

  @Test func `a lap is renamed and removed, and the messages name it`() throws {
    let log = try RealLog()
    let terminal = try log.screen("watch", "--start")
    try terminal.expect("no laps")
    for count in ["1 lap", "2 laps", "3 laps"] {
      terminal.type("l")
      try terminal.expect(count)
    }
    terminal.type(down)
    try terminal.expect("▸3) 00:0")
    terminal.type(down)
    try terminal.expect("▸2) 00:0")
    try terminal.expect("a move  n rename  d remove  esc back")
    terminal.type("nHill\r")
    try terminal.expect("Renamed lap 2, 00:0")
    try terminal.expect(", to \"Hill\".")
    terminal.type("d")
    try terminal.expect("Removed lap 2, 00:0")
    try terminal.expect("2 laps")
    terminal.type("u")
    try terminal.expect("Took back the removal of lap 2, 00:0")
    terminal.type("r")
    try terminal.expect("Restored the removal of lap 2, 00:0")
    terminal.type("u\u{1B}")
    try terminal.expect("3 laps")
    terminal.type("\(down)a-1h\r")
    try terminal.expect("before the start")
    #expect(
      try log.events() == [
        "started", "lapped", "lapped", "lapped", "amended", "removed", "reverted", "reverted",
        "reverted",
      ])
    #expect(try log.run("check").exit == 0)
  }

  @Test func `an empty log offers the start, and shows a session of another process`() throws {
    let log = try RealLog()
    let first = try log.screen("watch")
    try first.expect("no session yet")
    try first.expect("space start  c countdown  ? help  q quit")
    let second = try log.screen("watch")
    try second.expect("no session yet")
    first.type("lu")
    try first.expect("Not started: space starts.")
    first.type(" ")
    try first.expect("session 1")
    try first.expect("space stop")
    try second.expect("session 1")
    try second.expect("space stop")
    second.type("l")
    try first.expect("1 lap")
    first.type("q")
    #expect(try first.waitForEnd() == .exit(0))
  }

  @Test func `if all sessions are discarded, the screen offers a start`() throws {
    let log = try RealLog()
    try log.run("start")
    try log.run("discard", "1")
    let terminal = try log.screen("watch")
    try terminal.expect("no session yet")
    terminal.type(" ")
    try terminal.expect("session 2")
  }

  @Test func `watch --start accepts the options of start`() throws {
    let log = try RealLog()
    let terminal = try log.screen(
      "watch", "--start", "--name", "Run", "--course", "golf", "--segments", "Hole 1,Hole 2",
      "--tag", "cup")
    try terminal.expect("Run  session 1")
    try terminal.expect("#cup")
    try terminal.expect("• Hole 1")
    terminal.type("ll")
    try terminal.expect("finished")
    try terminal.expect("space start next")
    terminal.type(" ")
    try terminal.expect("Run  session 2")
    try terminal.expect("golf  attempt 2")
    try terminal.expect("best possible")
    terminal.type("l")
    try terminal.expect("1 lap")
    #expect(try log.run("list", "--json").output.contains(#""session":2"#))
    #expect(try log.run("show", "2").output.contains("course \"golf\""))
  }

  @Test func `a finish that is the personal best shows the improvement`() throws {
    let log = try RealLog()
    try log.run("start", "--course", "wood", "--segments", "Cave", "--ago", "30s")
    try log.run("lap")
    let terminal = try log.screen("watch", "--start", "--course", "wood")
    try terminal.expect("• Cave")
    terminal.type("l")
    try terminal.expect("Finished, personal best by 00:")
    terminal.type("l")
    try terminal.expectNo("personal best")
  }

  @Test func `after undo of the start of the next session, the screen shows the previous one`()
    throws
  {
    let log = try RealLog()
    let terminal = try log.screen("watch", "--start", "--laps", "1")
    try terminal.expect("session 1")
    terminal.type("l")
    try terminal.expect("finished")
    terminal.type(" ")
    try terminal.expect("session 2")
    terminal.type("uy")
    try terminal.expect("session 1")
    try terminal.expect("finished")
    terminal.type("a")
    try terminal.expect("Choose a lap with the arrows first")
  }

  @Test func `options of a start require --start`() throws {
    let log = try RealLog()
    try log.run("start")
    for option in [["--laps", "3"], ["--also"], ["--tag", "a"], ["--name", "x"]] {
      let terminal = try PseudoTerminal(
        [PseudoTerminal.program, "watch"] + option, environment: log.environment)
      try terminal.expect("'\(option[0])' needs '--start'")
      #expect(try terminal.waitForEnd() == .exit(64))
    }
  }

  @Test func `keys.debounce makes repeated lap keys one press`() throws {
    let log = try RealLog()
    try log.configure("keys.debounce = 1h")
    let terminal = try log.screen("watch", "--start")
    try terminal.expect("no laps")
    terminal.type("lllm\r")
    try terminal.expect("just now mark")
    #expect(try log.events() == ["started", "lapped", "timestamped"])
  }
}
