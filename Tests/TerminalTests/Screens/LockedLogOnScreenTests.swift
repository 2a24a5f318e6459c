import CSQLite
import Foundation
import ProcessTestSupport
import SQLite
import Testing

struct LockedLogOnScreenTests {
  private let log: RealLog

  init() throws { log = try RealLog() }

  /// A running session on a screen, and a connection that holds the lock of its log.
  private func lockedScreen() throws -> (terminal: PseudoTerminal, other: Connection) {
    let terminal = try log.screen("watch", "--start", columns: 400)
    try terminal.expect("no laps")
    return (terminal, try lock())
  }

  private func lock() throws -> Connection {
    let other = try Connection(path: log.folder + "/laptimer.db", flags: SQLITE_OPEN_READWRITE)
    try other.execute("BEGIN IMMEDIATE")
    return other
  }

  /// Quits while keys wait, ends the lock, and returns the printed commands after running them.
  private func commandsAtEnd(of terminal: PseudoTerminal, _ other: Connection) throws -> [String] {
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(75))
    other.rollBack()
    let commands = String(decoding: terminal.received, as: UTF8.self).split(separator: "\r\n")
      .filter { $0.hasPrefix("  laptimer ") }.map(String.init)
    for command in commands {
      let words = command.replacing("  laptimer", with: "'\(Child.laptimer)'", maxReplacements: 1)
      #expect(try Child(["/bin/sh", "-c", words], environment: log.environment).end() == .exit(0))
    }
    return commands
  }

  /// The wall clock, in ns since 1970.
  private var now: Int { Int(Date().timeIntervalSince1970 * 1e9) }

  /// Expects two events after the first, with times between three moments in a column.
  private func expectTimes(_ column: String, between moments: [Int]) throws {
    let query = "SELECT \(column) FROM events WHERE position > 1 ORDER BY \(column)"
    let times = try log.run("query", "--format", "csv", query).output
      .split(separator: "\n").dropFirst().compactMap { Int($0) }
    try #require(times.count == 2)
    #expect(moments[0] <= times[0] && times[0] <= moments[1])
    #expect(moments[1] <= times[1] && times[1] <= moments[2])
  }

  @Test func `keys wait for the end of the lock, also after q, and keep their order`() throws {
    let (terminal, other) = try lockedScreen()
    let begin = now
    terminal.type("l")
    try terminal.expect("1 key waits to be recorded. Another process has locked the log.")
    let between = now
    try terminal.type("mthe pit\r", expecting: "2 keys wait to be recorded.")
    let end = now
    other.rollBack()
    try terminal.expect("1 lap", "the pit")
    try terminal.expectNo("to be recorded")
    #expect(try log.events() == ["started", "lapped", "timestamped"])
    for column in ["at", "recorded_at"] { try expectTimes(column, between: [begin, between, end]) }
    let next = try lock()
    try terminal.type("l", expecting: "1 key waits")
    terminal.type("q")
    try terminal.waitUntilRead()
    next.rollBack()
    #expect(try terminal.waitForEnd() == .exit(0))
    #expect(try log.events() == ["started", "lapped", "timestamped", "lapped"])
  }

  @Test func `keys that wait at the end of a longer lock are printed as commands`() throws {
    let (terminal, other) = try lockedScreen()
    let begin = now
    try terminal.type("l", expecting: "1 key waits")
    let between = now
    // The time of the timestamp is that of the key m.
    terminal.type("m")
    try terminal.waitUntilRead()
    let end = now
    try terminal.type("the pit\r", expecting: "2 keys wait")
    let lines = try commandsAtEnd(of: terminal, other)
    let output = String(decoding: terminal.received, as: UTF8.self)
    #expect(output.contains("Error: The events of 2 keys are not saved. Another process has "))
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("  laptimer lap --session number:1 --at 2"))
    #expect(lines[1].hasSuffix(" 'the pit'"))
    #expect(try log.events() == ["started", "lapped", "timestamped"])
    try expectTimes("at", between: [begin, between, end])
  }

  @Test func `a start and a lap after it are printed as commands`() throws {
    try log.run("start", "Run", "--laps", "1")
    try log.run("lap")
    let terminal = try log.screen("watch", columns: 400)
    try terminal.expect("finished")
    let other = try lock()
    try terminal.type(" ", expecting: "1 key waits")
    try terminal.type("l", expecting: "2 keys wait")
    let lines = try commandsAtEnd(of: terminal, other)
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("  laptimer start --laps 1 --at 2"))
    #expect(lines[1].hasPrefix("  laptimer lap --at 2"))
    #expect(try log.run("list", "--format", "csv").output.contains("2,"))
    #expect(try log.events() == ["started", "lapped", "started", "lapped"])
  }

  @Test func `a lap after a skip, and a name, are printed as commands`() throws {
    try log.run("start", "--course", "park", "--segments", "Out,Hill,-Home")
    let terminal = try log.screen("watch", columns: 400)
    try terminal.expect("Out")
    let other = try lock()
    try terminal.type("kl", expecting: "1 key waits")
    try terminal.type("n-1\r", expecting: "2 keys wait")
    let lines = try commandsAtEnd(of: terminal, other)
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("  laptimer lap --session number:1 '--segment=Hill' --at 2"))
    #expect(lines[1] == "  laptimer name --session number:1 -- -1")
    #expect(try log.run("show", "--format", "csv").output.contains("Hill"))
    #expect(try log.events() == ["started", "lapped", "named"])
  }

  @Test func `a crossing, an assignment and a wave that wait are printed as commands`() throws {
    try log.run("start", "--race", "20 laps")
    try log.run("enter", "17")
    try log.run("enter", "4", "--wave", "B")
    try log.run("cross")
    let terminal = try log.screen("watch", columns: 400)
    try terminal.expect("0-9 Enter cross")
    let other = try lock()
    try terminal.type("17\r", expecting: "1 key waits")
    try terminal.type("w", expecting: "2 keys wait")
    try terminal.type("a4\r", expecting: "3 keys wait")
    let lines = try commandsAtEnd(of: terminal, other)
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("  laptimer cross --session number:1 --at 2"))
    #expect(lines[1].hasPrefix("  laptimer wave --session number:1 --at 2"))
    #expect(lines[2].hasPrefix("  laptimer assign --session number:1 @"))
    #expect(lines[0].hasSuffix(" 17") && lines[1].hasSuffix(" B") && lines[2].hasSuffix(" 4"))
    #expect(try log.events().suffix(3) == ["crossed", "wave_started", "assigned"])
  }

  @Test func `the command for a start that is not saved has its race and its entries`() throws {
    try log.run("start")
    let entries = log.folder + "/r.csv"
    try "bib\n17\n".write(toFile: entries, atomically: true, encoding: .utf8)
    let other = try lock()
    let terminal = try log.screen(
      "watch", "--start", "--also", "--name", "Second", "--race", "20 laps", "--entries", entries,
      columns: 400)
    #expect(try terminal.waitForEnd() == .exit(75))
    other.rollBack()
    let output = String(decoding: terminal.received, as: UTF8.self)
    let start = "laptimer watch --start --also --name Second --race '20 laps' --entries \(entries)"
    #expect(output.contains("\(start) --at 2"))
  }
}
