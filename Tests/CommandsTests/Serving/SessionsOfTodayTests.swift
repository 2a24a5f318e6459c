import EventLog
import Host
import Live
import Logbook
import Testing
import Timing

@testable import Commands

/// The sessions that others see if none is named; at first it is 9:00 local time.
struct SessionsOfTodayTests {
  private let shell = Shell("start Crit --race '1 lap'", "enter 17", .seconds(60))

  /// Whether the newest session runs or ended today.
  private func isShown() throws -> Bool {
    let feed = try LogFeed(Logbook(path: shell.log), now: shell.world.instant)
    let today = SessionsOfToday(of: feed, localClock: shell.world.localClock)
    let entry = try #require(try feed.log.entry(feed.log.newestSession))
    return try today.contains(entry, at: feed.clock.now())
  }

  @Test func `a race ended with its last runner, although nobody stopped its clock`() throws {
    shell("enter 4", "stop", .seconds(3600), "resume", .seconds(14 * 3600))
    #expect(try isShown())
    shell("cross 17", "rule 4 dnf", .seconds(23 * 3600))
    #expect(try isShown())
    shell(.seconds(3600))
    #expect(try !isShown())
    for correction in ["amend @4 --by=-5s", "stop"] { #expect(shell(correction).exit == 0) }
    #expect(try !isShown())
  }

  @Test func `a session ended when its clock stopped, and not with a correction`() throws {
    shell("start Plain --also", "stop Plain", .seconds(20 * 3600), "name --session Plain Easy")
    #expect(try !isShown())
    shell("resume Easy", "stop Easy")
    #expect(try isShown())
    shell("start Limited --also --limit 1m", .seconds(10 * 3600))
    #expect(try isShown())
    shell(.seconds(14 * 3600), "lap --session Limited")
    #expect(try !isShown())
  }
}
