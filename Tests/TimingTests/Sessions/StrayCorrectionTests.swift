import Testing
import Timing
import TimingTestSupport
import Text

@Suite struct StrayCorrectionTests {
  @Test func `a removal before its lap has no effect`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    track.append(.removed(EventID(high: 1, low: 3)))
    track.pass(.seconds(5))
    try track.perform(.lap(label: nil))
    #expect(track.numbers == [1])
    try track.perform(.plan(PlanChange(laps: .set(3))))
    #expect(track.numbers == [1])
  }
}
