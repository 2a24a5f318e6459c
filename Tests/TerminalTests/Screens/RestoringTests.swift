import Foundation
import ProcessTestSupport
import Testing
import TimingTestSupport

struct RestoringTests {
  private func running() throws -> (RealLog, PseudoTerminal) {
    let (log, terminal) = try RealLog.started()
    expect(terminal, isRestored: false)
    return (log, terminal)
  }

  private func expect(_ terminal: PseudoTerminal, isRestored: Bool) {
    #expect(terminal.isCooked == isRestored)
    #expect(terminal.screen.isAlternate != isRestored)
    #expect(terminal.screen.bracketsPastes != isRestored)
    #expect(terminal.screen.showsCursor || !isRestored)
  }

  @Test(arguments: [["watch", "1"], ["replay", "1", "--speed", "0.001"]])
  func `Ctrl-C restores the terminal and exits with 130`(words: [String]) throws {
    let log = try RealLog()
    try log.run("start", "--ago", "1h")
    try log.run("lap")
    let terminal = try PseudoTerminal([Child.laptimer] + words, environment: log.environment)
    try terminal.expect("space ")
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exit(130))
    expect(terminal, isRestored: true)
    #expect(terminal.screen.lines.allSatisfy { $0.isEmpty }, "the announced end is no error")
  }

  @Test(arguments: [SIGTERM, SIGQUIT, SIGHUP])
  func `a signal ends the program and restores the terminal`(number: Int32) throws {
    let (log, terminal) = try running()
    defer { withExtendedLifetime(log) {} }
    terminal.signal(number)
    #expect(try terminal.waitForEnd() == .signal(number))
    expect(terminal, isRestored: true)
  }

  @Test func `the program ends when its terminal is closed`() throws {
    let (log, terminal) = try running()
    terminal.hangUp()
    // The program notices either the end of its input or the signal first.
    #expect(try [.exit(0), .signal(SIGHUP)].contains(terminal.waitForEnd()))
    #expect(try log.run("status").output.contains("running"))
  }

  @Test func `an ignored signal, as under nohup, does not end the program`() throws {
    let log = try RealLog()
    let terminal = try PseudoTerminal(
      ["/bin/sh", "-c", "trap '' HUP; exec '\(Child.laptimer)' watch --start"],
      environment: log.environment)
    try terminal.expect("no laps")
    terminal.signal(SIGHUP)
    try terminal.type("l", expecting: "1 lap")
    try terminal.quit()
    expect(terminal, isRestored: true)
  }

  @Test func `a failure of the log restores the terminal`() throws {
    let (log, terminal) = try running()
    // The program must not restore one of these files of an open log from the others.
    try terminal.whileStopped {
      for end in ["-shm", "-wal", ""] {
        let file = try #require(FileHandle(forUpdatingAtPath: log.folder + "/laptimer.db" + end))
        let size = try file.seekToEnd()
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(repeating: 0x58, count: Int(size)))
        try file.close()
      }
    }
    terminal.type("l")
    #expect(try [.exit(65), .exit(74)].contains(terminal.waitForEnd()))
    expect(terminal, isRestored: true)
  }

  @Test func `Ctrl-Z suspends the program, and fg restores the screen`() throws {
    let log = try RealLog()
    let program = Child.laptimer
    let terminal = try PseudoTerminal(
      [
        "/bin/bash", "-c",
        """
        set -m
        '\(program)' watch --start
        echo "stopped: $?"
        read -r line
        fg >/dev/null
        echo "ended: $?"
        """,
      ], environment: log.environment)
    try terminal.expect("no laps")
    // The lap key comes first, so the program handles it before Ctrl-Z.
    try terminal.type("l\u{1A}", expecting: "stopped: 148")
    expect(terminal, isRestored: true)
    try log.run("lap", "meanwhile")
    try terminal.type("\n", expecting: "2 laps", "meanwhile")
    expect(terminal, isRestored: false)
    try terminal.type("l", expecting: "3 laps")
    try terminal.type("q", expecting: "ended: 0")
    expect(terminal, isRestored: true)
    #expect(try terminal.waitForEnd() == .exit(0))
  }

  @Test func `a killed screen loses no lap that it showed`() throws {
    var seed = Seed()
    var (acknowledged, lost) = (0, 0)
    for _ in 0..<Effort.times(5, long: 500) {
      let (log, terminal) = try RealLog.started()
      try terminal.type("l", expecting: "1 lap")
      terminal.type("llllllll")
      let moment = Date(timeIntervalSinceNow: .random(in: 0...0.02, using: &seed))
      _ = terminal.process.wait(until: moment)
      terminal.signal(SIGKILL)
      #expect(try terminal.waitForEnd() == .signal(SIGKILL))
      let match = terminal.screen.text.firstMatch(of: /(\d+) laps?\b/)
      let shown = max(1, match.flatMap { Int($0.1) } ?? 1)
      let laps = try log.events().count { $0 == "lapped" }
      #expect((shown...9).contains(laps), "\(shown) shown, \(laps) there, \(seed)")
      #expect(try log.run("lap").output.hasPrefix("\(laps + 1)) "), "\(seed)")
      #expect(try log.run("check").exit == 0, "\(seed)")
      acknowledged += shown
      lost += max(0, shown - laps)
    }
    print("kill -9 of a screen: \(acknowledged) laps shown, \(lost) lost, \(seed)")
  }
}
