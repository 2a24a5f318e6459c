import Testing
import Timing
import TimingTestSupport

@testable import EventLog

struct TablesTests {
  @Test(arguments: 0..<12)
  func `the tables equal a fresh replay after every append`(_ number: UInt64) throws {
    let bench = try Bench()
    var happening = Happening(seed: number, isHostile: number % 2 == 1)
    let log = try bench.open(.appending(longLived: true))
    for step in 0..<80 {
      guard try happening.go(on: log) else { continue }
      #expect(try log.check().findings == [], "seed \(number), step \(step)")
    }
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

  @Test func `a refusal leaves the log and the tables as they were`() throws {
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
