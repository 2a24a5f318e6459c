import ProcessTestSupport
import Testing

struct KeysOnScreenTests {
  @Test func `space starts, stops and resumes; l and Enter record laps`() throws {
    let log = try RealLog()
    let terminal = try log.screen("watch", "--start", "--name", "Tempo run")
    try terminal.expect("Tempo run  session 1", "no laps")
    try terminal.expect("space stop  l lap  m mark  u undo  n name  ? help  q quit")
    try terminal.type("l", expecting: "1 lap")
    try terminal.type("\r", expecting: "2 laps", " 2) 00:")
    try terminal.type(" ", expecting: "stopped")
    try terminal.expect("space resume  m mark  u undo  s start next  n name  ? help  q quit")
    try terminal.type("l", expecting: "Stopped: space resumes.")
    try terminal.type(" ", expecting: "space stop")
    try terminal.quit()
    #expect(try log.run("status").output.contains("running"))
  }

  @Test func `while another session runs, start is not shown, and space says why`() throws {
    let log = try RealLog()
    try log.run("start")
    try log.run("start", "--also")
    try log.run("undo")
    let terminal = try log.screen("watch", "2", columns: 160)
    try terminal.expect("the controls without a start") {
      $0.lines[23] == "m mark  r redo  n name  ? help  q quit"
    }
    terminal.type(" ")
    let words = "'laptimer start --session 2 --also' starts this one beside it."
    try terminal.expect("Session 1 has been running for 00:0")
    try terminal.expect("'laptimer stop --session 1' stops it, " + words)
    try log.run("stop", "--session", "1")
    try terminal.expect("space start")
    try terminal.type(" ", expecting: "space stop")
  }

  @Test func `m records a timestamp with a typed label`() throws {
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
  }

  @Test func `the name form updates first, last and full name as they are typed`() throws {
    let (log, terminal) = try RealLog.started()
    try terminal.type("nAda\tLovelace", expecting: "full name   Ada Lovelace")
    try terminal.type("\t\u{15}Grace Hopper", expecting: "first name  Grace", "last name   Hopper")
    try terminal.type("\r", expecting: "running  Grace Hopper")
    #expect(try log.events() == ["started", "identified"])
    #expect(try log.run("list").output.contains("Grace Hopper"))
    #expect(try log.run("show").output.contains("people: Grace Hopper"))
    let people = #""people":[{"first":"Grace","last":"Hopper","full":"Grace Hopper"}]"#
    #expect(try log.run("list", "--json").output.contains(people))
    #expect(try log.run("show", "--json").output.contains(people))
    let query = "SELECT people ->> '$[0].full' AS full FROM sessions"
    #expect(try log.run("query", "--format", "csv", query).output == "full\nGrace Hopper\n")
    try terminal.type("n", expecting: "first name  Grace")
    try terminal.type("x\u{1B}", expecting: "running  Grace Hopper")
  }

  @Test func `c starts a countdown that refuses a lap, and u cancels it`() throws {
    let log = try RealLog()
    try log.run("start")
    try log.run("undo")
    let terminal = try log.screen("watch", "--countdown", "1h", rows: 8)
    try terminal.expect("space start  c countdown")
    try terminal.type("c", expecting: "1:00:00 starts in", "u undo  q quit")
    try terminal.type("l", expecting: "Counting down: u cancels the start.")
    try terminal.type("u", expecting: "ready")
    #expect(try log.events() == ["started", "reverted", "started", "reverted"])
  }

  @Test func `watch --start --countdown starts with a countdown`() throws {
    let log = try RealLog()
    let terminal = try log.screen("watch", "--start", "--countdown", "1h", rows: 8)
    try terminal.expect("1:00:00 starts in")
    #expect(try log.run("lap").exit == 1)
    #expect(try log.events() == ["started"])
  }

  @Test func `in the hold-off only quit works`() throws {
    let log = try RealLog()
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
    let clock = second.screen.lines[0].prefix { $0 != " " }
    #expect(try log.run("status").output.contains(clock))
  }
}
