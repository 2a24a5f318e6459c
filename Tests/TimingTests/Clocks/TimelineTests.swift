import Testing
import Text
import Timing
import TimingTestSupport

struct TimelineTests {
  @Test func `the newest reading of each other clock is kept once`() throws {
    var track = Track()
    try track.perform(.start(.init()))
    func others() -> [Int64]? {
      track.session.summary.timeline?.others.keys.map(\.rawValue).sorted()
    }
    #expect(others() == [])
    let first = track.machine
    track.machine.reboot(lasting: .seconds(5))
    try track.perform(.lap(label: nil))
    #expect(others() == [1])
    let second = track.machine
    track.machine = first
    track.pass(.seconds(9))
    try track.perform(.lap(label: nil))
    #expect(others() == [2])
    track.machine = second
    track.pass(.seconds(9))
    try track.perform(.lap(label: nil))
    #expect(others() == [1])
  }
}
