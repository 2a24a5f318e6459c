import Terminal
import Testing
import Timing
import TimingTestSupport
import Text

struct TapeTests {
  @Test func `a session that was told afterwards plays as it happened`() throws {
    var track = Track()
    let start = track.machine.reading.recordedAt - .seconds(86_400)
    try track.perform(.start(Event.Start()), { .stated(start, $0) })
    try track.perform(.lap(label: nil), { .stated(start + .seconds(30), $0) })
    try track.perform(.stop, { .stated(start + .seconds(60), $0) })
    let tape = Tape(track.events)
    #expect(tape.marks.map(\.at) == [.zero, .seconds(30), .seconds(60)])
    #expect(tape.marks.map(\.runningTime) == [.zero, .seconds(30), .seconds(60)])
    #expect(tape.reading(at: .seconds(45))?.recordedAt == start + .seconds(45))
  }
}
