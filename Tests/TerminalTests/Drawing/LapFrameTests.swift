import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

/// The current lap beside the total, and the rows of the laps.
struct LapFrameTests {
  private func track(_ laps: [Duration], plan: Plan = Plan()) throws -> Track {
    var track = try Track.started(Event.Start(plan: plan))
    for lap in laps {
      try track.perform(.lap(label: nil), after: lap)
    }
    return track
  }

  @Test func `the current lap is beside the total, from the first lap to the finish`() throws {
    func total(_ track: Track) -> String { track.frame(80, 10).rows[0].text }
    var track = try track([], plan: Plan(laps: 2))
    track.pass(.milliseconds(2_880))
    #expect(total(track) == "00:02.8 running")
    try track.perform(.lap(label: nil))
    track.pass(.milliseconds(2_710))
    #expect(total(track) == "00:05.5 running  lap 2 00:02.7", "the laps add up to the total")
    try track.perform(.stop)
    track.pass(.seconds(60))
    #expect(total(track) == "00:05.5 stopped  lap 2 00:02.7")
    try track.perform(.resume)
    try track.perform(.lap(label: nil))
    #expect(total(track) == "00:05.5 finished")
  }

  @Test(arguments: [(200, 60), (80, 24), (60, 16), (40, 10), (20, 5)])
  func `every screen shows the current lap`(columns: Int, rows: Int) throws {
    let frame = try SampleRun.track().frame(columns, rows)
    let isLarge = frame.rows.contains { $0.text.hasSuffix("  lap 4") }
    #expect(isLarge == (columns >= 80))
    #expect(isLarge || frame.text.contains("00:27.2"))
  }

  @Test func `one row shows the current lap if space is left for the controls`() throws {
    let track = try SampleRun.track()
    #expect(track.screen(60, 1) == "01:23.4 running 3 laps  lap 4 00:27.2   space stop  l lap")
    #expect(track.screen(59, 1).contains("lap 4") == false)
  }

  @Test func `one long lap does not shorten the bars of the others`() throws {
    let laps = [60, 61, 59, 62, 600].map { Duration.seconds($0) }
    let rows = try track(laps).frame(80, 12).rows
    // The full length is one and a half times 62 s.
    #expect(rows[4].text.hasSuffix("██████████████████████»"))
    #expect(rows[5].text.hasSuffix("███████████████▍"))
    let plain = try track(laps).frame(80, 12, ascii: true).rows
    #expect(plain[4].text.hasSuffix("######################>"))
  }

  @Test func `laps of similar length have complete bars`() throws {
    let rows = try track([60, 61, 59, 62, 88].map { Duration.seconds($0) }).frame(80, 12).rows
    #expect(rows[4].text.hasSuffix("███████████████████████"))
    #expect(!rows.contains { $0.text.contains("»") })
  }

  @Test func `beside splits of an hour and more, shorter ones are right-aligned`() throws {
    let rows = try track([.seconds(1_800), .seconds(2_000)]).frame(80, 12).rows
    #expect(rows[4].text.hasPrefix(" 2) 1:03:20.0  33:20.0  +03:20.0"))
    #expect(rows[5].text.hasPrefix(" 1)   30:00.0  30:00.0  best"))
  }

  @Test func `flags that all laps share are shown once`() throws {
    var track = try track([])
    track.pass(.seconds(30))
    for age in [20, 10] as [Int64] {
      try track.perform(.lap(label: nil)) { .ago(.seconds(age), $0) }
    }
    let text = track.screen(80, 12)
    #expect(text.contains("\n2 laps  all stated\n"))
    #expect(!text.contains("(stated)"))
    try track.perform(.lap(label: nil), after: .seconds(1))
    #expect(!track.screen(80, 12).contains("all stated"))
    #expect(track.frame(80, 12).rows[5].text.hasSuffix("(stated)"))
  }

  @Test func `a lap is above a timestamp of the same time`() throws {
    var track = try Track.started()
    try track.perform(.lap(label: nil), after: .seconds(5))
    try track.perform(.mark(label: "pit"))
    let rows = track.frame(60, 10).rows.map(\.text)
    let lap = rows.firstIndex { $0.contains("1) ") } ?? -1
    let mark = rows.firstIndex { $0.contains("pit") } ?? -1
    #expect(lap >= 0 && mark == lap + 1, "\(rows.joined(separator: "\n"))")
  }
}
