import Racing
import Testing
import Timing

struct FormatTextTests {
  @Test(
    arguments: [
      ("20 laps", .laps(20)), ("1 lap", .laps(1)), ("45m", .time(.seconds(2700), furtherLaps: nil)),
      ("45m, finish lap", .time(.seconds(2700), furtherLaps: 0)),
      ("45m, finish own lap", .ownLap(after: .seconds(2700))),
      ("45m + 3 laps", .time(.seconds(2700), furtherLaps: 3)),
      ("1h30m + 1 lap", .time(.seconds(5400), furtherLaps: 1)),
      ("points A B finish", .points(["A", "B", "finish"])),
      (#"points "Hole 1" "a, \"b\" \\" finish"#, .points(["Hole 1", #"a, "b" \"#, "finish"])),
      ("best lap 10m", .bestLaps(1, within: .seconds(600))),
      ("best 3 laps 10m", .bestLaps(3, within: .seconds(600))),
      ("elimination", .elimination(every: 1)), ("elimination every 2", .elimination(every: 2)),
      ("backyard 1h", .backyard(.seconds(3600))),
      ("time trial 30s", .timeTrial(interval: .seconds(30))),
      ("time trial", .timeTrial(interval: nil)),
    ] as [(String, RaceFormat.Finish)])
  func `a text is parsed and printed the same`(_ text: String, _ finish: RaceFormat.Finish) throws {
    #expect(try RaceFormat(text: text) == RaceFormat(finish))
    #expect(RaceFormat(finish).text == text)
  }

  @Test func `all forms are good and printed the same`() throws {
    for form in RaceFormat.forms { #expect(try RaceFormat(text: form.text).text == form.text) }
  }

  @Test(
    arguments: [
      ("  20   LAPS ", "20 laps"), ("1:30,finish lap", "1m30s, finish lap"), ("45m+3laps", nil),
      ("45m+3 laps", "45m + 3 laps"), ("45m + 0 laps", "45m, finish lap"),
      ("best 1 lap 600", "best lap 10m"), ("Elimination every 1", "elimination"), ("90m", "1h30m"),
      (".5s", "500ms"), ("elimination\tevery\n3", "elimination every 3"),
    ] as [(String, String?)])
  func `spaces, case and other durations are accepted`(_ text: String, _ printed: String?) {
    #expect((try? RaceFormat(text: text))?.text == printed)
  }

  @Test(arguments: [
    ("20 lasp", "20", 1, "expected laps or a unit, as in '20 laps' or '20m'"),
    ("20laps", "20laps", 1, "'laps' is not a unit; the units are h, m, s, ms, us and ns"),
    ("20", "20", 1, "expected laps or a unit, as in '20 laps' or '20m'"),
    (
      "laps 20", "laps", 1,
      """
      it is not a format; formats are like '20 laps', '45m', 'points A B', 'best lap 10m', \
      'elimination', 'backyard 1h' and 'time trial'
      """
    ),
    ("45 min, finish lap", "45", 1, "expected laps or a unit, as in '45 laps' or '45m'"),
    ("45m, finsh lap", "finsh", 6, "expected 'finish'"),
    ("45m finish lap", "finish", 5, "expected ', finish lap' or '+ 3 laps'"),
    ("0 laps", "0", 1, "the number is not 1 to 1,000,000"),
    ("1000001 laps", "1000001", 1, "the number is not 1 to 1,000,000"),
    ("99999999999999999999 laps", "99999999999999999999", 1, "the number is not 1 to 1,000,000"),
    ("0s", "0s", 1, "it is not above zero"), ("points A é A", "A", 12, "it is named twice"),
    ("points A, B", ",", 9, "points are separated by spaces, and other names are in quotes"),
    (#"points "A"#, #""A"#, 8, "the quote is not closed"),
    (#"points """#, #""""#, 8, "it is empty"),
    ("elimination evry 2", "evry", 13, "expected 'every'"),
    ("time trail", "trail", 6, "expected 'trial'"),
    ("20 laps 3", "3", 9, "expected the end of the format"),
  ])
  func `an error names the place`(_ text: String, _ word: String, _ place: Int, _ reason: String) {
    let error = #expect(throws: RaceTextError.self) { try RaceFormat(text: text) }
    #expect(error?.description == "'\(word)' at character \(place): \(reason)")
  }

  @Test(arguments: [
    ("", "", "expected a format like '20 laps' or '45m' at the end"),
    ("45m + 3", "", "expected 'laps' or 'lap' at the end"),
    ("points", "", "expected a point at the end"),
    ("backyard", "", "expected the time of a loop at the end"),
    ("20 laps", "ties", "expected '=' and a value at the end"),
    ("20 laps", "ties=", "expected a value after '=' at the end"),
  ])
  func `texts that end too early are refused`(_ text: String, _ rules: String, _ message: String) {
    let error = #expect(throws: RaceTextError.self) { try RaceFormat(text: text, rules: rules) }
    #expect(error?.description == message)
  }

  private func format(_ rules: String) throws(RaceTextError) -> RaceFormat {
    try RaceFormat(text: "20 laps", rules: rules)
  }

  @Test func `all rules can be given at once`() throws {
    let rules = """
      lapped=continue, first=start, clock=chip, limit_from=wave, ties=best_lap, round=up 1s, \
      bunch=3s, min_lap=20s, dead_time=40%, doubles=10s, pulled=unranked, classified=90%, \
      window B=10m..1h, window "Hole 1"=..2h, window C=5m..
      """
    var expected = RaceFormat(.laps(20))
    expected.lapped = .continue
    expected.first = .start
    expected.clock = .chip
    expected.limitFrom = .wave
    expected.ties = .bestLap
    expected.round = .up(.seconds(1))
    expected.bunch = .seconds(3)
    expected.minimumLap = .seconds(20)
    expected.deadTime = 400
    expected.doubles = .seconds(10)
    expected.pulled = .unranked
    expected.classified = 900
    expected.windows = [
      .init(point: "B", earliest: .seconds(600), latest: .seconds(3600)),
      .init(point: "Hole 1", latest: .seconds(7200)), .init(point: "C", earliest: .seconds(300)),
    ]
    #expect(try format(rules) == expected)
    #expect(expected.rulesText == rules)
  }

  @Test func `the default rules need no text`() throws {
    #expect(RaceFormat(.laps(20)).rulesText == "")
    #expect(try format("") == RaceFormat(.laps(20)))
    let usual = """
      lapped=finish, first=lap, clock=gun, limit_from=race, ties=line, round=none, bunch=none, \
      min_lap=none, dead_time=none, doubles=5s, pulled=ranked, classified=none
      """
    #expect(try format(usual) == RaceFormat(.laps(20)))
  }

  @Test func `a format has at most 1,000 windows, whatever other rules it has`() throws {
    let windows = (1...1000).map { "window p\($0)=1m..2m" }.joined(separator: ", ")
    #expect(try format("ties=shared, " + windows).windows.count == 1000)
    #expect(throws: RaceTextError.self) { try format(windows + ", window q=1m..2m") }
  }

  @Test func `every value of the table is good`() throws {
    for rule in RaceRule.allCases {
      let name = rule == .window ? "window B" : rule.rawValue
      for value in rule.values.split(separator: ", ") {
        #expect(throws: Never.self) { try format("\(name)=\(value)") }
      }
      #expect(!rule.meaning.isEmpty)
    }
  }

  @Test func `rules change a format and leave the others`() throws {
    var format = try format("ties=shared, window B=10m.., window C=..1h, doubles=none")
    try format.apply(rules: "window B=none,round = down 100ms ,classified=66.7%")
    #expect(
      format.rulesText
        == "ties=shared, round=down 100ms, doubles=none, classified=66.7%, window C=..1h")
    try format.apply(rules: "window C=1m .. 2m, Ties=LINE")
    #expect(format.rulesText == "round=down 100ms, doubles=none, classified=66.7%, window C=1m..2m")
    let before = format
    #expect(throws: RaceTextError.self) { try format.apply(rules: "bunch=1s, lap=2") }
    #expect(format == before)
  }

  @Test(arguments: [
    (
      "distance=5km", "distance", 1,
      """
      it is not a rule; the rules are lapped, first, clock, limit_from, ties, round, bunch, min_lap, \
      dead_time, doubles, pulled, classified or window
      """
    ),
    ("ties=shard", "shard", 6, "expected line, shared or best_lap"),
    ("ties shared", "shared", 6, "expected '='"),
    ("ties=shared,", ",", 12, "expected a rule after the comma"),
    ("ties=shared first=start", "shared first=start", 6, "expected line, shared or best_lap"),
    ("ties=line, ties=shared", "ties", 12, "it is named twice"),
    ("clock=none", "none", 7, "expected gun or chip"),
    ("round=1s", "1s", 7, "expected none, or up or down and a unit, as in 'up 1s'"),
    ("round=upp 1s", "upp 1s", 7, "expected none, or up or down and a unit, as in 'up 1s'"),
    ("round=up 0s", "0s", 10, "it is not above zero"),
    ("bunch=fast", "fast", 7, "a duration is written like 90, 1m30s, 250ms or 1:30"),
    ("dead_time=40", "40", 11, "expected a share like 40% or 66.7%"),
    ("dead_time=0%", "0%", 11, "it is not 0.1% to 100%"),
    ("classified=101%", "101%", 12, "it is not 0.1% to 100%"),
    ("classified=1.25%", "1.25%", 12, "expected a share like 40% or 66.7%"),
    ("window=1m..2m", "=", 7, "expected a point, as in 'window B=10m..1h'"),
    ("window B=10m", "10m", 10, "expected an earliest and a latest time, as in '10m..1h'"),
    ("window B=..", "..", 10, "a window has neither end"),
    ("window B=2m..1m", "2m..1m", 10, "the latest time of a window is before the earliest"),
    ("window B=2m..1x", "1x", 14, "'x' is not a unit; the units are h, m, s, ms, us and ns"),
  ])
  func `an error of rules names the place`(text: String, word: String, place: Int, reason: String) {
    let error = #expect(throws: RaceTextError.self) { try format(text) }
    #expect(error?.description == "'\(word)' at character \(place): \(reason)")
  }
}
