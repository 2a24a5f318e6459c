import Testing
import Timing
import Text

struct StatisticsTests {
  private func laps(_ times: [Int64]) -> [Lap] {
    var track: [Lap] = []
    for (index, time) in times.enumerated() {
      track.append(
        Lap(
          event: index + 2, number: index + 1, split: .zero, lap: .nanoseconds(time),
          at: Moment(nanosecondsSince1970: 0), label: nil, flags: [], place: .zero))
    }
    return track
  }

  @Test func `without laps there are no statistics`() {
    #expect(Statistics([]) == nil)
  }

  @Test func `one lap has a standard deviation of zero`() throws {
    let figures = try #require(Statistics(laps([28_000_000_000])))
    #expect(figures.standardDeviation == .zero)
    #expect(figures.mean == .seconds(28))
    #expect(figures.bestLap == 1)
  }

  @Test func `the figures of four laps are those of Python's statistics`() throws {
    let figures = try #require(
      Statistics(laps([37_545_000_000, 61_428_000_000, 59_953_000_000, 26_478_000_001])))
    #expect(figures.bestLap == 4)
    #expect(figures.worst == .nanoseconds(61_428_000_000))
    #expect(figures.mean == .nanoseconds(46_351_000_000))
    #expect(figures.median == .nanoseconds(48_749_000_000))
    #expect(figures.standardDeviation == .nanoseconds(17_173_740_594))
  }

  @Test func `halves are rounded away from zero`() throws {
    let figures = try #require(Statistics(laps([1, 2])))
    #expect(figures.mean == .nanoseconds(2))
    #expect(figures.median == .nanoseconds(2))
    #expect(figures.standardDeviation == .nanoseconds(1))
  }

  @Test func `nanosecond differences between hours are kept`() throws {
    let hour: Int64 = 3_600_000_000_000
    let figures = try #require(Statistics(laps([hour, hour + 3, hour + 6])))
    #expect(figures.standardDeviation == .nanoseconds(3))
  }
}
