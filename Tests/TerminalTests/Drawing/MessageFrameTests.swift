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

  @Test func `a narrow screen wraps the message above the controls`() throws {
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
  }

  @Test func `a small screen shows the message instead of list and controls`() throws {
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
  }

  @Test func `a message too long for the screen is cut at its end`() throws {
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

  @Test func `one row shows the message beside the clock`() throws {
    #expect(try screen(79, 1, "Stopped: space resumes.") == "01:23.4 Stopped: space resumes.")
  }

  @Test func `the message line stays above the label prompt`() throws {
    let track = try SampleRun.track()
    let text = track.screen(24, 6) {
      $0.message = "Stopped: space resumes it."
      $0.mode.page = .markPrompt(TextLine("abc"), at: track.machine.reading)
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
      $0.mode.page = .nameForm
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
}
