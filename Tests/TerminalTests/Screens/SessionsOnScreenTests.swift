import ProcessTestSupport
import Testing

/// Several sessions in a real terminal.
struct SessionsOnScreenTests {
  @Test func `with several running sessions, watch shows a board, and digits record their laps`()
    throws
  {
    let log = try RealLog()
    try log.run("start", "Ada")
    try log.run("start", "Grace", "--also")
    let terminal = try log.screen("watch")
    try terminal.expect("2 sessions", "1-9 lap")
    try terminal.type("2", expecting: "2 Grace: lap 1, ", " 1   2 Grace")
    try log.run("start", "Joan", "--also")
    try terminal.expect("3 Joan")
    try terminal.type("3", expecting: "3 Joan: lap 1, ")
    try terminal.type("u", expecting: "Took back lap 1, ")
    try log.run("lap", "--session", "1")
    try terminal.expect("1 Ada                     1 ")
    try terminal.quit()
    #expect(try log.events().count { $0 == "lapped" } == 3)
  }

  @Test func `once another process starts a second session, watch becomes the board`() throws {
    let log = try RealLog()
    try log.run("start", "Ada")
    let terminal = try log.screen("watch")
    try terminal.expect("space stop")
    try terminal.type("m", expecting: "mark:")
    terminal.type("wa")
    try log.run("start", "Grace", "--also")
    try log.run("lap", "--session", "Ada")
    try terminal.expect("1 lap")
    try terminal.type("ter\r", expecting: "2 sessions")
    // The session stays chosen, so that its keys still work.
    try terminal.type("l", expecting: "1 Ada: lap 2, ")
    try terminal.type(" ", expecting: "1 running")
    try log.run("stop", "--session", "Grace")
    try terminal.expectNo("1 running")
    try terminal.expect("2 sessions")
    try terminal.quit()
    #expect(
      try log.run("query", "--format", "csv", "SELECT label FROM timestamps").output
        == "label\nwater\n")
  }

  @Test func `a session that the user names stays on the screen, and so does a race`() throws {
    let log = try RealLog()
    try log.run("start", "Ada")
    let named = try log.screen("watch", "Ada")
    try named.expect("space stop")
    try log.run("start", "Crit", "--also", "--race", "9 laps")
    try log.run("stop", "--session", "Ada")
    try named.expect("space resume")
    let race = try log.screen("watch")
    try race.expect("9 laps")
    try log.run("resume", "--session", "Ada")
    try log.run("enter", "17", "Joan", "--session", "Crit")
    try race.expect("17 Joan")
    try named.expect("space stop")
    #expect(!named.screen.text.contains("2 sessions"))
    #expect(!race.screen.text.contains("2 sessions"))
  }

  @Test func `warnings about the configuration are outside the screen`() throws {
    let log = try RealLog()
    try log.configure("bell = loud\nkeys.lap = space\nagainst = nobody")
    let terminal = try log.screen("watch", "--start")
    try terminal.expect("l stop  space lap")
    #expect(!terminal.screen.text.contains("Note:"))
    try terminal.type(" ", expecting: "1 lap")
    try terminal.type("l", expecting: "l resume")
    try terminal.type(" ", expecting: "Stopped: l resumes.")
    try terminal.quit()
    #expect(terminal.screen.text.contains("line 1 is ignored"))
    #expect(terminal.screen.text.contains("line 3 is ignored"))
  }
}
