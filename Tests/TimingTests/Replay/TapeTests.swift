import Testing
import Text
import Timing
import TimingTestSupport

struct TapeTests {
  @Test func `a session recorded afterwards plays as it happened`() throws {
    var track = Track()
    let start = track.machine.reading.recordedAt - .seconds(86_400)
    try track.perform(.start(Event.Start()), { .stated(start, $0) })
    try track.perform(.lap(label: nil), { .stated(start + .seconds(30), $0) })
    try track.perform(.stop, { .stated(start + .seconds(60), $0) })
    let tape = Tape(track.events)
    #expect(tape.entries.map(\.position) == [.zero, .seconds(30), .seconds(60)])
    #expect(tape.entries.map(\.snapshot.displayedTime) == [.zero, .seconds(30), .seconds(60)])
    #expect(tape.reading(at: .seconds(45))?.recordedAt == start + .seconds(45))
  }
}
