import ProcessTestSupport
import Testing

struct CorrectingOnScreenTests {
  private let up = "\u{1B}[A"
  private let down = "\u{1B}[B"

  @Test func `a lap is renamed and removed, and the messages name it`() throws {
    let (log, terminal) = try RealLog.started()
    for count in ["1 lap", "2 laps", "3 laps"] {
      terminal.type("l")
      try terminal.expect(count)
    }
    try terminal.type(down, expecting: "▸3) 00:0")
    try terminal.type(down, expecting: "▸2) 00:0", "a move  n rename  d remove  esc back")
    try terminal.type("nHill\r", expecting: "Renamed lap 2, 00:0", ", to \"Hill\".")
    try terminal.type("d", expecting: "Removed lap 2, 00:0", "2 laps")
    try terminal.type("u", expecting: "Took back the removal of lap 2, 00:0")
    try terminal.type("r", expecting: "Restored the removal of lap 2, 00:0")
    try terminal.type("u\u{1B}", expecting: "3 laps")
    try terminal.type("\(down)a-1h\r", expecting: "before the start")
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
    try first.expect("no session yet", "space start  c countdown  ? help  q quit")
    let second = try log.screen("watch")
    try second.expect("no session yet")
    try first.type("lu", expecting: "Not started: space starts.")
    try first.type(" ", expecting: "session 1", "space stop")
    try second.expect("session 1", "space stop")
    second.type("l")
    try first.expect("1 lap")
    try first.quit()
  }

  @Test func `if all sessions are discarded, the screen offers a start`() throws {
    let log = try RealLog()
    try log.run("start")
    try log.run("discard", "1")
    let terminal = try log.screen("watch")
    try terminal.expect("no session yet")
    try terminal.type(" ", expecting: "session 2")
  }

  @Test func `watch --start accepts the options of start`() throws {
    let log = try RealLog()
    let terminal = try log.screen(
      "watch", "--start", "--name", "Run", "--course", "golf", "--segments", "Hole 1,Hole 2",
      "--tag", "cup")
    try terminal.expect("Run  session 1", "#cup", "• Hole 1")
    try terminal.type("ll", expecting: "finished", "space start next")
    try terminal.type(" ", expecting: "Run  session 2", "golf  attempt 2", "best possible")
    try terminal.type("l", expecting: "1 lap")
    #expect(try log.run("list", "--json").output.contains(#""session":2"#))
    #expect(try log.run("show", "2").output.contains("course \"golf\""))
  }

  @Test func `a finish that is the personal best shows the improvement`() throws {
    let log = try RealLog()
    try log.run("start", "--course", "wood", "--segments", "Cave", "--ago", "30s")
    try log.run("lap")
    let terminal = try log.screen("watch", "--start", "--course", "wood")
    try terminal.expect("• Cave")
    try terminal.type("l", expecting: "Finished, personal best by 00:")
    terminal.type("l")
    try terminal.expectNo("personal best")
  }

  @Test func `after undo of the start of the next session, the screen shows the previous one`()
    throws
  {
    let log = try RealLog()
    let terminal = try log.screen("watch", "--start", "--laps", "1")
    try terminal.expect("session 1")
    try terminal.type("l", expecting: "finished")
    try terminal.type(" ", expecting: "session 2")
    try terminal.type("uy", expecting: "session 1", "finished")
    try terminal.type("a", expecting: "Choose a lap with the arrows first")
  }

  @Test func `options of a start require --start`() throws {
    let log = try RealLog()
    try log.run("start")
    for option in [["--laps", "3"], ["--also"], ["--tag", "a"], ["--name", "x"]] {
      let terminal = try PseudoTerminal(
        [Child.laptimer, "watch"] + option, environment: log.environment)
      try terminal.expect("'\(option[0])' needs '--start'")
      #expect(try terminal.waitForEnd() == .exit(64))
    }
  }

  @Test func `keys.debounce makes repeated lap keys one press`() throws {
    let log = try RealLog()
    try log.configure("keys.debounce = 1h")
    let terminal = try log.screen("watch", "--start")
    try terminal.expect("no laps")
    try terminal.type("lllm\r", expecting: "just now mark")
    #expect(try log.events() == ["started", "lapped", "timestamped"])
  }
}
