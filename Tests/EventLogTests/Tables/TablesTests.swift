import ProcessTestSupport
import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

struct TablesTests {
  /// How many sequences are tried.
  static let sequences = UInt64(Effort.times(12, long: 2_000))

  @Test func `the tables equal a fresh replay after every append`() throws {
    var appends = 0
    for number in 0..<Self.sequences {
      let bench = try Bench()
      var happening = Happening(seed: number, isHostile: number % 2 == 1)
      let log = try bench.open(.appending(longLived: true))
      for step in 0..<80 {
        guard try happening.go(on: log) else { continue }
        appends += 1
        #expect(try log.check().findings == [], "seed \(number), step \(step)")
      }
    }
    print("tables: \(Self.sequences) sequences, equal to a replay after each of \(appends) appends")
    #expect(appends > 30 * Self.sequences)
  }

  @Test(arguments: 100..<104)
  func `one log that stays open and one opened for each append keep the same tables`(
    _ number: UInt64
  ) throws {
    let long = try Bench()
    let short = try Bench()
    try long.happen(80, seed: number)
    var happening = Happening(seed: number)
    for _ in 0..<80 { _ = try happening.go(on: short.open()) }
    #expect(try Dump(long.path) == Dump(short.path))
  }

  @Test func `a refusal does not change the log and the tables`() throws {
    var bench = try Bench()
    try bench.start("a")
    try bench.perform(.stop)
    let before = try Dump(bench.path)
    #expect(throws: Rejection.self) { try bench.perform(.stop) }
    #expect(throws: Rejection.self) { try bench.perform(.redo) }
    #expect(throws: Rejection.self) { try bench.perform(.remove(.number(1))) }
    #expect(try Dump(bench.path) == before)
  }
}
