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
    terminal.type(" ")
    try terminal.expect("space play")
    terminal.type("\u{1B}OH")
    try terminal.expect("event 1 of 5")
    terminal.type("\u{1B}[C")
    try terminal.expect("event 2 of 5")
    try terminal.expect("first")
    terminal.type("\u{1B}[C")
    try terminal.expect("false")
    terminal.type("\u{1B}[C")
    try terminal.expectNo("false")
    terminal.type("\u{1B}[D")
    try terminal.expect("false")
    // The commands above took some seconds, so the position is not exact.
    terminal.type("[")
    try terminal.expect("─  19:5")
    terminal.type("\u{1B}[1;2D")
    try terminal.expect("─  19:4")
    terminal.type("]]")
    try terminal.expect("─  20:0")
    terminal.type("++-")
    try terminal.expect("of 5  2x")
    terminal.type("\u{1B}OF")
    try terminal.expect("event 5 of 5")
    try terminal.expect("stopped")
    terminal.type("?")
    try terminal.expect("pause or play")
    terminal.type("x")
    try terminal.expect("event 5 of 5")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(0))
    #expect(terminal.isCooked)
    #expect(try log.events().count == 5)
  }
}
