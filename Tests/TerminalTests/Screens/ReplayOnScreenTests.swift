import ProcessTestSupport
import Testing

/// A replay in a real terminal.
struct ReplayOnScreenTests {
  @Test func `space pauses, arrows move by events, and an undone lap is shown until its undo`()
    throws
  {
    let log = try RealLog()
    try log.run("start", "Tempo run", "--ago", "1h")
    try log.run("lap", "first", "--ago", "50m")
    try log.run("lap", "false", "--ago", "40m")
    try log.run("undo")
    try log.run("stop")
    let terminal = try log.screen("replay", "1")
    try terminal.expect("of 5  1x")
    try terminal.type(" ", expecting: "space play")
    try terminal.type("\u{1B}OH", expecting: "event 1 of 5")
    try terminal.type("\u{1B}[C", expecting: "event 2 of 5", "first")
    try terminal.type("\u{1B}[C", expecting: "false")
    terminal.type("\u{1B}[C")
    try terminal.expectNo("false")
    try terminal.type("\u{1B}[D", expecting: "false")
    // The commands above took some seconds, so the position is not exact.
    try terminal.type("[", expecting: "─  19:5")
    try terminal.type("\u{1B}[1;2D", expecting: "─  19:4")
    try terminal.type("]]", expecting: "─  20:0")
    try terminal.type("++-", expecting: "of 5  2x")
    try terminal.type("\u{1B}OF", expecting: "event 5 of 5", "stopped")
    try terminal.type("?", expecting: "pause or play")
    try terminal.type("x", expecting: "event 5 of 5")
    try terminal.quit()
    #expect(terminal.isCooked)
    #expect(try log.events().count == 5)
  }
}
