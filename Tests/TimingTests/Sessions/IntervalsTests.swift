import Testing
import Text

@testable import Timing

/// The intervals in which a clock ran: 0 to 10 s, and 20 s to 25 s of the timeline.
@Suite struct IntervalsTests {
  private let intervals: Intervals = {
    var intervals = Intervals()
    var stopwatch = Stopwatch(plan: Plan())
    stopwatch.start(at: .zero, isAhead: false)
    intervals.follow(stopwatch, 0)
    stopwatch.stop(at: .seconds(10))
    intervals.follow(stopwatch, 1)
    stopwatch.resume(at: .seconds(20))
    intervals.follow(stopwatch, 2)
    stopwatch.stop(at: .seconds(25))
    intervals.follow(stopwatch, 3)
    return intervals
  }()

  @Test(arguments: [(0, 0), (4, 4), (10, 10), (15, 10), (20, 10), (23, 13), (25, 15), (99, 15)])
  func `the running time at a place excludes pauses`(place: Int, time: Int) {
    #expect(intervals.runningTime(at: .seconds(place), limit: nil) == .seconds(time))
  }

  @Test(arguments: [(0, true), (10, true), (11, false), (20, true), (25, true), (26, false)])
  func `the ends of an interval count as running`(place: Int, isRunning: Bool) {
    #expect(intervals.isRunning(at: .seconds(place)) == isRunning)
  }

  @Test func `a place before the start is not running and has a negative time`() {
    #expect(!intervals.isRunning(at: .seconds(-1)))
    #expect(intervals.runningTime(at: .seconds(-1), limit: nil) == .seconds(-1))
    #expect(Intervals().runningTime(at: .zero, limit: nil) == nil)
  }

  @Test(arguments: [(0, []), (1, [nil]), (2, [10]), (3, [10, nil]), (4, [10, 25])])
  func `after some of the presses, the intervals are those begun until then`(
    _ presses: Int, _ ends: [Int?]
  ) {
    var intervals = intervals
    intervals.restore(after: presses)
    #expect(intervals.all.map(\.to) == ends.map { $0.map { .seconds($0) } })
  }

  @Test func `a limit caps the running time`() {
    #expect(intervals.runningTime(at: .seconds(99), limit: .seconds(12)) == .seconds(12))
  }

  @Test(arguments: [(-2, -2), (0, 0), (10, 10), (11, 21), (15, 25)])
  func `a running time has the first place at which the clock showed it`(time: Int, place: Int) {
    #expect(intervals.place(ofRunningTime: .seconds(time)) == .seconds(place))
  }

  @Test func `a running time that the clock never showed has no place`() {
    #expect(intervals.place(ofRunningTime: .seconds(16)) == nil)
  }
}
