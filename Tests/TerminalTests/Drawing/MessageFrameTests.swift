import Terminal
import Testing
import Timing
import TimingTestSupport

/// Messages are shown in full if they fit, and never hide the clock.
struct MessageFrameTests {
  private static let refusal =
    "Session 1 already runs. 'laptimer stop --session 1' stops it, '--also' starts another."

  private func screen(_ columns: Int, _ rows: Int, _ message: String = refusal) throws -> String {
    try SampleRun.track().screen(columns, rows) { $0.message = message }
  }

  @Test func `the message wraps above the controls or in their place, and is cut last`() throws {
    #expect(
      try screen(40, 10) == """
        01:23.4 running  lap 4 00:27.2
        Tempo run  session 12     started 1m ago
        3 laps
         3) 00:56.2  00:00.3  best
         2) 00:55.9  00:27.9  +00:27.6  Hole 7
          · 00:30.0  53s ago  pit
        Session 1 already runs. 'laptimer stop
        --session 1' stops it, '--also' starts
        another.
        space stop  l lap  ? help  q quit
        """)
    #expect(
      try screen(24, 5) == """
        01:23.4 running
        Session 1 already runs.
        'laptimer stop --session
        1' stops it, '--also'
        starts another.
        """)
    #expect(
      try screen(20, 5, "Stopped: space resumes.") == """
        01:23.4 running
        3 laps  lap 00:27.2
        3) 00:56.2 00:00.3
        Stopped: space
        resumes.
        """)
    #expect(try screen(79, 1, "Stopped: space resumes.") == "01:23.4 Stopped: space resumes.")
    #expect(
      try screen(20, 5) == """
        01:23.4 running
        Session 1 already
        runs. 'laptimer stop
        --session 1' stops
        it, '--also' starts…
        """)
    #expect(try screen(30, 2) == "01:23.4 running 3 laps\nSession 1 already runs. 'lapt…")
  }

  @Test func `a message does not cover the large digits`() throws {
    let rows = try screen(50, 14).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows[7].contains("██████"))
    #expect(rows[9] == "3 laps")
    #expect(rows[11].hasPrefix("Session 1 already runs."))
    #expect(rows[12].hasSuffix("starts another."))
    #expect(rows[13].hasPrefix("space stop"))
  }

  @Test func `the message line stays above the label prompt`() throws {
    let track = try SampleRun.track()
    let text = track.screen(24, 6) {
      $0.message = "Stopped: space resumes it."
      $0.state.page = .prompt(.mark(at: track.machine.reading), TextLine("abc"))
    }
    #expect(
      text == """
        01:23.4 running
        3 laps  lap 4 00:27.2
        3) 00:56.2 00:00.3
        Stopped: space resumes
        it.
        mark: abc
        """)
  }

  @Test func `in the name form the message is below the fields`() throws {
    let text = try SampleRun.track().screen(24, 7) {
      $0.message = "The first name is too long for me."
      $0.form = NameForm.sample.view
      $0.state.page = .nameForm
    }
    #expect(
      text == """
        01:23.4 running
        Tempo run  session 12
        first name  Ada
        last name   Lovelace
        full name   Ada Lovelace
        The first name is too
        long for me.
        """)
  }

  private func row(_ number: Int, _ track: Track, _ columns: Int, _ rows: Int) -> String {
    track.frame(columns, rows).rows[number].text
  }

  @Test func `a limit without a bar is labelled`() throws {
    var track = try Track.started(Event.Start(plan: Plan(limit: .seconds(8))))
    #expect(row(1, track, 20, 5) == "no laps  limit 00:08")
    #expect(row(1, track, 22, 5) == "no laps  limit 00:08.0")
    #expect(row(1, track, 30, 5) == "no laps   ▕       ▏ of 00:08.0")
    #expect(row(1, track, 19, 5) == "no laps")
    try track.perform(.plan(PlanChange(limit: .set(.milliseconds(8_500)))))
    #expect(row(1, track, 20, 5) == "no laps", "a limit is not cut")
  }

  @Test(arguments: [
    (80, "3 laps           ▕████▊           ▏ 3 of 10 laps   ▕███████████▏    ▏ of 02:00.0"),
    (58, "3 laps   ▕██▊      ▏ 3 of 10 laps   ▕██████▎  ▏ of 02:00.0"),
    (40, "3 laps       3 of 10 laps  limit 02:00.0"), (30, "3 laps   ▕█████▌  ▏ of 02:00.0"),
    (20, "3 laps  lap 00:27.2"), (18, "3 laps"),
  ])
  func `the plan and the limit are shown as far as they fit`(columns: Int, text: String) throws {
    let track = try SampleRun.track(plan: Plan(laps: 10, limit: .seconds(120)))
    #expect(row(columns < 58 ? 1 : 2, track, columns, columns < 58 ? 5 : 9) == text)
  }

  @Test func `words that do not fit are omitted, and the seconds to go are shown once`() throws {
    let track = try Track.started { .after(.seconds(9_000), $0) }
    #expect(row(0, track, 30, 5) == "2:30:00 starts in 2:30:00")
    #expect(row(0, track, 20, 5) == "2:30:00 to go")
    #expect(row(0, track, 10, 5) == "2:30:00")
    let run = try SampleRun.track()
    #expect(run.screen(22, 1) == "01:23.4 running 3 laps")
    #expect(run.screen(21, 1) == "01:23.4 running")
    #expect(run.screen(14, 1) == "01:23.4")
  }

  @Test func `times that do not fit are omitted, and a timestamp keeps its label`() throws {
    var track = try SampleRun.track(after: .seconds(7_200))
    for _ in 0..<100 { try track.perform(.lap(label: nil)) }
    try track.perform(.mark(label: "pit"), after: .nanoseconds(1))
    #expect(
      track.screen(20, 5) == """
        2:01:23.4 running
        103 laps
           · 2:01:23.4 pit
        103) 2:01:23.4
        space stop  l lap
        """)
    #expect(
      track.screen(32, 5) == """
        2:01:23.4 running  lap 00:00.0
        103 laps
           · 2:01:23.4 just now pit
        103) 2:01:23.4   00:00.0
        space stop  l lap  q quit
        """)
  }

  @Test func `a long name is cut for the number, and for the age if it fits`() throws {
    var track = Track()
    let name = "The longest run of the year 中文"
    try track.perform(.start(Event.Start(name: name)))
    #expect(row(1, track, 60, 8) == "The longest run of the year …  session 12   started just now")
    #expect(row(1, track, 40, 8) == "The longest run of the year…  session 12")
    #expect(row(1, track, 22, 8) == "The longest run of th…")
  }

  private func countdown() throws -> Track { try Track.started { .after(.seconds(3), $0) } }

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
