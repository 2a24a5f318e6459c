import CSQLite
import EventLog
import Host
import Live
import Logbook
import Racing
import SQLite
import Signals
import Testing
import Text
import Timing

@testable import Commands

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

  @Test func `a damaged new event of another session does not end the feed, one of its own does`()
    throws
  {
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
    let connection = try Connection(path: log, flags: SQLITE_OPEN_READWRITE)
    try connection.execute(
      """
      PRAGMA ignore_check_constraints = ON; DROP TRIGGER IF EXISTS events_are_not_changed;
      UPDATE events SET id = zeroblob(\(session)) WHERE session = \(session) AND version = \
      (SELECT max(version) FROM events WHERE session = \(session));
      """)
  }
}
