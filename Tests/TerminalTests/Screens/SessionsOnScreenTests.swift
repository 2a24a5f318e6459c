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
    try terminal.expect("2 sessions")
    try terminal.expect("1-9 lap")
    terminal.type("2")
    try terminal.expect("2 Grace: lap 1, ")
    try terminal.expect(" 1   2 Grace")
    try log.run("start", "Joan", "--also")
    try terminal.expect("3 Joan")
    terminal.type("3")
    try terminal.expect("3 Joan: lap 1, ")
    terminal.type("u")
    try terminal.expect("Took back lap 1, ")
    try log.run("lap", "--session", "1")
    try terminal.expect("1 Ada                     1 ")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(0))
    #expect(try log.events().count { $0 == "lapped" } == 3)
  }
}
