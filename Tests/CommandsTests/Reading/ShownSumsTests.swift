import Testing
import Text
import TimingTestSupport

@Suite struct ShownSumsTests {
  let shell = Shell("start", .milliseconds(2_880))

  @Test func `the answers of lap, show and list agree`() {
    #expect(shell("lap", .milliseconds(2_710), "lap").text == "2) 00:05.5  lap 00:02.7")
    let lines = shell("show").lines
    #expect(lines[4] == "1) 00:02.8  00:02.8  +00:00.1  ########################")
    #expect(lines[5] == "2) 00:05.5  00:02.7      best  #######################")
    #expect(lines[6] == "best    00:02.7  (lap 2)")
    #expect(shell("list").output.contains("2  00:02.7"))
    #expect(shell("show --format markdown").output.contains("| 00:05.5 | 00:02.7 | +00:00.0 |"))
    #expect(shell("show --format csv").output.contains("00:05.5,00:02.7"))
    #expect(shell("show --json").output.contains(#""best_lap":2,"best_ns":2710000000"#))
  }

  @Test func `list shows the shortest displayed lap as the best, not the exact one`() {
    // Laps of 2.88 s, 2.75 s and 2.8 s are all shown as 02.8.
    shell("lap", .milliseconds(2_750), "lap", .milliseconds(2_800), "lap")
    #expect(shell("show").output.contains("best    00:02.8  (lap 1)"))
    #expect(shell("list").output.contains("3  00:02.8"))
    #expect(shell("list --precision 3").output.contains("3  00:02.750"))
    #expect(shell("list --json").output.contains(#""best_ns":2750000000"#))
  }

  @Test func `the best times of a course add up to their sum at every precision`() throws {
    var seed = Seed()
    shell("stop")
    for attempt in 0..<5 {
      shell("start --course hill" + (attempt == 0 ? " --segments A,B,C" : ""))
      for lap in 0..<3 where attempt < 4 || lap < 2 {
        shell(.pass(.nanoseconds(10_000_000_000 + Int64(seed.below(100_000_000)))), "lap")
      }
    }
    for precision in 0...9 {
      func rows(_ line: String) -> [[String]] {
        shell("\(line) --precision \(precision)").output.split(separator: "\n")
          .map { $0.split { $0 == " " }.map(String.init) }
      }
      let best = rows("best")
      let sum = try Duration(text: #require(best.first { $0.first == "sum" }?[3]))
      let times = try best.suffix(3).map { try Duration(text: $0[1]) }
      #expect(times.reduce(.zero, +) == sum, "\(seed) \(precision)")
      let personalBest = try Duration(text: #require(best.first { $0.first == "pb" }?[1]))
      #expect(sum <= personalBest, "\(seed) \(precision)")
      let compared = rows("compare pb best").suffix(3)
      #expect(try compared.map { try Duration(text: $0[4]) } == times, "\(seed) \(precision)")
      #expect(try Duration(text: #require(compared.last?[3])) == sum, "\(seed) \(precision)")
      let show = rows("show --against best")
      #expect(try Duration(text: #require(show.first { $0.first == "sum" }?[3])) == sum, "\(seed)")
      let possible = try Duration(
        text: #require(show.first { $0.first == "best" && $0[1] == "possible" }?[2]))
      let split = try Duration(text: #require(show.first { $0.first == "2)" }?[1]))
      #expect(possible == split + times[2], "\(seed) \(precision)")
    }
  }

  @Test(arguments: [false, true])
  func `the texts of times in JSON have the digits of the precision`(isVariable: Bool) {
    if isVariable { shell.environment["LAPTIMER_PRECISION"] = "3" }
    let option = isVariable ? "" : " --precision 3"
    let texts = #""split":"00:02.880","lap":"00:02.880""#
    #expect(shell("lap --json\(option)").output.contains(texts))
    shell("undo")
    #expect(shell("record --json", input: "lap\(option)\n").output.contains(texts))
    #expect(shell("show --json\(option)").output.contains(texts))
    for command in ["show", "status", "list", "replay 1 --speed max"] {
      #expect(shell("\(command) --json\(option)").output.contains(#""running_time":"00:02.880""#))
    }
    shell(
      "start --also --race '1 lap'", .milliseconds(1_234), "cross 17 --session 2",
      "enter 17 --session 2")
    for command in ["standings", "results"] {
      #expect(shell("\(command) 2 --json\(option)").output.contains(#""time":"00:01.234""#))
    }
  }

  @Test func `CSV has the exact seconds, and flags as words`() {
    #expect(
      shell("lap --ago 1", "amend 1 --label bend", "show --format csv").text == """
        number,split_ns,lap_ns,split_s,lap_s,split,lap,label,at,age,event,flags,segment,segment_name
        1,1880000000,1880000000,1.880000000,1.880000000,00:01.8,00:01.8,bend,\
        2027-01-15T08:00:01.880000000Z,just now,2,amended stated,,
        """)
  }
}
