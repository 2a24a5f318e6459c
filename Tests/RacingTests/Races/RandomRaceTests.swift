import Text
import Timing
import TimingTestSupport
import Testing

@testable import Racing

struct RandomRaceTests {
  private static let count = Seed.tries(300)
  /// Each race of several streams is folded six times.
  private static let countOfStreams = Seed.tries(50)

  @Test func `standings are those of a naive implementation, after each event and as of any time`()
    throws
  {
    var seed = Seed()
    for race in 0..<Self.count {
      let events = RandomRace(&seed, count: 20 + seed.below(60)).events
      let asOf = seed.below(120)
      if let difference = RaceDifference(in: events, asOf: asOf, everyEvent: race % 10 == 0) {
        Issue.record("\(seed), race \(race): \(difference.description)")
        return
      }
    }
  }

  @Test
  func `streams give equal bytes in any order of arrival, and what a naive implementation gives`()
    throws
  {
    var seed = Seed()
    for race in 0..<Self.countOfStreams {
      let streams = RandomStreams(&seed, count: 20 + seed.below(60))
      let difference = RaceDifference(
        in: streams.own, streams.others, asOf: seed.below(120), everyEvent: race % 10 == 0)
      if let difference {
        Issue.record("\(seed), race \(race): \(difference.description)")
        return
      }
      let first = streams.standings(&seed)
      for _ in 0..<3 where streams.standings(&seed) != first {
        Issue.record("\(seed), race \(race): the order of arrival matters")
        return
      }
    }
  }
}
