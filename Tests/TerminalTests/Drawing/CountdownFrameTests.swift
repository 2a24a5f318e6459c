import Terminal
import Testing
import Timing
import TimingTestSupport

struct CountdownFrameTests {
  /// A session in a countdown of three seconds.
  private func countdown() throws -> Track {
    try Track.started { .after(.seconds(3), $0) }
  }

  @Test func `a countdown shows large seconds to go, undo and quit`() throws {
    var track = try countdown()
    track.pass(.milliseconds(500))
    #expect(
      track.screen(60, 16) == """
        session 12
        starts in 3

         ██████
             ██
         ██████
             ██
         ██████

        no laps





        u undo  q quit
        """)
    #expect(track.screen(20, 5) == "3 starts in 3\nno laps\n\n\nu undo  q quit")
    track.pass(.milliseconds(2_500))
    let rows = track.frame(60, 16).rows.map(\.text)
    #expect(rows[0] == "session 12                                  started just now")
    #expect(rows[1] == "running  0")
    #expect(rows[3] == " ██████ ██████    ██████ ██████    ██████")
    #expect(rows[15] == "space stop  l lap  m mark  u undo  n name  ? help  q quit")
  }

  @Test func `a countdown changes once a second, and zero is shown for a second`() throws {
    var track = try countdown()
    track.pass(.milliseconds(300))
    var seen: [String] = []
    while track.phase == .countdown {
      let frame = track.frame(20, 5)
      seen.append(frame.rows[0].text)
      track.pass(try #require(frame.changesAfter))
    }
    #expect(seen == ["3 starts in 3", "2 starts in 2", "1 starts in 1"])
    #expect(track.screen(20, 5).hasPrefix("00:00.0 running  0"))
    track.pass(.seconds(1))
    #expect(track.frame(20, 5).rows[0].text == "00:01.0 running")
  }
}
