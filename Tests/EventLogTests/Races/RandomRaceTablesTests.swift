import Testing
import struct TimingTestSupport.Seed

@testable import EventLog
@testable import Logbook

/// Random races, recorded in a log.
struct RandomRaceTablesTests {
  private static let races = 0..<Seed.tries(40)

  @Test(arguments: races)
  func `the view has the standings of the fold, and the tables are sound`(race: Int) throws {
    var history = try RandomRaceHistory(Seed(), isLongLived: race % 3 > 0)
    _ = try isSound(&history, everyEvent: race % 4 == 0)
  }

  @Test(arguments: races)
  func `the tables are equal for any order of arrival of the streams`(race: Int) throws {
    var seed = Seed()
    let streams = 1 + seed.below(4)
    var history = try RandomRaceHistory(seed, streams: streams, isLongLived: race % 3 > 0)
    guard try isSound(&history, everyEvent: race % 4 == 0) else { return }
    let expected = try RaceDump(history.path)
    for _ in 0..<3 {
      let copy = try LogFixture()
      try history.send(to: copy)
      #expect(try RaceDump(copy.path) == expected, "\(history)")
      #expect(try copy.open().check().findings == [], "\(history)")
    }
  }

  /// Whether the tables equal the fold after random events, and a rebuild at the end.
  private func isSound(_ history: inout RandomRaceHistory, everyEvent: Bool) throws -> Bool {
    try history.begin()
    for _ in 0..<30 + history.seed.below(50) {
      guard try history.next(), everyEvent || history.seed.chance(25) else { continue }
      if try !history.hasSameStandings() { return false }
    }
    if case let findings = try history.log().check().findings, !findings.isEmpty {
      Issue.record("\(findings)\n\(history)")
      return false
    }
    let before = try Dump(history.path)
    try history.log().rebuild()
    let after = try Dump(history.path)
    #expect(after == before, "\(history)")
    return after == before
  }
}
