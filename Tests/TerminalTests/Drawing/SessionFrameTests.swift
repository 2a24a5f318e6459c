import Terminal
import Testing
import Timing
import TimingTestSupport

struct SessionFrameTests {
  @Test(arguments: [
    // Large digits.
    (
      80, 24,
      """
      Tempo run  session 12                                             started 1m ago
      running                                                                   #track
                                                  lap 3
       ██████   ██      ██████ ██████    ██  ██   ████ ████   ████ ████   ████
       ██  ██ ████   ██     ██     ██    ██  ██   █  █ █  █ █    █    █   █
       ██  ██   ██      ██████ ██████    ██████   █  █ █  █   ████    █   ████
       ██  ██   ██   ██ ██         ██        ██   █  █ █  █ █ █       █      █
       ██████ ██████    ██████ ██████ ██     ██   ████ ████   ████    █ █ ████

      2 laps                                           ▕███▎            ▏ 2 of 10 laps
          split    lap      to best
       -) 00:56.2  00:00.3                                     (short)
       2) 00:55.9  00:27.9  best      ██████████████████████▉  Hole 7
        · 00:30.0  53s ago  pit
       1) 00:28.0  00:28.0  +00:00.1  ███████████████████████








      space stop  l lap  m mark  u undo  n name  ? help  q quit
      """
    ),
    // Small digits.
    (
      60, 12,
      """
      01:23.4 running  lap 3 00:27.5
      Tempo run  session 12                         started 1m ago
      2 laps                       ▕███▎            ▏ 2 of 10 laps
          split    lap      to best
       -) 00:56.2  00:00.3                           (short)
       2) 00:55.9  00:27.9  best      █████████████  Hole 7
        · 00:30.0  53s ago  pit
       1) 00:28.0  00:28.0  +00:00.1  █████████████



      space stop  l lap  m mark  u undo  n name  ? help  q quit
      """
    ),
    // Neither bars nor the least important controls.
    (
      40, 10,
      """
      01:23.4 running  lap 3 00:27.5
      Tempo run  session 12     started 1m ago
      2 laps   ▕███▎            ▏ 2 of 10 laps
       -) 00:56.2  00:00.3            (short)
       2) 00:55.9  00:27.9  best      Hole 7
        · 00:30.0  53s ago  pit
       1) 00:28.0  00:28.0  +00:00.1


      space stop  l lap  ? help  q quit
      """
    ),
    // The clock, the newest laps and their controls.
    (
      20, 5,
      """
      01:23.4 running
      2 laps  lap 00:27.5
      -) 00:56.2 00:00.3
      2) 00:55.9 00:27.9
      space stop  l lap
      """
    ),
    // The clock and the controls that fit.
    (30, 2, "01:23.4 running 2 laps\nspace stop  l lap  q quit"),
    (79, 1, "01:23.4 running 2 laps  lap 3 00:27.5   space stop  l lap  ? help  q quit"),
    (36, 1, "01:23.4 running 2 laps   space stop"),
  ])
  func `each size has its layout`(columns: Int, rows: Int, text: String) throws {
    #expect(try SampleRun.planned().screen(columns, rows) == text)
  }

  @Test func `a huge screen has digits three times as large`() throws {
    let track = try SampleRun.track()
    func digits(_ frame: Frame, every scale: Int) -> [String] {
      (0..<5).map { row in
        let text = frame.rows[3 + scale * row].text.dropFirst()
        let total = text.prefix(scale * 40)
        return String(total.enumerated().filter { $0.offset % scale == 0 }.map(\.element))
      }
    }
    let (large, huge) = (track.frame(80, 24), track.frame(200, 60))
    #expect(digits(huge, every: 3) == digits(large, every: 1))
    #expect(
      huge.rows[7].text.hasSuffix("lap 4"),
      "the lap is twice as large, on the baseline of the total")
    #expect(huge.rows[3...17].map(\.text).allSatisfy { $0.contains("███") })
    #expect(huge.rows[18].text == "" && huge.rows[19].text.hasPrefix("3 laps"))
    #expect(
      track.frame(100, 60).rows[14].text.hasPrefix("3 laps"), "only digits of twice the size fit")
  }

  @Test func `an omitted age causes no change of the frame`() throws {
    var track = try Track.started(Event.Start(name: "Tempo run"))
    try track.perform(.stop)
    #expect(track.frame(60, 8).changesAfter == .seconds(5))
    #expect(track.frame(30, 8).changesAfter == nil, "the title fills its row, without an age")
    try track.perform(.mark(label: "pit"))
    #expect(track.frame(30, 8).changesAfter == .seconds(5))
    #expect(track.frame(10, 8).changesAfter == nil, "the timestamp's age has no column")
  }

  @Test func `after an hour the digits have hours, and a limit has a bar`() throws {
    let track = try SampleRun.track(plan: Plan(limit: .seconds(7200)), after: .seconds(3600))
    let rows = track.frame(60, 16).rows.map(\.text)
    #expect(rows[0].hasSuffix("started 1h ago") && rows[1].hasPrefix("running  lap 4 1:00:27.2"))
    #expect(
      rows[3...9].joined(separator: "\n") == """
           ██      ██████   ██      ██████ ██████    ██  ██
         ████   ██ ██  ██ ████   ██     ██     ██    ██  ██
           ██      ██  ██   ██      ██████ ██████    ██████
           ██   ██ ██  ██   ██   ██ ██         ██        ██
         ██████    ██████ ██████    ██████ ██████ ██     ██

        3 laps                       ▕████████▏       ▏ of 2:00:00.0
        """)
    #expect(rows[10] == " 3) 00:56.2  00:00.3  best      ▏")
    #expect(rows[12] == "  · 00:30.0  1h ago   pit")
  }

  @Test func `a terminal without UTF-8 gets ASCII`() throws {
    let track = try SampleRun.planned()
    #expect(
      track.screen(60, 16, ascii: true) == """
        Tempo run  session 12                         started 1m ago
        running  lap 3 00:27.5                                #track

         ######   ##      ###### ######    ##  ##
         ##  ## ####   ##     ##     ##    ##  ##
         ##  ##   ##      ###### ######    ######
         ##  ##   ##   ## ##         ##        ##
         ###### ######    ###### ###### ##     ##

        2 laps                       [###             ] 2 of 10 laps
         -) 00:56.2  00:00.3                           (short)
         2) 00:55.9  00:27.9  best      #############  Hole 7
          * 00:30.0  53s ago  pit
         1) 00:28.0  00:28.0  +00:00.1  #############

        space stop  l lap  m mark  u undo  n name  ? help  q quit
        """)
  }
}
