import Testing
import Text
import Timing
import TimingTestSupport

/// Sessions at readings before the latest press.
@Suite struct EarlierReadingTests {
  @Test func `a finished clock shows its time at any reading`() throws {
    var track = Track()
    try track.perform(.start(.init(plan: Plan(laps: 1))))
    track.pass(.seconds(5))
    let earlier = track.machine.reading
    track.pass(.seconds(5))
    try track.perform(.lap(label: nil))
    #expect(track.session.summary.phase(at: earlier) == .finished)
    #expect(track.session.summary.runningTime(at: earlier) == .seconds(10))
  }

  @Test func `the running time is not below the split of the latest lap`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    track.pass(.seconds(5))
    let earlier = track.machine.reading
    track.pass(.seconds(5))
    try track.perform(.lap(label: nil))
    #expect(track.session.summary.phase(at: earlier) == .running)
    #expect(track.session.summary.runningTime(at: earlier) == .seconds(10))
  }

  @Test func `the countdown is shown also for a session that finished soon`() throws {
    var track = Track()
    try track.perform(.start(.init(plan: Plan(laps: 1)))) { .after(.seconds(3), $0) }
    let earlier = track.machine.reading
    track.pass(.seconds(10))
    try track.perform(.lap(label: nil))
    #expect(track.phase == .finished)
    #expect(track.session.summary.phase(at: earlier) == .countdown)
    #expect(track.session.summary.runningTime(at: earlier) == .seconds(-3))
  }

  @Test func `a start without a countdown has none`() throws {
    var track = Track()
    let earlier = track.machine.reading
    track.pass(.seconds(3))
    try track.perform(.start(.init()))
    #expect(track.session.summary.phase(at: earlier) == .running)
    #expect(track.session.summary.runningTime(at: earlier) == .zero)
  }
}
