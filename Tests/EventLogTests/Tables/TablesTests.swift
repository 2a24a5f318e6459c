import Testing
import Timing
import TimingTestSupport

@testable import EventLog

struct TablesTests {
  @Test(arguments: 0..<12)
  func `the tables equal a fresh replay after every append`(_ number: UInt64) throws {
    var bench = try Bench()
    var chance = Chance(seed: Seed(number))
    let log = try bench.open(.appending(longLived: true))
    for step in 0..<60 {
      guard try bench.happen(1, &chance, on: log) > 0 else { continue }
      let kept = try Dump(bench.path, Dump.tables)
      try bench.open().rebuild()
      #expect(try Dump(bench.path, Dump.tables) == kept, "seed \(number), step \(step)")
    }
  }

  @Test(arguments: 100..<104)
  func `one log that stays open and one opened for each append keep the same tables`(
    _ number: UInt64
  ) throws {
    var long = try Bench()
    var short = try Bench()
    var chance = Chance(seed: Seed(number))
    var again = chance
    try long.happen(80, &chance)
    for _ in 0..<80 { try short.happen(1, &again, on: short.open()) }
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
