import Terminal
import Testing
import Timing
import TimingTestSupport

struct FooterFrameTests {
  @Test func `the hold-off shows only quit`() throws {
    let track = try SampleRun.planned()
    let frame = track.frame(60, 12) {
      $0.holdOffEnd = track.machine.reading.ticks + .milliseconds(2_200)
    }
    #expect(frame.rows[11].text == "keys in 3 s  q quit")
  }

  @Test func `help lists the keys`() throws {
    let track = try SampleRun.planned()
    #expect(
      track.screen(70, 12) { $0.mode.page = .help } == """
        space      start, stop or resume; after a finish start the next
        c          start a countdown
        l, Enter   record a lap
        m          mark this moment; then type a label
        u, r       undo or redo the newest event
        n          name the person: first, last or full name
        s          once the clock has stopped, start the next session
        up, down   choose a lap: a moves, n renames, d removes it
        page keys  scroll the list
        q          quit the screen; the clock keeps running

        any key goes back
        """)
  }

  @Test func `on a small screen the help scrolls`() throws {
    let track = try SampleRun.planned()
    #expect(
      track.screen(20, 5) { $0.mode.page = .help } == """
        space   start, stop
        c       countdown
        l       lap
        m       mark
        down: more
        """)
    #expect(
      track.screen(20, 5) {
        $0.mode.page = .help
        $0.mode.scroll = 9
      } == """
        s       start next
        arrows  choose
        pages   scroll
        q       quit
        any key goes back
        """)
  }

  @Test func `one row shows the complete help without the keys that scroll`() throws {
    let track = try SampleRun.track()
    #expect(
      track.screen(79, 1) { $0.mode.page = .help } == """
        space start, stop  c countdown  l lap  m mark  u r undo, redo  n name  q quit
        """)
    let past = track.screen(79, 1) {
      $0.mode.page = .help
      $0.replay = .sample
    }
    #expect(
      past == """
        space pause  arrows event  [ ] 10 s  + - speed  home end go there  q quit
        """)
  }

  @Test func `a help page cut short shows that there is more`() throws {
    let track = try SampleRun.track()
    func screen(_ scroll: Int) -> String {
      track.screen(20, 3) {
        $0.mode.page = .help
        $0.mode.scroll = scroll
      }
    }
    #expect(
      screen(0) == """
        space start, stop
        c countdown  l lap
        m mark             ↓
        """)
    #expect(
      screen(9) == """
        m mark
        u r undo, redo
        n name  q quit
        """)
  }

  @Test func `the last row is the prompt for the label of a timestamp`() throws {
    let track = try SampleRun.planned()
    let frame = track.frame(30, 5) {
      $0.mode.page = .markPrompt(TextLine("abc"), at: track.machine.reading)
    }
    #expect(frame.cursor == Frame.Cell(row: 4, column: 9))
    #expect(frame.rows[4].text == "mark: abc")
  }

  @Test func `a replay has a position bar`() throws {
    let track = try SampleRun.planned()
    let rows = track.frame(80, 12) { $0.replay = .sample }.rows.map(\.text)
    #expect(
      rows.suffix(2) == [
        "━━━━━━━━━━───────────────────────────────  00:20.0 of 01:20.0  event 3 of 12  2x",
        "space pause  ←→ event  [ ] 10 s  +- speed  ? help  q quit",
      ])
  }

  @Test func `a replay on a small screen shows its position as text`() throws {
    let track = try SampleRun.planned()
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
