import Terminal
import Testing
import Timing
import TimingTestSupport
import Text

/// Narrow screens omit parts that would be misleading if they were cut.
struct NarrowFrameTests {
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
    (40, "3 laps       3 of 10 laps  limit 02:00.0"),
    (30, "3 laps   ▕█████▌  ▏ of 02:00.0"),
    (20, "3 laps  lap 00:27.2"), (18, "3 laps"),
  ])
  func `the planned laps and the limit are both shown, or the one that fits`(
    columns: Int, text: String
  ) throws {
    let track = try SampleRun.track(plan: Plan(laps: 10, limit: .seconds(120)))
    #expect(row(columns < 58 ? 1 : 2, track, columns, columns < 58 ? 5 : 9) == text)
  }

  @Test func `a narrow screen shows the seconds to go once`() throws {
    let track = try Track.started { .after(.seconds(9_000), $0) }
    #expect(row(0, track, 30, 5) == "2:30:00 starts in 2:30:00")
    #expect(row(0, track, 20, 5) == "2:30:00 to go")
    #expect(row(0, track, 10, 5) == "2:30:00")
  }

  @Test func `one row omits words that do not fit`() throws {
    let track = try SampleRun.track()
    #expect(track.screen(22, 1) == "01:23.4 running 3 laps")
    #expect(track.screen(21, 1) == "01:23.4 running")
    #expect(track.screen(14, 1) == "01:23.4")
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

  @Test func `a long name is cut to make space for the number, and for the age if it fits`() throws
  {
    var track = Track()
    let name = "The longest run of the year 中文"
    try track.perform(.start(Event.Start(name: name)))
    #expect(row(1, track, 60, 8) == "The longest run of the year …  session 12   started just now")
    #expect(row(1, track, 40, 8) == "The longest run of the year…  session 12")
    #expect(row(1, track, 22, 8) == "The longest run of th…")
  }
}
