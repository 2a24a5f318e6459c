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








      space stop  l lap  m mark  u undo  n name  p person  ? help  q quit
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

  private func track(_ laps: [Duration], plan: Plan = Plan()) throws -> Track {
    var track = try Track.started(Event.Start(plan: plan))
    for lap in laps { try track.perform(.lap(label: nil), after: lap) }
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
    let similar = try track([60, 61, 59, 62, 88].map { Duration.seconds($0) }).frame(80, 12).rows
    #expect(similar[4].text.hasSuffix("███████████████████████"))
    #expect(!similar.contains { $0.text.contains("»") })
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
