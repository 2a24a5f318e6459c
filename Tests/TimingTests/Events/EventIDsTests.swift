import Testing
import Timing
import TimingTestSupport
import Text

struct EventIDsTests {
  private let moment = Moment(nanosecondsSince1970: 1_800_000_000_123_456_789)

  @Test func `ids of one millisecond increase`() {
    var seed = Seed()
    var ids = EventIDs()
    let made = (0..<1000).map { _ in ids.next(at: moment, using: &seed) }
    #expect(made == made.sorted(), "\(seed)")
    #expect(Set(made).count == made.count, "\(seed)")
    #expect(made.allSatisfy { $0.description.hasPrefix("01a3185c-507b-7") }, "\(seed)")
    #expect(made.allSatisfy { "89ab".contains(Array($0.description)[19]) }, "\(seed)")
  }

  @Test func `ids are unique for any random numbers`() {
    var lowest = Constant(number: 0)
    var ids = EventIDs()
    let made = (0..<3).map { _ in ids.next(at: moment, using: &lowest) }
    #expect(made == made.sorted() && Set(made).count == 3)
  }

  @Test func `a moment before the last one keeps its own milliseconds`() {
    var seed = Seed()
    var ids = EventIDs()
    _ = ids.next(at: moment, using: &seed)
    let id = ids.next(at: Moment(nanosecondsSince1970: 1_000_000), using: &seed)
    #expect(id.description.hasPrefix("00000000-0001-7"), "\(seed)")
  }

  @Test func `the highest id is followed by a random one`() {
    var highest = Constant(number: .max)
    var ids = EventIDs()
    let first = ids.next(at: moment, using: &highest)
    #expect(first.description == "01a3185c-507b-7fff-bfff-ffffffffffff")
    var lowest = Constant(number: 0)
    let second = ids.next(at: moment, using: &lowest)
    #expect(second.description == "01a3185c-507b-7000-8000-000000000000")
  }
}

private struct Constant: RandomNumberGenerator {
  let number: UInt64

  mutating func next() -> UInt64 { number }
}
