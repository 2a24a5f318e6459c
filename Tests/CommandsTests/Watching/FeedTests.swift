import EventLog
import Host
import Live
import Logbook
import Racing
import Signals
import Testing
import Text
import Timing

/// A session on the live screen, with the streams of its race.
@Suite struct SessionFeedTests {
  private let shell = Shell("start Crit --race '9 laps'", "enter 17")
  private let other = Shell.otherDevice()

  private typealias Feeds = (log: LogFeed, session: SessionFeed)

  private func feeds(_ number: Int?) throws -> Feeds {
    let log = try LogFeed(Logbook(LogFile(shell.log), for: .reading), now: shell.world.instant)
    let session = try SessionFeed(
      number, of: log, times: StopwatchLabel(), course: { _, _, _ in nil })
    return (log, session)
  }

  private func laps(_ feeds: Feeds) throws -> Int? {
    try feeds.log.readNew()
    let board = feeds.session.newest.race?.board(at: try feeds.log.clock.now())
    return board?.groups.first?.rows.first?.laps
  }

  @Test func `crossings of a session that joined the race appear`() throws {
    shell("start --join Crit --point finish", .seconds(60), "cross 17 --session 2")
    let feeds = try feeds(1)
    #expect(try laps(feeds) == 1, "earlier crossings")
    shell(.seconds(60), "cross 17 --session 2")
    #expect(try laps(feeds) == 2, "a new crossing")
    shell("undo --session 2")
    #expect(try laps(feeds) == 1, "a correction")
    shell("start --join Crit --point finish", .seconds(60), "cross 17 --session 3")
    #expect(try laps(feeds) == 2, "a crossing of a new session")
  }

  @Test func `imported crossings of another device appear`() throws {
    other("start --join 01920000-0000-7000-8000-000000000001 --point finish")
    let feeds = try feeds(1)
    for lap in 1...3 {
      shell.pass(.seconds(60))
      other(.seconds(60), "cross 17")
      #expect(shell("import - --foreign", input: other("export").output).exit == 0)
      #expect(try laps(feeds) == lap)
    }
  }

  @Test func `the feed marks the race of another device`() throws {
    other("start Far --race '9 laps'")
    #expect(shell("import - --foreign", input: other("export").output).exit == 0)
    #expect(try feeds(2).session.newest.isForeign)
    #expect(try !feeds(1).session.newest.isForeign)
  }

  @Test func `the board changes with events of the race's streams only`() throws {
    shell("start --join Crit --point finish", "start Plain --also")
    let feeds = try feeds(1)
    var changes = 0
    let subscription = feeds.session.boards.subscribe { _ in changes += 1 }
    #expect(changes == 1)
    shell("lap --session Plain")
    try feeds.log.readNew()
    #expect(changes == 1)
    shell("cross 17 --session 2")
    try feeds.log.readNew()
    try feeds.log.readNew()
    #expect(changes == 2)
    subscription.cancel()
  }

  @Test func `a session that becomes a race shows the crossings of joined sessions`() throws {
    shell("plan --race none --session Crit", "cross 17 --session Crit")
    let plain = try feeds(1)
    #expect(try laps(plain) == nil)
    shell(
      "plan --race '9 laps' --session Crit", "start --join Crit --point finish", .seconds(60),
      "cross 17 --session 2")
    #expect(try laps(plain) == 1)
  }

  @Test func `a session that is no longer shown is not followed`() throws {
    shell("start Plain --also")
    let (log, session) = try feeds(2)
    session.end()
    shell("lap --session Plain")
    try log.readNew()
    #expect(session.newest.session.laps.isEmpty)
  }

  @Test func `a damaged event ends the feed of its session only`() throws {
    shell("start Plain --also", "start Other --also")
    let (log, session) = try feeds(2)
    var failures = 0
    let subscription = log.failures.subscribe { _ in failures += 1 }
    shell("lap --session Other", "lap --session Plain")
    try shell.damageNewestEvent(of: 3)
    try log.readNew()
    #expect(session.newest.session.laps.count == 1)
    shell("lap --session Plain")
    try log.readNew()
    #expect(session.newest.session.laps.count == 2)
    #expect(failures == 0)
    shell("lap --session Plain")
    try shell.damageNewestEvent(of: 2)
    try log.readNew()
    #expect(failures == 1)
    subscription.cancel()
  }
}

extension Shell {
  /// Overwrites the id of the newest event of a session.
  func damageNewestEvent(of session: Int) throws {
    try corrupt(
      """
      UPDATE events SET id = zeroblob(\(session)) WHERE session = \(session) AND version = \
      (SELECT max(version) FROM events WHERE session = \(session));
      """)
  }
}

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
