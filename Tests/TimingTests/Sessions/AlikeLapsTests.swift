import Testing
import Text
import Timing
import TimingTestSupport

struct AlikeLapsTests {
  @Test func `each group has its best lap`() throws {
    var track = try Track.started()
    for (index, label) in ["rest", "run", "rest", "run", nil].enumerated() {
      try track.perform(.lap(label: label), after: .seconds(10 + index))
    }
    let laps = track.session.laps
    let alike = AlikeLaps(laps)
    #expect(laps.map(alike.isBest) == [true, true, false, false, true])
    #expect(laps.map { alike.group(of: $0)?.best.components.seconds } == [10, 11, 10, 11, 14])
  }

  private func laps(_ times: [Int64]) -> [Lap] {
    times.enumerated().map { index, time in
      Lap(
        event: index + 2, number: index + 1, split: .zero, lap: .nanoseconds(time),
        at: Moment(nanosecondsSince1970: 0), label: nil, flags: [], place: .zero)
    }
  }

  // Those of four laps are Python's; differences of nanoseconds between hours are kept.
  @Test(
    arguments: [
      ([28_000_000_000], 1, [28_000_000_000, 28_000_000_000, 28_000_000_000, 0]),
      (
        [37_545_000_000, 61_428_000_000, 59_953_000_000, 26_478_000_001], 4,
        [61_428_000_000, 46_351_000_000, 48_749_000_000, 17_173_740_594]
      ),
      ([1, 2], 1, [2, 2, 2, 1]),
      (
        [3_600_000_000_000, 3_600_000_000_003, 3_600_000_000_006], 1,
        [3_600_000_000_006, 3_600_000_000_003, 3_600_000_000_003, 3]
      ),
    ] as [([Int64], Int, [Int64])])
  func `the worst lap, mean, median and deviation are rounded, halves away from zero`(
    times: [Int64], best: Int, expected: [Int64]
  ) throws {
    let figures = try #require(AlikeLaps(laps(times)).largest?.statistics)
    #expect(figures.bestLap == best)
    let all = [figures.worst, figures.mean, figures.median, figures.standardDeviation]
    #expect(all.map(\.nanoseconds) == expected)
  }
}
