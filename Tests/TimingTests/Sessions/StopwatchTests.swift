import Testing
import Text

@testable import Timing

/// The stopwatch alone: what it shows and counts for presses at given places.
@Suite struct StopwatchTests {
  private func running(_ plan: Plan = Plan()) -> Stopwatch {
    var stopwatch = Stopwatch(plan: plan)
    stopwatch.start(at: .zero, isAhead: false)
    return stopwatch
  }

  @Test func `a stopped clock does not count the pause`() {
    var stopwatch = running()
    stopwatch.stop(at: .seconds(10))
    #expect(stopwatch.runningTime(at: .seconds(110)) == .seconds(10))
    stopwatch.resume(at: .seconds(110))
    #expect(stopwatch.runningTime(at: .seconds(115)) == .seconds(15))
  }

  @Test func `a lap time is the split less that of the last lap that counts`() {
    var stopwatch = running(Plan(minimumLap: .seconds(3)))
    #expect(stopwatch.lap(at: .seconds(10)).lap == .seconds(10))
    let short = stopwatch.lap(at: .seconds(11))
    #expect(short.number == nil)
    #expect(short.flags == .short)
    let next = stopwatch.lap(at: .seconds(14))
    #expect(next.number == 2)
    #expect(next.lap == .seconds(4))
  }

  @Test func `a lap of exactly the minimum counts`() {
    var stopwatch = running(Plan(minimumLap: .seconds(3)))
    #expect(stopwatch.lap(at: .seconds(3)).number == 1)
  }

  @Test func `a lap exactly on the limit counts, one after it does not`() {
    var stopwatch = running(Plan(limit: .seconds(10)))
    #expect(stopwatch.lap(at: .seconds(10)).number == 1)
    let after = stopwatch.lap(at: .seconds(12))
    #expect(after.flags == .afterFinish)
    #expect(after.split == .seconds(10))
    #expect(stopwatch.phase(at: .seconds(12)) == .finished)
  }

  @Test func `the planned lap finishes the session and stops the clock`() {
    var stopwatch = running(Plan(laps: 2))
    _ = stopwatch.lap(at: .seconds(5))
    #expect(stopwatch.phase(at: .seconds(6)) == .running)
    _ = stopwatch.lap(at: .seconds(9))
    #expect(stopwatch.phase(at: .seconds(60)) == .finished)
    #expect(stopwatch.runningTime(at: .seconds(60)) == .seconds(9))
    #expect(stopwatch.lap(at: .seconds(60)).flags == .afterFinish)
  }

  @Test func `the limit counts running time, not the time since the start`() {
    var stopwatch = running(Plan(limit: .seconds(10)))
    stopwatch.stop(at: .seconds(4))
    stopwatch.resume(at: .seconds(100))
    #expect(stopwatch.limitPlace == .seconds(106))
    #expect(stopwatch.phase(at: .seconds(105)) == .running)
    #expect(stopwatch.phase(at: .seconds(106)) == .finished)
  }

  @Test func `a lap at the exact moment of the stop counts, a later one does not`() {
    var stopwatch = running()
    stopwatch.stop(at: .seconds(10))
    #expect(stopwatch.lap(at: .seconds(10)).number == 1)
    let late = stopwatch.lap(at: .seconds(11))
    #expect(late.flags == .notRunning)
    #expect(late.split == .seconds(10))
  }

  @Test func `impossible presses change nothing`() {
    var stopwatch = running()
    stopwatch.start(at: .seconds(3), isAhead: false)
    stopwatch.resume(at: .seconds(4))
    #expect(stopwatch.runningTime(at: .seconds(5)) == .seconds(5))
    stopwatch.stop(at: .seconds(6))
    stopwatch.stop(at: .seconds(9))
    #expect(stopwatch.runningTime(at: .seconds(20)) == .seconds(6))
  }

  @Test func `before a future start the running time is negative`() {
    var stopwatch = Stopwatch(plan: Plan())
    #expect(stopwatch.phase(at: .zero) == .ready)
    #expect(stopwatch.runningTime(at: .zero) == nil)
    stopwatch.start(at: .seconds(3), isAhead: true)
    #expect(stopwatch.phase(at: .seconds(1)) == .countdown)
    #expect(stopwatch.runningTime(at: .seconds(1)) == .seconds(-2))
    #expect(stopwatch.phase(at: .seconds(3)) == .running)
  }
}
