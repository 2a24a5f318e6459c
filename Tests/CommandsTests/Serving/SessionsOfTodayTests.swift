import EventLog
import Host
import Live
import Logbook
import Testing
import Timing

@testable import Commands

/// The sessions that others see if none is named; at first it is 9:00 local time.
struct SessionsOfTodayTests {
  private let shell = Shell("start Crit --race '1 lap'", .seconds(60))

  /// Whether each session of the log runs or ended today.
  private func areShown() throws -> [Bool] {
    let feed = try LogFeed(Logbook(path: shell.log), now: shell.world.instant)
    let today = SessionsOfToday(of: feed, localClock: shell.world.localClock)
    let now = try feed.clock.now()
    return try (1...feed.log.newestSession).map { number in
      let entry = try #require(try feed.log.entry(number))
      let isShown = try today.contains(entry, at: now)
      // The second answer is kept.
      #expect(try today.contains(entry, at: now) == isShown)
      return isShown
    }
  }

  @Test func `a race whose clock nobody stopped ended with its last runner`() throws {
    shell("enter 17", "enter 4", "cross 17", .seconds(13 * 3600), "rule 4 dnf")
    #expect(try areShown() == [true])
    shell(.seconds(2 * 3600))
    #expect(shell("status").succeeded(with: "finished"))
    #expect(try areShown() == [false])
    // Neither a correction nor a stop is a later end.
    shell("amend @4 --by=-5s", "stop")
    #expect(try areShown() == [false])
    shell("rule 4 ok")
    #expect(try areShown() == [false])
  }

  @Test func `a race that goes on is shown until the day of its last finish is over`() throws {
    shell("enter 17", .seconds(15 * 3600))
    #expect(try areShown() == [true])
    shell("cross 17", .seconds(23 * 3600))
    #expect(try areShown() == [true])
    shell(.seconds(3600))
    #expect(try areShown() == [false])
  }

  @Test func `a session ended when its clock stopped, and not with a correction`() throws {
    shell("discard 1", "start Plain", "start Limited --also --limit 1m", "start On --also")
    shell("stop --session Plain", .seconds(20 * 3600))
    #expect(try areShown().dropFirst() == [false, false, true])
    shell("name --session Plain Easy")
    #expect(try areShown().dropFirst() == [false, false, true])
    shell("resume Easy", "stop --session Easy")
    #expect(try areShown().dropFirst() == [true, false, true])
  }
}
