import ProcessTestSupport
import Testing

struct KeysOnScreenTests {
  private let log: RealLog

  init() throws { log = try RealLog() }

  @Test func `space starts, stops and resumes; l and Enter record laps`() throws {
    let terminal = try log.screen("watch", "--start", "--name", "Tempo run")
    try terminal.expect("Tempo run  session 1", "no laps")
    try terminal.expect("space stop  l lap  m mark  u undo  n name  p person  ? help  q quit")
    try terminal.type("l", expecting: "1 lap")
    try terminal.type("\r", expecting: "2 laps", " 2) 00:")
    try terminal.type(" ", expecting: "stopped")
    try terminal.expect(
      "space resume  m mark  u undo  s start next  n name  p person  ? help  q quit")
    try terminal.type("l", expecting: "Stopped: space resumes.")
    try terminal.type(" ", expecting: "space stop")
    try terminal.quit()
    #expect(try log.run("status").output.contains("running"))
  }

  @Test func `while another session runs, start is not shown, and space says why`() throws {
    try log.run("start")
    try log.run("start", "--also")
    try log.run("undo")
    let terminal = try log.screen("watch", "2", columns: 160)
    try terminal.expect("the controls without a start") {
      $0.lines[23] == "m mark  r redo  n name  p person  ? help  q quit"
    }
    terminal.type(" ")
    let words = "'laptimer start --session 2 --also' starts this one beside it."
    try terminal.expect("Session 1 has been running for 00:0")
    try terminal.expect("'laptimer stop --session 1' stops it, " + words)
    try log.run("stop", "--session", "1")
    try terminal.expect("space start")
    try terminal.type(" ", expecting: "space stop")
  }

  @Test func `m records a labeled timestamp, and the name form updates all names`() throws {
    let (log, terminal) = try RealLog.started()
    try terminal.type("m", expecting: "mark:")
    #expect(terminal.screen.showsCursor)
    try terminal.type("pit spot\u{7F}p", expecting: "mark: pit spop")
    try terminal.type("\r", expecting: "just now pit spop", "space stop")
    #expect(!terminal.screen.showsCursor)
    try terminal.type("mx\u{1B}", expecting: "space stop")
    let shown = try log.run("show", "--json").output
    #expect(shown.contains(#""label":"pit spop""#))
    #expect(!shown.contains(#""label":"x""#))
    try terminal.type("pAda\tLovelace", expecting: "full name   Ada Lovelace")
    try terminal.type("\t\u{15}Grace Hopper", expecting: "first name  Grace", "last name   Hopper")
    try terminal.type("\r", expecting: "running  Grace Hopper")
    #expect(try log.events() == ["started", "timestamped", "identified"])
    #expect(try log.run("show").output.contains("people: Grace Hopper"))
    let people = #""people":[{"first":"Grace","last":"Hopper","full":"Grace Hopper"}]"#
    #expect(try log.run("show", "--json").output.contains(people))
    let query = "SELECT people ->> '$[0].full' AS full FROM sessions"
    #expect(try log.run("query", "--format", "csv", query).output == "full\nGrace Hopper\n")
    try terminal.type("p", expecting: "first name  Grace")
    try terminal.type("x\u{1B}", expecting: "running  Grace Hopper")
    try terminal.type("nTrack", expecting: "name: Track")
    try terminal.type("\r", expecting: "Track  session 1")
    try terminal.type("n", expecting: "name: Track")
    try terminal.type("\r", expecting: "space stop")
    #expect(try log.events() == ["started", "timestamped", "identified", "named"])
  }

  @Test func `c or watch --start --countdown starts a countdown, and u cancels it`() throws {
    try log.run("start")
    try log.run("undo")
    let terminal = try log.screen("watch", "--countdown", "1h", rows: 8)
    try terminal.expect("space start  c countdown")
    try terminal.type("c", expecting: "1:00:00 starts in", "u undo  q quit")
    try terminal.type("l", expecting: "Counting down: u cancels the start.")
    try terminal.type("u", expecting: "ready")
    #expect(try log.events() == ["started", "reverted", "started", "reverted"])
    let other = try RealLog()
    let started = try other.screen("watch", "--start", "--countdown", "1h", rows: 8)
    try started.expect("1:00:00 starts in")
    #expect(try other.run("lap").exit == 1)
    #expect(try other.events() == ["started"])
  }

  @Test func `in the hold-off only quit works`() throws {
    let terminal = try log.screen("watch", "--start", "--hold-off", "1h")
    try terminal.expect("keys in 1:00:00  q quit")
    terminal.type(" l\rumn?q")
    #expect(try terminal.waitForEnd() == .exit(0))
    #expect(try log.events() == ["started"])
  }

  @Test func `a lap of another process appears, and two screens agree`() throws {
    let (log, first) = try RealLog.started()
    let second = try log.screen("watch", columns: 60, rows: 10)
    try second.expect("no laps")
    try log.run("lap", "from outside")
    try first.expect("from outside")
    try second.expect("from outside")
    second.type("l")
    try first.expect("2 laps")
    first.type(" ")
    try second.expect("stopped")
    try first.expect("stopped")
    #expect(try log.run("status").output.contains(second.screen.lines[0].prefix { $0 != " " }))
  }

  private let up = "\u{1B}[A"
  private let down = "\u{1B}[B"

  @Test func `a timestamp is renamed and removed, and the messages have its label`() throws {
    let (log, terminal) = try RealLog.started()
    try terminal.type("mpit\r", expecting: "pit")
    try terminal.type(down, expecting: "▸")
    try terminal.type("nstop\r", expecting: "Renamed the timestamp \"pit\" to \"pitstop\".")
    try terminal.type("d", expecting: "Removed the timestamp \"pitstop\".")
    try terminal.type("u", expecting: "Took back the removal of the timestamp \"pitstop\".")
    #expect(try log.run("check").exit == 0)
  }

  @Test func `a lap is renamed and removed, and the messages name it`() throws {
    let (log, terminal) = try RealLog.started()
    for count in ["1 lap", "2 laps", "3 laps"] { try terminal.type("l", expecting: count) }
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

  @Test func `without sessions, or if all are discarded, the screen offers the start`() throws {
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
    try log.run("discard", "1")
    let terminal = try log.screen("watch")
    try terminal.expect("no session yet")
    try terminal.type(" ", expecting: "session 2")
  }

  @Test func `watch --start accepts the options of start`() throws {
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
    try log.run("start", "--course", "wood", "--segments", "Cave", "--ago", "30s")
    try log.run("lap")
    let terminal = try log.screen("watch", "--start", "--course", "wood")
    try terminal.expect("• Cave")
    try terminal.type("l", expecting: "Finished, personal best by 00:")
    terminal.type("l")
    try terminal.expectNo("personal best")
  }

  @Test func `after undo of the next session's start, the screen shows the previous one`() throws {
    let terminal = try log.screen("watch", "--start", "--laps", "1")
    try terminal.expect("session 1")
    try terminal.type("l", expecting: "finished")
    try terminal.type(" ", expecting: "session 2")
    try terminal.type("uy", expecting: "session 1", "finished")
    try terminal.type("a", expecting: "Choose a lap with the arrows first")
  }

  @Test func `options of a start require --start`() throws {
    try log.run("start")
    for option in [["--laps", "3"], ["--also"], ["--tag", "a"], ["--name", "x"]] {
      let terminal = try PseudoTerminal(
        [Child.laptimer, "watch"] + option, environment: log.environment)
      try terminal.expect("'\(option[0])' needs '--start'")
      #expect(try terminal.waitForEnd() == .exit(64))
    }
  }

  @Test func `keys.debounce makes repeated lap keys one press`() throws {
    try log.configure("keys.debounce = 1h")
    let terminal = try log.screen("watch", "--start")
    try terminal.expect("no laps")
    try terminal.type("lllm\r", expecting: "just now mark")
    #expect(try log.events() == ["started", "lapped", "timestamped"])
  }
}
