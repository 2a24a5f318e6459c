import Text
import Timing
import Testing

@testable import Racing

/// The examples of the page on races: one for each format, and one for each rule that decides.
struct RaceExampleTests {
  /// Returns the places of a race: `1. 17 finished 3 03:00.0` for each runner in order.
  static func places(
    _ format: String, _ crossings: String, now: Int, bibs: String = "4 17 23",
    events: [Event.Kind] = []
  ) throws -> [String] {
    try rows(format, crossings, now: now, bibs: bibs, events: events).map { row in
      let place = row.position.map { "\($0)." } ?? "-"
      let time = row.time.map { " \(StopwatchLabel().text(of: $0))" } ?? ""
      return "\(place) \(row.bib) \(row.status.rawValue) \(row.laps)\(time)"
    }
  }

  static func expect(
    _ format: String, _ crossings: String, now: Int, bibs: String = "4 17 23",
    events: [Event.Kind] = [], gives expected: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let places = try places(format, crossings, now: now, bibs: bibs, events: events)
    #expect(places == expected, sourceLocation: sourceLocation)
  }

  /// Returns the results of a race, in order: of a format, after a semicolon its rules, of crossings
  /// like `17@60` and `17@60:A` at seconds after the start, and of further events at the end.
  static func rows(
    _ format: String, _ crossings: String, now: Int, bibs: String = "4 17 23",
    events: [Event.Kind] = []
  ) throws -> [Standings.Row] {
    let race = try race(format, crossings, bibs: bibs, events: events, now: now)
    return race.standings(atPlace: .seconds(now))?.waves.flatMap(\.rows) ?? []
  }

  /// Returns the race of these results; a bib `-` names nobody, and without a present the further
  /// events are at the last crossing.
  static func race(
    _ format: String, _ crossings: String, bibs: String = "4 17 23", events: [Event.Kind] = [],
    now: Int? = nil
  ) throws -> Race {
    let parts = format.split(separator: ";").map(String.init)
    let race = try RaceFormat(text: parts[0], rules: parts.count > 1 ? parts[1] : "")
    var list: [(kind: Event.Kind, seconds: Int)] = [(.start(race), 0)]
    for bib in bibs.split(separator: " ") { list.append((.enter(String(bib)), 0)) }
    for crossing in crossings.split(separator: " ") {
      let words = crossing.split(whereSeparator: { "@:".contains($0) }).map(String.init)
      let (bib, point) = (words[0] == "-" ? nil : words[0], words.count > 2 ? words[2] : nil)
      list.append((.race(.crossed(RaceEvent.Crossing(bib: bib, point: point))), Int(words[1]) ?? 0))
    }
    let last = now ?? list.last?.seconds ?? 0
    return Race(list + events.map { ($0, last) })
  }

  /// The id of an event by its number; crossings come after the start and the entries.
  static func id(_ version: Int) -> EventID {
    EventID(high: 0x0192_0000_0000_7000, low: UInt64(version))
  }

  /// Three runners: 17 laps in 60 s, 4 in 62 s, 23 in 70 s.
  private let laps = "17@60 4@62 23@70 17@120 4@124 23@140 17@180 4@186 23@210"

  @Test func `who completes the last lap by a second crossing at the same moment has won`() throws {
    let second = ["1. 7 finished 2 01:00.0", "2. 8 finished 2 01:40.0"]
    #expect(try Self.places("2 laps", "8@50 7@60 7@60 8@100", now: 120, bibs: "7 8") == second)
    try Self.expect(
      "50s, finish lap", "8@50 7@60 7@60 8@100", now: 120, bibs: "7 8",
      gives: "1. 8 finished 1 00:50.0", "2. 7 finished 1 01:00.0")
    #expect(
      try Self.places("55s, finish lap", "8@50 7@60 7@60 8@100", now: 120, bibs: "7 8") == second)
  }

  @Test func `laps: the winner's finish ends the race of the others at their next crossing`() throws
  {
    try Self.expect(
      "2 laps", "17@60 4@62 23@70 17@120 4@124 23@140", now: 200,
      gives: "1. 17 finished 2 02:00.0", "2. 4 finished 2 02:04.0", "3. 23 finished 2 02:20.0")
    // 23 is lapped: the first crossing after 180 s is the last.
    try Self.expect(
      "3 laps", "17@60 4@62 23@100 17@120 4@124 17@180 4@186 23@200", now: 300,
      gives: "1. 17 finished 3 03:00.0", "2. 4 finished 3 03:06.0", "3. 23 finished 2 03:20.0")
    try Self.expect(
      "3 laps", "17@60 4@62 23@100 17@120 4@124 17@180 23@182 4@186 23@260", now: 300,
      events: [.rule("17", .status(.dsq))],
      gives: "1. 4 finished 3 03:06.0", "2. 23 finished 3 04:20.0", "- 17 dsq 3 03:00.0")
    // 17 has run the distance before, with or without a finish of others, and leads the bunch.
    try Self.expect(
      "2 laps", "17@60 17@120 17@180", now: 300, events: [.rule("17", .status(.dsq))],
      gives: "- 4 running 0", "- 23 running 0", "- 17 dsq 2 02:00.0")
    try Self.expect(
      "2 laps; bunch=2s", "4@60 17@60 23@60 17@120 4@121 23@122 17@180", now: 300,
      events: [.rule("17", .status(.dsq))],
      gives: "1. 4 finished 2 02:00.0", "2. 23 finished 2 02:00.0", "- 17 dsq 2 02:00.0")
    try Self.expect(
      "3 laps; lapped=continue", "17@60 4@62 23@100 17@120 4@124 17@180 4@186 23@200 23@300",
      now: 300,
      gives: "1. 17 finished 3 03:00.0", "2. 4 finished 3 03:06.0", "3. 23 finished 3 05:00.0")
  }

  @Test func `a time: crossings up to and including it count`() throws {
    try Self.expect(
      "2m", laps, now: 121,
      gives: "1. 17 finished 2 02:00.0", "2. 4 finished 1 01:02.0", "3. 23 finished 1 01:10.0")
  }

  @Test func `a finish lap: the first new lap at or after the time is the last one`() throws {
    try Self.expect(
      "2m1s, finish lap", laps, now: 300,
      gives: "1. 17 finished 3 03:00.0", "2. 4 finished 3 03:06.0", "3. 23 finished 3 03:30.0")
    // 17 completes lap 2 at the time itself: that is the finish.
    try Self.expect(
      "2m, finish lap", laps, now: 300,
      gives: "1. 17 finished 2 02:00.0", "2. 4 finished 2 02:04.0", "3. 23 finished 2 02:20.0")
  }

  @Test func `further laps: the lap that many after the first new one`() throws {
    try Self.expect(
      "1m + 2 laps", laps, now: 300,
      gives: "1. 17 finished 3 03:00.0", "2. 4 finished 3 03:06.0", "3. 23 finished 3 03:30.0")
  }

  @Test func `points: each once, in order; a missed one is passed over`() throws {
    try Self.expect(
      "points A finish", "17@60:A 4@62:A 23@70:A 4@110:finish 17@115:finish 4@120:A", now: 200,
      gives: "1. 4 finished 2 01:50.0", "2. 17 finished 2 01:55.0", "3. 23 running 1 01:10.0")
    #expect(
      try Self.places("points A finish", "17@90:finish 4@60:A", now: 100).first
        == "1. 17 finished 2 01:30.0")
  }

  @Test func `best laps: the best lap, or the best sum of laps in a row, within the time`() throws {
    let crossings = "17@60 4@62 23@70 17@121 4@120 23@140 17@181 4@190 23@199"
    try Self.expect(
      "best lap 10m", crossings, now: 600,
      gives: "1. 4 finished 3 00:58.0", "2. 23 finished 3 00:59.0", "3. 17 finished 3 01:00.0")
    try Self.expect(
      "best 2 laps 10m", crossings, now: 600,
      gives: "1. 4 finished 3 02:00.0", "2. 17 finished 3 02:01.0", "3. 23 finished 3 02:09.0")
  }

  @Test func `elimination: the last on each lap is out once the others have crossed`() throws {
    try Self.expect(
      "elimination", "17@60 4@62", now: 65,
      gives: "1. 17 running 1 01:00.0", "2. 4 running 1 01:02.0", "3. 23 finished 0")
    try Self.expect(
      "elimination", "17@60 4@62 23@70 4@120", now: 121,
      gives: "1. 4 finished 2 02:00.0", "2. 17 finished 1 01:00.0", "3. 23 finished 1 01:10.0")
    try Self.expect(
      "elimination every 2", "17@60 4@62 23@70 17@120 4@124", now: 125,
      gives: "1. 17 running 2 02:00.0", "2. 4 running 2 02:04.0", "3. 23 finished 1 01:10.0")
    // Who is disqualified as the last on the course is the one out on this lap.
    try Self.expect(
      "elimination", "17@60 23@62", now: 65, events: [.rule("4", .status(.dsq))],
      gives: "1. 17 running 1 01:00.0", "2. 23 running 1 01:02.0", "- 4 dsq 0")
    // A tie is decided by the laps up to this one.
    try Self.expect(
      "elimination; ties=best_lap", "23@50 4@60 17@60 17@70", now: 75,
      gives: "1. 23 running 1 00:50.0", "2. 4 running 1 01:00.0", "3. 17 finished 1 01:00.0")
  }

  @Test(arguments: [
    // The last on the lap is out while 5 is still on the course, and stays out.
    (50, 4, 1), (65, 4, 1), (75, 5, 0),
  ])
  func `elimination: who is disqualified in time is no longer the last on the lap`(
    second: Int, out: Int, laps: Int
  ) throws {
    var events: [(kind: Event.Kind, seconds: Int)] = [
      (.start(try RaceFormat(text: "elimination", rules: "")), 0)
    ]
    for bib in ["4", "5", "17", "23"] { events.append((.enter(bib), 0)) }
    for (bib, time) in [("17", 60), ("23", 62), ("4", 70)] {
      events.append((.race(.crossed(RaceEvent.Crossing(bib: bib))), time))
    }
    let index = events.firstIndex { $0.seconds > second } ?? events.count
    events.insert((.rule("5", .status(.dsq)), second), at: index)
    let rows = try #require(Race(events).standings(atPlace: .seconds(80))).waves[0].rows
    let eliminated = rows.filter { $0.flags.contains(.eliminated) }
    #expect(eliminated.map(\.bib) == ["\(out)"] && eliminated.map(\.laps) == [laps])
  }

  @Test func `elimination: who is out behind a larger time has no gap`() throws {
    let rows = try Self.rows(
      "elimination", "17@60 4@62 23@70 17@120 4@122", now: 125,
      events: [.rule("4", .time(.seconds(-10)))])
    #expect(rows.map(\.bib) == ["17", "4", "23"])
    #expect(rows.map(\.time) == [.seconds(120), .seconds(112), .seconds(70)])
    #expect(rows.map(\.gap) == [.zero, nil, nil])
    #expect(rows.map(\.interval) == [.zero, nil, nil])
    #expect(rows.map(\.gapLaps) == [0, 0, 1])
    let lapped = try Self.rows("2 laps", "17@60 17@120 4@121", now: 130, bibs: "4 17")
    #expect(lapped.map(\.interval) == [.zero, nil] && lapped.map(\.gapLaps) == [0, 1])
  }

  @Test func `the first crossing of each runner after a time is the last one`() throws {
    try Self.expect(
      "2m, finish own lap", "17@60 4@62 23@70 17@120 4@119 4@185 17@190 23@150", now: 200,
      gives: "1. 4 finished 3 03:05.0", "2. 17 finished 2 02:00.0", "3. 23 finished 2 02:30.0")
    #expect(
      try Self.places("2m, finish own lap", "17@60 4@62 17@120", now: 500)[1]
        == "2. 4 running 1 01:02.0")
  }

  @Test func `elimination: the line decides who of several at the same moment is out`() throws {
    let crossings = "17@60 4@60 23@50"
    try Self.expect(
      "elimination", crossings, now: 65,
      gives: "1. 23 running 1 00:50.0", "2. 17 running 1 01:00.0", "3. 4 finished 1 01:00.0")
    // The events of the crossings of 17 and 4 are 5 and 6.
    try Self.expect(
      "elimination", crossings, now: 65, events: [.race(.ordered([Self.id(6), Self.id(5)]))],
      gives: "1. 23 running 1 00:50.0", "2. 4 running 1 01:00.0", "3. 17 finished 1 01:00.0")
    try Self.expect(
      "elimination; first=start", "17@1 23@2 4@3 " + crossings, now: 65,
      gives: "1. 23 running 1 00:50.0", "2. 17 running 1 01:00.0", "3. 4 finished 1 01:00.0")
  }

  @Test func `backyard: a loop each hour; who alone completes one more wins`() throws {
    let crossings = "17@3000 4@3100 23@3200 17@6500 4@6600 17@10000"
    try Self.expect(
      "backyard 1h", crossings, now: 10_801,
      gives: "1. 17 finished 3 2:46:40.0", "2. 4 finished 2 1:50:00.0", "3. 23 finished 1 53:20.0")
    #expect(try Self.places("backyard 1h", crossings, now: 10_700)[0].hasPrefix("1. 17 running 3"))
  }

  @Test(arguments: ["backyard 1h", "backyard 1h; min_lap=15m", "backyard 1h; dead_time=20%"])
  func `backyard: a loop counts from its bell`(_ format: String) throws {
    // 8 minutes after the bell of 1:00:00, though 18 minutes after the crossing before.
    let early = format.contains(";") ? " 17@4080" : ""
    let others = " 4@3000 23@3100 4@6600 23@6600 17@10000"
    let rows = try Self.rows(format, "17@3000\(early) 17@6480" + others, now: 7200)
    let row = try #require(rows.first { $0.bib == "17" })
    let laps = row.passages.map { "\($0.number): \(StopwatchLabel().text(of: $0.lap))" }
    #expect(laps.prefix(2) == ["1: 50:00.0", "2: 48:00.0"])
    #expect(row.best == .seconds(48 * 60))
  }

  @Test func `time trial: each has an own start, by the interval or at the first crossing`() throws
  {
    try Self.expect(
      "time trial 30s", "4@100 17@125 23@170", now: 200,
      gives: "1. 17 finished 1 01:35.0", "2. 4 finished 1 01:40.0", "3. 23 finished 1 01:50.0")
    try Self.expect(
      "time trial", "4@10 17@20 4@100 17@105", now: 200, bibs: "4 17",
      gives: "1. 17 finished 1 01:25.0", "2. 4 finished 1 01:30.0")
  }

  // MARK: Rules

  @Test func `the own clock begins at the first crossing if that is a start`() throws {
    try Self.expect(
      "1 lap; first=start, clock=chip, lapped=continue", "17@1 4@5 17@61 4@62", now: 100,
      bibs: "4 17", gives: "1. 4 finished 1 00:57.0", "2. 17 finished 1 01:00.0")
  }

  @Test func `ties are decided by the line, or share the place`() throws {
    func places(_ format: String, _ events: [Event.Kind] = []) throws -> [Substring] {
      try Self.places(format, "17@60 4@60 23@61", now: 100, events: events).map { $0.prefix(5) }
    }
    #expect(try places("1 lap") == ["1. 17", "2. 4 ", "3. 23"])
    #expect(try places("1 lap; ties=shared") == ["1. 4 ", "1. 17", "3. 23"])
    // The events of the crossings are 5 and 6.
    let order = Event.Kind.race(.ordered([Self.id(6), Self.id(5)]))
    #expect(try places("1 lap", [order]) == ["1. 4 ", "2. 17", "3. 23"])
    try Self.expect(
      "2 laps; ties=best_lap", "17@60 4@50 17@120 4@120", now: 130, bibs: "4 17",
      gives: "1. 4 finished 2 02:00.0", "2. 17 finished 2 02:00.0")
  }

  @Test func `rounding changes the times shown, and bunches them, but no order`() throws {
    try Self.expect(
      "1 lap; round=up 10s", "17@61 4@62 23@75", now: 100,
      gives: "1. 17 finished 1 01:10.0", "2. 4 finished 1 01:10.0", "3. 23 finished 1 01:20.0")
    let credit = [Event.Kind.rule("17", .time(.seconds(-65)))]
    #expect(
      try Self.rows("1 lap; round=down 10s", "17@61", now: 100, events: credit).first?.time
        == .seconds(-10))
    try Self.expect(
      "1 lap; bunch=3s", "17@61 4@63 23@65", now: 100,
      gives: "1. 17 finished 1 01:01.0", "2. 4 finished 1 01:01.0", "3. 23 finished 1 01:01.0")
    try Self.expect(
      "2 laps; bunch=3s", "17@60 17@120 4@121", now: 130, bibs: "4 17",
      gives: "1. 17 finished 2 02:00.0", "2. 4 finished 1 02:01.0")
  }

  @Test func `a bunch is by the times at the line, and penalties come after it`() throws {
    func places(_ decision: RaceEvent.Ruling.Decision) throws -> [String] {
      try Self.places(
        "1 lap; bunch=2s", "1@60 2@61 3@62 4@65", now: 100, bibs: "1 2 3 4",
        events: [.rule("2", decision)])
    }
    #expect(
      try places(.time(.seconds(10))) == [
        "1. 1 finished 1 01:00.0", "2. 3 finished 1 01:00.0", "3. 4 finished 1 01:05.0",
        "4. 2 finished 1 01:10.0",
      ])
    #expect(try places(.status(.dsq))[1] == "2. 3 finished 1 01:00.0")
    // Equal laps before penalties, and the exact time within the bunch.
    #expect(try places(.laps(-1)).map { $0.prefix(4) } == ["1. 2", "2. 1", "3. 3", "4. 4"])
  }

  @Test(arguments: ["1 lap", "elimination", "1 lap; clock=chip, first=start"])
  func `equal times at the line rank as recorded`(_ format: String) throws {
    let starts = format.contains("start") ? "4@1 17@1 23@1 " : ""
    let places = try Self.places(format, starts + "17@60 4@60 23@61", now: 100)
    #expect(places.prefix(2).map { $0.split(separator: " ")[1] } == ["17", "4"])
  }

  @Test(arguments: ["best lap 10m", "best 2 laps 10m"])
  func `equal best laps go to who set theirs first`(_ format: String) throws {
    let crossings = "17@60 4@70 17@120 4@130 4@190 17@240 17@300 4@310 17@360"
    let places = try Self.places(format, crossings, now: 500, bibs: "4 17")
    #expect(places.map { $0.split(separator: " ")[1] } == ["17", "4"])
  }

  @Test func `crossings before a time trial's own start are not in the median interval`() throws {
    let places = try Self.places(
      "time trial 30s; dead_time=40%", "3@1 4@1 5@1 1@20 2@50 3@80 4@110 5@140", now: 200,
      bibs: "1 2 3 4 5")
    #expect(places == (1...5).map { "\($0). \($0) finished 1 00:20.0" })
    // Five intervals have a median.
    try Self.expect(
      "9 laps; dead_time=40%", "4@60 4@120 4@180 4@240 4@245", now: 250, bibs: "4",
      gives: "1. 4 running 4 04:00.0")
  }

  @Test func `of two crossings of a runner at one moment, the one recorded first counts`() throws {
    let kinds: [Event.Kind] = [
      .start(RaceFormat(.laps(1))), .enter("4"), .enter("17"), .cross("17"), .cross("4"),
      .cross("17"),
    ]
    var race = Race()
    for (number, kind) in zip(1..., kinds) {
      var event = Event.measured(number, kind, at: .seconds(number < 4 ? 0 : 60))
      // The ids of the further events of a command are in no order.
      if number == 6 { event.id = Self.id(0) }
      race.apply(event)
    }
    let rows = try #require(race.standings(atPlace: .seconds(60))).waves.flatMap(\.rows)
    #expect(rows.map(\.bib) == ["17", "4"])
    #expect(rows[0].event == Self.id(4))
  }

  @Test func `an own start at another point is in the median interval`() throws {
    for point in ["", ":mat"] {
      try Self.expect(
        "9 laps; first=start, dead_time=40%",
        "4@10\(point) 17@10\(point) 4@70 17@110 4@130 4@190 4@192", now: 250,
        bibs: "4 17", gives: "1. 4 running 3 03:10.0", "2. 17 running 1 01:50.0")
    }
  }

  @Test func `who has too few laps is not classified, and pulled runners are ranked or not`() throws
  {
    let crossings = "17@60 4@62 17@120 4@124 17@180 4@186 23@190"
    try Self.expect(
      "3 laps; classified=90%", crossings, now: 300,
      gives: "1. 17 finished 3 03:00.0", "2. 4 finished 3 03:06.0", "- 23 finished 1 03:10.0")
    for (rule, index, place) in [("", 1, "2."), ("; pulled=unranked", 2, "-")] {
      let places = try Self.places(
        "3 laps" + rule, crossings, now: 300, events: [.rule("4", .status(.pulled))])
      #expect(places[index] == place + " 4 pulled 3 03:06.0")
    }
  }
}
