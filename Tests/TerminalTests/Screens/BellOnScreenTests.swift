import ProcessTestSupport
import Testing

/// The bell of a real terminal.
struct BellOnScreenTests {
  private func rings(_ terminal: PseudoTerminal) -> Int { terminal.received.count { $0 == 7 } }

  /// Records a session of two laps on a screen up to its finish.
  private func finish(_ log: RealLog, _ options: String...) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      [Child.laptimer, "watch", "--start", "--laps", "2"] + options,
      environment: log.environment)
    try terminal.expect("no laps")
    try terminal.type("ll", expecting: "finished")
    try terminal.quit()
    return terminal
  }

  @Test func `the bell rings at a finish with --bell, or if configured`() throws {
    let log = try RealLog()
    #expect(rings(try finish(log)) == 0)
    #expect(rings(try finish(log, "--bell")) == 1)
    try log.configure("keys.debounce = 0\nbell = on")
    #expect(rings(try finish(log)) == 1)
    try log.configure("keys.debounce = 0\nbell = off")
    #expect(rings(try finish(log)) == 0)
  }

  @Test func `a replay rings only with --bell, and a pipe never`() throws {
    let log = try RealLog()
    try log.run("start", "--laps", "2", "--ago", "60")
    for age in ["30", "10"] { try log.run("lap", "--ago", age) }
    try log.configure("bell = on")
    for (options, count) in [([], 0), (["--bell"], 1)] {
      let terminal = try PseudoTerminal(
        [Child.laptimer, "replay", "1", "--speed", "100"] + options,
        environment: log.environment)
      try terminal.expect("finished")
      try terminal.quit()
      #expect(rings(terminal) == count, "\(options)")
    }
    let lines = try log.run("replay", "1", "--speed", "max", "--bell")
    #expect(lines.exit == 0)
    #expect(!lines.output.utf8.contains(7))
  }
}
