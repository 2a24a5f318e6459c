import Glibc
import ProcessTestSupport
import Testing

/// The lines of `watch --json`, one for each change.
struct WatchLinesTests {
  @Test func `with a stopped clock each event prints a line, and Ctrl-C ends the program`() throws {
    let log = try RealLog()
    try log.run("start", "Tempo run", "--at", "2026-01-02T10:00:00Z")
    try log.run("lap", "--at", "2026-01-02T10:00:00.5Z")
    try log.run("stop", "--at", "2026-01-02T10:00:00.9Z")
    let terminal = try log.screen(
      "watch", "--json", "--precision", "0", columns: 600, rows: 10)
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
    let log = try RealLog()
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
    let log = try RealLog()
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
}
