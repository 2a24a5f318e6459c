import Testing
import Text
import Timing
import TimingTestSupport

struct AlikeLapsTests {
  /// A session with a lap for each label, each one second longer than the one before.
  private func session(_ labels: [String?], _ plan: Plan = Plan()) throws -> Session {
    var track = try Track.started(.init(plan: plan))
    for (index, label) in labels.enumerated() {
      try track.perform(.lap(label: label), after: .seconds(10 + index))
    }
    return track.session
  }

  private func groups(_ labels: [String?]) throws -> [String] {
    try AlikeLaps(session(labels).laps).groups.map { "\($0.label ?? "-") \($0.count)" }
  }

  @Test func `laps of the same label are alike`() throws {
    #expect(try groups(["b", "a", "b", "a", nil]) == ["- 1", "b 2", "a 2"])
    #expect(try groups([]) == [])
  }

  @Test func `a label that one lap has counts as none`() throws {
    #expect(try groups(["b", "a", nil, "a"]) == ["- 2", "a 2"])
    #expect(try groups(["Hole 1", "Hole 2", "Hole 3"]) == ["- 3"])
  }

  @Test func `of equal groups, laps without a label are the largest, else the first`() throws {
    let unlabeled = try session(["a", nil, "a", nil])
    #expect(AlikeLaps(unlabeled.laps).largest?.label == nil)
    #expect(unlabeled.summary.best == .seconds(11))
    let labeled = try session(["b", "a", "a", "b", nil])
    #expect(AlikeLaps(labeled.laps).largest?.label == "b")
    #expect(labeled.summary.best == .seconds(10))
  }

  @Test func `each group has its best lap`() throws {
    let laps = try session(["rest", "run", "rest", "run", nil]).laps
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

  @Test func `without laps there are no statistics`() {
    #expect(AlikeLaps([Lap]()).largest == nil)
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
    _ times: [Int64], bestLap: Int, _ expected: [Int64]
  ) throws {
    let figures = try #require(AlikeLaps(laps(times)).largest?.statistics)
    #expect(figures.bestLap == bestLap)
    let all = [figures.worst, figures.mean, figures.median, figures.standardDeviation]
    #expect(all.map(\.nanoseconds) == expected)
  }
}
