import Foundation
import Text
import Timing
import TimingTestSupport
import Testing

@testable import Racing

struct RandomRaceTests {
  /// The number of random races; `LAPTIMER_RACES` sets another one.
  private static let count =
    Int(ProcessInfo.processInfo.environment["LAPTIMER_RACES"] ?? "") ?? 300

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
}
