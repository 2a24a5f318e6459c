import CSQLite
import Foundation
import ProcessTestSupport
import SQLite
import Testing

/// Keys that are pressed while another process locks the log.
struct LockedLogOnScreenTests {
  /// A running session on a screen, and a connection that holds the lock of its log.
  private func lockedScreen(
    _ log: RealLog
  ) throws -> (terminal: PseudoTerminal, other: Connection) {
    let terminal = try log.screen("watch", "--start", columns: 400)
    try terminal.expect("no laps")
    let other = try Connection(path: log.folder + "/laptimer.db", flags: SQLITE_OPEN_READWRITE)
    try other.execute("BEGIN IMMEDIATE")
    return (terminal, other)
  }

  /// The wall clock, in ns since 1970.
  private var now: Int { Int(Date().timeIntervalSince1970 * 1e9) }

  /// The sorted values of a column of all events except the first.
  private func column(_ name: String, _ log: RealLog) throws -> [Int] {
    try log.run(
      "query", "--format", "csv", "SELECT \(name) FROM events WHERE position > 1 ORDER BY \(name)"
    )
    .output.split(separator: "\n").dropFirst().compactMap { Int($0) }
  }

  @Test func `each key has the time of its press, not of the end of the lock`() throws {
    let log = try RealLog()
    let (terminal, other) = try lockedScreen(log)
    let begin = now
    terminal.type("l")
    try terminal.waitUntilRead()
    let between = now
    terminal.type("l")
    try terminal.waitUntilRead()
    let end = now
    other.rollBack()
    try terminal.expect("2 laps")
    let times = try column("recorded_at", log)
    try #require(times.count == 2)
    #expect(begin <= times[0] && times[0] <= between)
    #expect(between <= times[1] && times[1] <= end)
  }

  @Test func `keys wait for the end of the lock, and are recorded in their order`() throws {
    let log = try RealLog()
    let (terminal, other) = try lockedScreen(log)
    let begin = now
    terminal.type("l")
    try terminal.expect("1 key waits to be recorded. Another process has locked the log.")
    let between = now
    terminal.type("mthe pit\r")
    try terminal.expect("2 keys wait to be recorded.")
    let end = now
    other.rollBack()
    try terminal.expect("1 lap")
    try terminal.expect("the pit")
    try terminal.expectNo("to be recorded")
    #expect(try log.events() == ["started", "lapped", "timestamped"])
    let times = try column("at", log)
    try #require(times.count == 2)
    #expect(begin <= times[0] && times[0] <= between)
    #expect(between <= times[1] && times[1] <= end)
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(0))
  }

  @Test func `keys that wait at the end are recorded if the lock ends soon`() throws {
    let log = try RealLog()
    let (terminal, other) = try lockedScreen(log)
    terminal.type("l")
    try terminal.expect("1 key waits")
    terminal.type("q")
    try terminal.waitUntilRead()
    other.rollBack()
    #expect(try terminal.waitForEnd() == .exit(0))
    #expect(try log.events() == ["started", "lapped"])
  }

  @Test func `keys that wait at the end of a longer lock are printed as commands`() throws {
    let log = try RealLog()
    let (terminal, other) = try lockedScreen(log)
    let begin = now
    terminal.type("l")
    try terminal.expect("1 key waits")
    let between = now
    // The time of the timestamp is that of the key m.
    terminal.type("m")
    try terminal.waitUntilRead()
    let end = now
    terminal.type("the pit\r")
    try terminal.expect("2 keys wait")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(75))
    other.rollBack()
    let output = String(decoding: terminal.received, as: UTF8.self)
    #expect(output.contains("Error: The events of 2 keys are not saved. Another process has "))
    let lines = output.split(separator: "\r\n").filter { $0.hasPrefix("  laptimer ") }
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("  laptimer lap --session number:1 --at 2"))
    #expect(lines[1].hasSuffix(" 'the pit'"))
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      let label = words.count > 6 ? ["the pit"] : []
      #expect(try log.run(words[1...5] + label).exit == 0)
    }
    #expect(try log.events() == ["started", "lapped", "timestamped"])
    let times = try column("at", log)
    try #require(times.count == 2)
    #expect(begin <= times[0] && times[0] <= between)
    #expect(between <= times[1] && times[1] <= end)
  }

  @Test func `a start and a lap after it are printed as commands`() throws {
    let log = try RealLog()
    try log.run("start", "Run", "--laps", "1")
    try log.run("lap")
    let terminal = try log.screen("watch", columns: 400)
    try terminal.expect("finished")
    let other = try Connection(path: log.folder + "/laptimer.db", flags: SQLITE_OPEN_READWRITE)
    try other.execute("BEGIN IMMEDIATE")
    terminal.type(" ")
    try terminal.expect("1 key waits")
    terminal.type("l")
    try terminal.expect("2 keys wait")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(75))
    other.rollBack()
    let lines = String(decoding: terminal.received, as: UTF8.self).split(separator: "\r\n")
      .filter { $0.hasPrefix("  laptimer ") }
    try #require(lines.count == 2)
    #expect(lines[0].hasPrefix("  laptimer start --laps 1 --at 2"))
    #expect(lines[1].hasPrefix("  laptimer lap --at 2"))
    for line in lines {
      #expect(try log.run(line.split(separator: " ").dropFirst().map(String.init)).exit == 0)
    }
    #expect(try log.run("list", "--format", "csv").output.contains("2,"))
    #expect(try log.events() == ["started", "lapped", "started", "lapped"])
  }

  @Test func `a crossing, an assignment and a wave that wait are printed as commands`() throws {
    let log = try RealLog()
    try log.run("start", "--race", "20 laps")
    for words in [["17"], ["4", "--wave", "B"]] { _ = try log.run(["enter"] + words) }
    try log.run("cross")
    let terminal = try log.screen("watch", columns: 400)
    try terminal.expect("0-9 Enter cross")
    let other = try Connection(path: log.folder + "/laptimer.db", flags: SQLITE_OPEN_READWRITE)
    try other.execute("BEGIN IMMEDIATE")
    terminal.type("17\r")
    try terminal.expect("1 key waits")
    terminal.type("w")
    try terminal.expect("2 keys wait")
    terminal.type("a4\r")
    try terminal.expect("3 keys wait")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(75))
    other.rollBack()
    let lines = String(decoding: terminal.received, as: UTF8.self).split(separator: "\r\n")
      .filter { $0.hasPrefix("  laptimer ") }
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("  laptimer cross --session number:1 --at 2"))
    #expect(lines[1].hasPrefix("  laptimer wave --session number:1 --at 2"))
    #expect(lines[2].hasPrefix("  laptimer assign --session number:1 @"))
    #expect(lines[0].hasSuffix(" 17") && lines[1].hasSuffix(" B") && lines[2].hasSuffix(" 4"))
    for line in lines {
      #expect(try log.run(line.split(separator: " ").dropFirst().map(String.init)).exit == 0)
    }
    #expect(try log.events().suffix(3) == ["crossed", "wave_started", "assigned"])
  }

  @Test func `the command for a start that is not saved has its race and its entries`() throws {
    let log = try RealLog()
    try log.run("start")
    let entries = log.folder + "/r.csv"
    try "bib\n17\n".write(toFile: entries, atomically: true, encoding: .utf8)
    let other = try Connection(path: log.folder + "/laptimer.db", flags: SQLITE_OPEN_READWRITE)
    try other.execute("BEGIN IMMEDIATE")
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
