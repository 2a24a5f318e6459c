import Glibc
import ProcessTestSupport
import Testing

struct ReplayOnScreenTests {
  private let log: RealLog

  init() throws { log = try RealLog() }

  @Test func `space pauses, arrows move by events; an undone lap is shown until its undo`() throws {
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
    try terminal.type("++-", expecting: "of 5  2x")
    try terminal.type("\u{1B}OF", expecting: "event 5 of 5", "stopped")
    try terminal.type("?", expecting: "pause or play")
    try terminal.type("x", expecting: "event 5 of 5")
    try terminal.quit()
    #expect(terminal.isCooked)
    #expect(try log.events().count == 5)
  }

  private func rings(_ terminal: PseudoTerminal) -> Int { terminal.received.count { $0 == 7 } }

  /// Records a session of two laps on a screen up to its finish.
  private func finish(_ log: RealLog, _ options: String...) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      [Child.laptimer, "watch", "--start", "--laps", "2"] + options, environment: log.environment)
    try terminal.expect("no laps")
    try terminal.type("ll", expecting: "finished")
    try terminal.quit()
    return terminal
  }

  @Test func `the bell rings at a finish with --bell, or if configured`() throws {
    #expect(rings(try finish(log)) == 0)
    #expect(rings(try finish(log, "--bell")) == 1)
    try log.configure("keys.debounce = 0\nbell = on")
    #expect(rings(try finish(log)) == 1)
    try log.configure("keys.debounce = 0\nbell = off")
    #expect(rings(try finish(log)) == 0)
  }

  @Test func `a replay rings only with --bell, and a pipe never`() throws {
    try log.run("start", "--laps", "2", "--ago", "60")
    for age in ["30", "10"] { try log.run("lap", "--ago", age) }
    try log.configure("bell = on")
    for (options, count) in [([], 0), (["--bell"], 1)] {
      let terminal = try PseudoTerminal(
        [Child.laptimer, "replay", "1", "--speed", "100"] + options, environment: log.environment)
      try terminal.expect("finished")
      try terminal.quit()
      #expect(rings(terminal) == count, "\(options)")
    }
    let lines = try log.run("replay", "1", "--speed", "max", "--bell")
    #expect(lines.exit == 0)
    #expect(!lines.output.utf8.contains(7))
  }

  @Test func `with a stopped clock each event prints a line, and Ctrl-C ends the program`() throws {
    try log.run("start", "Tempo run", "--at", "2026-01-02T10:00:00Z")
    try log.run("lap", "--at", "2026-01-02T10:00:00.5Z")
    try log.run("stop", "--at", "2026-01-02T10:00:00.9Z")
    let terminal = try log.screen("watch", "--json", "--precision", "0", columns: 600, rows: 10)
    try terminal.expect(#""phase":"stopped""#, #""header":"1 lap""#)
    #expect(terminal.screen.text.contains(#""split":"00:00","lap":"00:00""#))
    #expect(terminal.screen.text.contains(#""running_time":"00:00""#))
    try log.run("mark", "pit")
    try terminal.expect(#""events":4"#)
    #expect(terminal.screen.lines.filter { !$0.isEmpty }.count == 2)
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exit(130))
  }

  @Test func `other sessions print nothing`() throws {
    try log.run("start")
    try log.run("undo")
    let terminal = try log.screen("watch", "--json", "1", columns: 600, rows: 10)
    try terminal.expect(#""phase":"ready""#)
    try log.run("start")
    try log.run("stop")
    try log.run("mark", "pit", "--session", "1")
    try terminal.expect(#""events":3"#)
    #expect(terminal.screen.lines.filter { !$0.isEmpty }.count == 2)
  }

  @Test func `a running clock prints a line each tenth of a second`() throws {
    try log.run("start")
    let terminal = try log.screen("watch", "--json", columns: 600, rows: 10)
    for _ in 0..<3 {
      let before = terminal.screen.text
      try terminal.expect("another line") { $0.text != before }
    }
    try terminal.expect(#""phase":"running""#)
    terminal.signal(SIGINT)
    #expect(try terminal.waitForEnd() == .exit(130))
  }

  @Test func `a slow pipe shows its progress, which is cleared afterwards`() throws {
    try log.run("start")
    let export = try log.run("export").output
    let pipe = log.folder + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let terminal = try PseudoTerminal(
      ["/bin/sh", "-c", "exec \"$0\" import - < \(pipe)", Child.laptimer],
      environment: ["LAPTIMER_DB": log.folder + "/other.db"])
    let file = open(pipe, O_WRONLY | O_CLOEXEC)
    try #require(file >= 0)
    try terminal.expect("Reading standard input: 0 bytes")
    let bytes = Array(export.utf8)
    write(file, bytes, bytes.count - 1)
    try terminal.expect("Reading standard input: \(bytes.count - 1) bytes")
    write(file, [bytes[bytes.count - 1]], 1)
    close(file)
    #expect(try terminal.waitForEnd() == .exit(0))
    #expect(terminal.screen.lines[0].hasPrefix("Imported 1 event: "))
    #expect(terminal.screen.lines[1] == "")
  }
}
