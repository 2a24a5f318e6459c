import EventLog
import Host
import Live
import Logbook
import Signals
import Testing
import Text
import Timing

@testable import Commands

@Suite struct SessionsFeedTests {
  let shell = Shell()

  private typealias Feeds = (log: LogFeed, sessions: SessionsFeed)

  private func feeds() throws -> Feeds {
    let log = try LogFeed(Logbook(LogFile(shell.log), for: .reading), now: shell.world.instant)
    return (log, try SessionsFeed(of: log, times: StopwatchLabel()))
  }

  private func numbers(_ feeds: Feeds) throws -> [Int?] {
    try feeds.log.readNew()
    return feeds.sessions.newest.map(\.number)
  }

  @Test func `sessions appear once they run or count down`() throws {
    shell("start A", "start Old --also", "stop --session Old", "start B --also")
    let feeds = try feeds()
    #expect(try numbers(feeds) == [1, 3])
    shell("tag --session Old wet")
    #expect(try numbers(feeds) == [1, 3], "a stopped session does not appear")
    shell("resume --session Old")
    #expect(try numbers(feeds) == [1, 3, 2])
    shell("start Next --also --countdown 10")
    #expect(try numbers(feeds) == [1, 3, 2, 4])
    shell("stop --session B")
    #expect(try numbers(feeds) == [1, 3, 2, 4], "a session that stops stays")
  }

  @Test func `sessions that are stopped before they are read do not appear`() throws {
    let other = Shell(firstID: 1_000)
    for name in ["X", "Y", "Z"] { other("start \(name)", .seconds(1), "stop") }
    let file = other("export").output
    shell("start A", "start B --also")
    let feeds = try feeds()
    #expect(shell("import -", input: file).exit == 0)
    #expect(try numbers(feeds) == [1, 2])
    shell("start C --also", "stop --session C")
    #expect(try numbers(feeds) == [1, 2], "stopped before it was read")
    shell("undo --session C")
    #expect(try numbers(feeds) == [1, 2, 6], "its stop was taken back")
  }

  @Test func `a new session with a damaged event does not appear, and the others go on`() throws {
    shell("start A", "start B --also")
    let (log, sessions) = try feeds()
    var failures = 0
    let subscription = log.failures.subscribe { _ in failures += 1 }
    shell("start C --also", "lap --session B")
    try shell.damageNewestEvent(of: 3)
    try log.readNew()
    #expect(sessions.newest.map(\.number) == [1, 2])
    #expect(sessions.newest[1].session.laps.count == 1)
    #expect(failures == 0)
    subscription.cancel()
  }

  @Test func `one read of the log updates all that is shown, or reports why not`() throws {
    shell("start A")
    let (log, sessions) = try feeds()
    var isLost = false
    let session = try SessionFeed(1, of: log, times: StopwatchLabel()) { _, _, _ in
      if isLost { throw OutputError.readerClosed }
      return nil
    }
    var failures = 0
    let subscription = log.failures.subscribe { _ in failures += 1 }
    shell("start B --also", "lap --session A", "lap --session B")
    try log.readNew()
    #expect(sessions.newest.map(\.session.laps.count) == [1, 1])
    #expect(session.newest.session.laps.count == 1)
    isLost = true
    shell("plan --limit 5 --session A")
    try log.readNew()
    #expect(failures == 1)
    subscription.cancel()
  }
}
