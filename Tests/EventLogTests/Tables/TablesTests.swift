import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

struct TablesTests {
  /// The number of random sequences.
  static let sequences = UInt64(Effort.times(12, long: 2_000))

  @Test func `the tables equal a fresh replay after every append`() throws {
    var appends = 0
    for number in 0..<Self.sequences {
      let fixture = try LogFixture()
      var history = RandomHistory(seed: number, isHostile: number % 2 == 1)
      let log = try fixture.open(.appending(longLived: true))
      for step in 0..<80 {
        guard try history.appendNext(to: log) else { continue }
        appends += 1
        #expect(try log.check().findings == [], "seed \(number), step \(step)")
      }
    }
    print("tables: \(Self.sequences) sequences, equal to a replay after each of \(appends) appends")
    #expect(appends > 30 * Self.sequences)
  }

  @Test(arguments: 100..<104)
  func `a log that stays open and a log opened for each append have equal tables`(
    _ number: UInt64
  ) throws {
    let long = try LogFixture()
    let short = try LogFixture()
    try long.appendRandomEvents(80, seed: number)
    var history = RandomHistory(seed: number)
    for _ in 0..<80 { _ = try history.appendNext(to: short.open()) }
    #expect(try Dump(long.path) == Dump(short.path))
  }

  @Test func `a refusal changes neither the log nor the tables`() throws {
    var fixture = try LogFixture()
    try fixture.start("a")
    try fixture.perform(.stop)
    let before = try Dump(fixture.path)
    #expect(throws: Rejection.self) { try fixture.perform(.stop) }
    #expect(throws: Rejection.self) { try fixture.perform(.redo) }
    #expect(throws: Rejection.self) { try fixture.perform(.remove(.number(1))) }
    #expect(try Dump(fixture.path) == before)
  }
}
