import EventLog
import Host
import Live
import Logbook
import Testing
import Text

@testable import Commands

@Suite struct SessionsFeedTests {
  let shell = Shell()

  private func feed() throws -> SessionsFeed {
    let log = try Logbook(LogFile(shell.log), for: .reading)
    return try SessionsFeed(
      of: log, clock: LogClock(log, now: shell.world.instant), times: StopwatchLabel())
  }

  private func numbers(_ feed: SessionsFeed) throws -> [Int?] {
    try feed.readNew()
    return feed.newest.map(\.number)
  }

  @Test func `sessions appear once they run or count down`() throws {
    shell("start A", "start Old --also", "stop --session Old", "start B --also")
    let feed = try feed()
    #expect(try numbers(feed) == [1, 3])
    shell("tag --session Old wet")
    #expect(try numbers(feed) == [1, 3], "a stopped session does not appear")
    shell("resume --session Old")
    #expect(try numbers(feed) == [1, 3, 2])
    shell("start Next --also --countdown 10")
    #expect(try numbers(feed) == [1, 3, 2, 4])
    shell("stop --session B")
    #expect(try numbers(feed) == [1, 3, 2, 4], "a session that stops stays")
  }

  @Test func `sessions that are stopped before they are read do not appear`() throws {
    let other = Shell(firstID: 1_000)
    for name in ["X", "Y", "Z"] { other("start \(name)", .seconds(1), "stop") }
    let file = other("export").output
    shell("start A", "start B --also")
    let feed = try feed()
    #expect(shell("import -", input: file).exit == 0)
    #expect(try numbers(feed) == [1, 2])
    shell("start C --also", "stop --session C")
    #expect(try numbers(feed) == [1, 2], "stopped before it was read")
    shell("undo --session C")
    #expect(try numbers(feed) == [1, 2, 6], "its stop was taken back")
  }
}
