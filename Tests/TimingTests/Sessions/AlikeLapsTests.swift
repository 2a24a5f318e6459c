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

  @Test func `of equal groups, the laps without a label are the largest, else the first ones`()
    throws
  {
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
}

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
    #expect(AlikeLaps([Lap]()).largest == nil)
  }

  @Test func `one lap has a standard deviation of zero`() throws {
    let figures = try #require(AlikeLaps(laps([28_000_000_000])).largest?.statistics)
    #expect(figures.standardDeviation == .zero)
    #expect(figures.mean == .seconds(28))
    #expect(figures.bestLap == 1)
  }

  @Test func `the figures of four laps are those of Python's statistics`() throws {
    let figures = try #require(
      AlikeLaps(laps([37_545_000_000, 61_428_000_000, 59_953_000_000, 26_478_000_001])).largest?
        .statistics)
    #expect(figures.bestLap == 4)
    #expect(figures.worst == .nanoseconds(61_428_000_000))
    #expect(figures.mean == .nanoseconds(46_351_000_000))
    #expect(figures.median == .nanoseconds(48_749_000_000))
    #expect(figures.standardDeviation == .nanoseconds(17_173_740_594))
  }

  @Test func `halves are rounded away from zero`() throws {
    let figures = try #require(AlikeLaps(laps([1, 2])).largest?.statistics)
    #expect(figures.mean == .nanoseconds(2))
    #expect(figures.median == .nanoseconds(2))
    #expect(figures.standardDeviation == .nanoseconds(1))
  }

  @Test func `nanosecond differences between hours are kept`() throws {
    let hour: Int64 = 3_600_000_000_000
    let figures = try #require(AlikeLaps(laps([hour, hour + 3, hour + 6])).largest?.statistics)
    #expect(figures.standardDeviation == .nanoseconds(3))
  }
}
