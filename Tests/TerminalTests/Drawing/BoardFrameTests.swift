import Foundation
import Racing
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

struct BoardFrameTests {
  @Test func `a large screen has all columns, a wide one longer bars, a small one less`() throws {
    let race = try SampleRace.running()
    #expect(
      race.screen(80, 24) == """
        Crit  session 12                                                  started 1m ago
        running  1 unknown: a assigns it  20 laps                            provisional

         ██████   ██        ██   ██████    ██████
         ██  ██ ████   ██ ████   ██        ██  ██
         ██  ██   ██        ██   ██████    ██████
         ██  ██   ██   ██   ██   ██  ██    ██  ██
         ██████ ██████    ██████ ██████ ██ ██████

         # bib name              laps    last    best      gap    ahead on lap       +/-
         1   3 Joan Clarke          2 00:31.2 00:31.0  01:02.2          █████▏        ▲2
         2   1 Ada Lovelace         2 00:32.5 00:30.0 +00:00.3 +00:00.3 ████▉         ▼1
         3   2 Grace Hopper         2 00:36.0 00:30.5 +00:04.3 +00:04.0 ███▏          ▼1
         4   5 Katherine Johnson    2 00:34.4 00:34.2 +00:06.4 +00:02.1 ██▋           ▲1
         5   4 Mary Jackson         2 00:37.5 00:32.0 +00:07.3 +00:00.9 ██▏           ▼1
         6   6 Hedy Lamarr          1 00:37.2 00:37.2   +1 lap   +1 lap ███████████







        0-9 cross  space no bib  a assign  b bib  s stop  u undo  ? help  q quit
        """)
    #expect(
      race.frame(120, 30).rows[10].text
        == " 1   3 Joan Clarke          2 00:31.2 00:31.0  01:02.2          "
        + "███████████▎               ▲2")
    #expect(
      race.screen(40, 10).hasSuffix(
        """
        01:16.8 running  1 unknown: a assigns it
         # bib name   laps    last      gap  +/-
         1   3 Joan …    2 00:31.2  01:02.2   ▲2
         2   1 Ada L…    2 00:32.5 +00:00.3   ▼1
         3   2 Grace…    2 00:36.0 +00:04.3   ▼1
         4   5 Kathe…    2 00:34.4 +00:06.4   ▲1
         5   4 Mary …    2 00:37.5 +00:07.3   ▼1

        0-9 cross  space no bib  a assign  b bib
        """))
    #expect(
      race.screen(20, 5) == """
        01:16.8 running  1?
         1   3  2  01:02.2
         2   1  2 +00:00.3
         3   2  2 +00:04.3
        0-9 cross  a assign
        """)
  }

  @Test func `without UTF-8 all characters are ASCII`() throws {
    let text = try SampleRace.running().frame(80, 24, ascii: true).text
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("+2"), "\(text)")
    #expect(text.contains("-1"))
  }

  @Test(arguments: ScreenSizes.all)
  func `each state fits each size`(columns: Int, rows: Int) throws {
    var waves = try SampleRace.track(waves: ["4": "Women over 40", "5": "B", "6": "B"])
    try waves.perform(.race(.waveStarted(wave: "B", race: try RaceFormat(text: "3 laps"))))
    waves.pass(.seconds(4))
    var many = try SampleRace.track(bibs: (1...200).map { "\($0)" })
    for bib in 1...200 { try many.cross("\(bib) 0.1") }
    var over = try SampleRace.track("1 laps", bibs: ["A-12345678901234", "2"])
    try over.cross("2 3600", "A-12345678901234 40000", "1 1")
    var stopped = try SampleRace.running()
    try stopped.perform(.stop)
    var odd = try SampleRace.running()
    try odd.perform(.race(.ruled(.init(bib: "2", .status(.dsq)))))
    try odd.perform(.race(.ruled(.init(bib: "3", .time(.seconds(10))))))
    try odd.perform(.race(.ruled(.init(bib: "1", .laps(1)))))
    let tracks = [
      try SampleRace.track(), try SampleRace.track(bibs: []), try SampleRace.running(), waves, many,
      over, stopped, odd,
    ]
    for track in tracks {
      for ascii in [false, true] {
        for change: (inout Scene) -> Void in [
          { _ in }, { $0.message = String(repeating: "long ", count: 30) },
          { $0.state.digits = "123" }, { $0.state.scroll = 150 }, { $0.state.page = .page(.help) },
        ] { track.fitting(columns, rows, ascii: ascii, change: change) }
        let (now, event) = (track.machine.reading, track.events[0].id)
        for page: ScreenState.Page in [
          .prompt(.bib, TextLine("A1")), .prompt(.assign(crossing: event), TextLine("17")),
          .prompt(.wave(at: now), TextLine("B")), .prompt(.mark(at: now), TextLine("x")),
        ] {
          #expect(track.fitting(columns, rows, ascii: ascii) { $0.state.page = page }.cursor != nil)
        }
      }
    }
  }

  @Test func `notes begin with penalties, and leave out a status that all runners share`() throws {
    var track = try SampleRace.track("1 lap", bibs: ["1", "2"])
    try track.cross("1 30", "2 1")
    try track.perform(.race(.ruled(.init(bib: "2", .time(.seconds(10))))))
    let all = track.frame(120, 12).text
    #expect(all.contains("+10s") && !all.contains("+00:10"), "\(all)")
    #expect(all.components(separatedBy: "finished").count == 2, "only the state: \(all)")
    try track.perform(.race(.ruled(.init(bib: "1", .status(.pulled)))))
    let one = track.frame(120, 12).text
    #expect(one.contains("+10s finished"), "\(one)")
    #expect(
      track.frame(100, 12).text.contains("+10s finished"), "names take no more than they need")
    #expect(one.contains("pulled"), "\(one)")
  }

  @Test func `each wave has a heading with its own clock`() throws {
    var track = try SampleRace.track(waves: ["4": "B", "5": "C", "6": "C"])
    try track.perform(
      .race(.waveStarted(wave: "C", race: try RaceFormat(text: "3 laps"))), after: .seconds(10))
    track.pass(.seconds(4))
    let rows = track.frame(80, 24).rows.map(\.text)
    #expect(rows.contains("without a wave  00:14.0"), "\(rows.joined(separator: "\n"))")
    #expect(rows.contains("wave C  00:04.0  3 laps"))
    #expect(rows.contains("wave B  not started"))
    #expect(rows.last?.contains("w wave") == true)
  }

  @Test func `a board that is longer than the screen scrolls`() throws {
    let track = try SampleRace.track(bibs: (1...40).map { "\($0)" })
    let frame = track.frame(60, 12)
    #expect(frame.scrollLimit == 33)
    #expect(frame.text.contains(" 1 Ada"))
    let end = track.frame(60, 12) { $0.state.scroll = 1_000 }
    #expect(end.text.contains(" 40 Mary"), "\(end.text)")
    #expect(!end.text.contains(" 33 "))
  }

  @Test func `the footer shows typed digits, with the cursor behind them`() throws {
    let frame = try SampleRace.track(bibs: ["17", "4"]).frame(80, 24) { $0.state.digits = "17" }
    #expect(frame.rows[23].text == "bib: 17")
    #expect(frame.cursor == Frame.Cell(row: 23, column: 7))
  }

  @Test func `the best lap is gold, and a runner who has just passed is bold`() throws {
    var track = try SampleRace.track()
    try track.cross("1 30", "2 1", "2 29")
    let styles = track.frame(80, 24).rows.flatMap(\.runs).filter { $0.style == .gold }
    #expect(styles.map(\.text) == ["00:29.0"])
    func strong() -> [String] {
      track.frame(80, 24).rows[3...].flatMap(\.runs).filter { $0.style == .strong }.map(\.text)
    }
    #expect(strong().contains("Grace Hopper"))
    track.pass(.seconds(4))
    #expect(!strong().contains("Grace Hopper"))
  }

  @Test func `a race without entries says how to enter a runner`() throws {
    let text = try SampleRace.track(bibs: []).frame(80, 24).text
    #expect(text.contains("'laptimer enter BIB NAME' enters a runner."))
  }

  @Test func `large digits leave all runners in view, and one row has the first places`() throws {
    let race = try SampleRace.running()
    for rows in 5...24 {
      let frame = race.frame(80, rows)
      #expect(frame.text.contains("██  ██") == (rows >= 18), "\(rows) rows:\n\(frame.text)")
      if rows >= 11 { #expect(frame.text.contains("Hedy Lamarr"), "\(rows) rows:\n\(frame.text)") }
    }
    #expect(race.screen(60, 1) == "01:16.8  1 3  2 1  3 2  4 5  5 4  6 6")
    #expect(race.screen(27, 1) == "01:16.8  1 3  2 1  3 2  4 5")
    #expect(race.screen(26, 1) == "01:16.8  1 3  2 1  3 2")
  }
}
