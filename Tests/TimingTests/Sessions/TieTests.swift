import Testing
import Text
import Timing
import TimingTestSupport

/// Events at one place; an interval includes its ends.
@Suite struct TieTests {
  @Test func `a lap moved to the exact moment of the resume counts`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    track.pass(.seconds(5))
    try track.perform(.lap(label: nil))
    try track.perform(.stop)
    track.pass(.seconds(3))
    try track.perform(.resume)
    try track.perform(.amend(.number(1), .by(.seconds(3))))
    #expect(track.numbers == [1])
    #expect(track.splits == [.seconds(5)])
    #expect(track.session.laps[0].flags == .amended)
  }

  @Test func `an imported lap at the exact moment of the resume counts`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    track.pass(.seconds(5))
    try track.perform(.stop)
    track.pass(.seconds(3))
    track.append(.lapped(label: nil))
    #expect(track.session.laps[0].flags == .notRunning)
    try track.perform(.resume)
    #expect(track.numbers == [1])
    #expect(track.splits == [.seconds(5)])
  }

  @Test func `of two laps exactly on the limit only the planned number counts`() throws {
    var track = Track()
    try track.perform(.start(.init(plan: Plan(laps: 1, limit: .seconds(10)))))
    track.pass(.seconds(10))
    try track.perform(.stop)
    try track.perform(.lap(label: nil))
    try track.perform(.lap(label: nil))
    #expect(track.numbers == [1, nil])
    #expect(track.session.laps[1].flags == .afterFinish)
  }

  @Test func `after a lap exactly on the limit the limit's moment is known`() throws {
    var track = Track()
    let begin = track.machine.reading.recordedAt
    try track.perform(.start(.init(plan: Plan(limit: .seconds(10)))))
    track.pass(.seconds(10))
    try track.perform(.lap(label: nil))
    #expect(track.session.summary.limitAt == begin + .seconds(10))
    #expect(track.session.summary.runningSince == begin)
    #expect(track.phase == .finished)
  }
}
