import Live
import Testing
import Timing
import TimingTestSupport

@testable import Terminal

struct FooterFrameTests {
  @Test func `the last row has only quit in the hold-off, and the prompt for a label`() throws {
    let track = try SampleRun.planned()
    let frame = track.frame(60, 12) {
      $0.holdOffEnd = track.machine.reading.ticks + .milliseconds(2_200)
    }
    #expect(frame.rows[11].text == "keys in 3 s  q quit")
    let prompt = track.frame(30, 5) {
      $0.state.page = .prompt(.mark(at: track.machine.reading), TextLine("abc"))
    }
    #expect(prompt.cursor == Frame.Cell(row: 4, column: 9))
    #expect(prompt.rows[4].text == "mark: abc")
  }

  @Test func `help lists the keys, scrolls, and shows that there is more`() throws {
    func help(_ columns: Int, _ rows: Int, scroll: Int = 0, of track: Track) -> String {
      track.screen(columns, rows) {
        $0.state.page = .page(.help)
        $0.state.scroll = scroll
      }
    }
    let track = try SampleRun.planned()
    #expect(
      help(70, 14, of: track) == """
        space      start, stop or resume; after a finish start the next
        c          start a countdown
        l, Enter   record a lap
        m          mark this moment; then type a label
        u, r       undo or redo the newest event
        n          name the session
        s          once the clock has stopped, start the next session
        p          name the person: first, last or full name
        k, x       on a course: skip the segment, end the attempt
        tab        on a course: compare with other attempts
        up, down   choose a lap: a moves, n renames, d removes it
        page keys  scroll the list
        q          quit the screen; the clock keeps running
        any key goes back
        """)
    #expect(
      help(20, 5, of: track) == """
        space   start, stop
        c       countdown
        l       lap
        m       mark
        down: more
        """)
    #expect(
      help(20, 5, scroll: 9, of: track) == """
        tab     compare
        arrows  choose
        pages   scroll
        q       quit
        any key goes back
        """)
    let plain = try SampleRun.track()
    #expect(
      help(20, 3, of: plain) == """
        space start, stop
        c countdown  l lap
        m mark             ↓
        """)
    #expect(
      help(20, 3, scroll: 9, of: plain) == """
        m mark
        u r undo, redo
        n name  q quit
        """)
  }

  @Test func `one row shows the complete help without the keys that scroll`() throws {
    let track = try SampleRun.track()
    #expect(
      track.screen(79, 1) { $0.state.page = .page(.help) }
        == "space start, stop  c countdown  l lap  m mark  u r undo, redo  n name  q quit")
    let past = track.screen(79, 1) {
      $0.state.page = .page(.help)
      $0.replay = .sample
    }
    #expect(past == "space pause  arrows event  [ ] 10 s  + - speed  home end go there  q quit")
  }

  @Test func `a replay has a position bar, or its position as text on a small screen`() throws {
    let track = try SampleRun.planned()
    let rows = track.frame(80, 12) { $0.replay = .sample }.rows.map(\.text)
    #expect(
      rows.suffix(2) == [
        "━━━━━━━━━━───────────────────────────────  00:20.0 of 01:20.0  event 3 of 12  2x",
        "space pause  ←→ event  [ ] 10 s  +- speed  ? help  q quit",
      ])
    #expect(
      track.screen(20, 5) { $0.replay = .sample } == """
        01:23.4 running
        2 laps  lap 00:27.5
        -) 00:56.2 00:00.3
        00:20.0  2x
        space pause  q quit
        """)
    let end = track.frame(20, 5) {
      $0.replay = .sample
      $0.replay?.position = .seconds(80)
      $0.replay?.isPaused = true
    }
    #expect(end.rows[4].text == "space replay  q quit")
  }
}

extension Scene.Replay {
  fileprivate static let sample = Scene.Replay(
    position: .seconds(20), length: .seconds(80), event: 3, events: 12, speed: ReplaySpeed(2),
    isPaused: false)
}
