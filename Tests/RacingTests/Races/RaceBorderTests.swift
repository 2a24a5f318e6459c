import Timing
import Testing

@testable import Racing

/// Results at the borders of formats and rules, where the page on races says which one holds.
struct RaceBorderTests {
  private typealias Example = RaceExampleTests

  // MARK: Own starts

  @Test func `the point of the crossing that starts the own clock is not missed`() throws {
    func missed(_ crossings: String) throws -> [Bool] {
      try Example.rows("points A B finish; first=start", crossings, now: 100, bibs: "4")
        .map { $0.flags.contains(.missedPoint) }
    }
    #expect(try missed("4@1:A") == [false])
    #expect(try missed("4@1:A 4@30:B") == [false])
    #expect(try missed("4@1:A 4@30:B 4@60:finish") == [false])
    // A mat of its own at the start is no point of the format.
    #expect(try missed("4@1:start 4@30:A 4@50:B 4@60:finish") == [false])
    #expect(try missed("4@1:start 4@30:B") == [true])
    #expect(try missed("4@1:B 4@60:finish") == [true])
    #expect(try missed("4@1:finish 4@60:finish") == [true])
  }

  @Test func `a crossing of any point starts the own clock, and counts for none`() throws {
    try Example.expect(
      "1 lap; first=start, clock=chip", "4@5:start 17@6 4@65 17@67", now: 100, bibs: "4 17",
      gives: "1. 4 finished 1 01:00.0", "2. 17 finished 1 01:01.0")
    try Example.expect(
      "points A finish; first=start, clock=chip", "4@5:A 17@6:A 17@20:A 4@30:finish", now: 40,
      bibs: "4 17", gives: "1. 4 finished 2 00:25.0", "2. 17 running 1 00:14.0")
  }

  // MARK: Penalties

  @Test func `penalties in time add up`() throws {
    let penalties = [5, 3].map { Event.Kind.rule("17", .time(.seconds($0))) }
    try Example.expect(
      "1 lap", "17@60", now: 65, bibs: "17", events: penalties, gives: "1. 17 finished 1 01:08.0")
  }

  @Test func `a ruling that takes the last lap leaves the runner a place`() throws {
    let less = Event.Kind.rule("17", .laps(1))
    try Example.expect(
      "elimination", "17@60", now: 65, bibs: "4 17", events: [less],
      gives: "1. 17 finished 0 01:00.0", "2. 4 finished 0")
    try Example.expect(
      "1 lap", "17@60 4@62", now: 65, bibs: "4 17 23", events: [less],
      gives: "1. 4 finished 1 01:02.0", "2. 17 finished 0 01:00.0", "- 23 running 0")
    #expect(
      try Example.places("backyard 1h", "17@60", now: 3601, bibs: "4 17", events: [less])[0]
        == "1. 17 finished 0 01:00.0")
  }

  @Test func `a lap by a ruling ranks a runner without a crossing, but not by best laps`() throws {
    let more = Event.Kind.rule("17", .laps(-1))
    try Example.expect(
      "2 laps", "4@60", now: 65, bibs: "4 17", events: [more],
      gives: "1. 4 running 1 01:00.0", "2. 17 running 1")
    for format in ["best lap 1m", "best 2 laps 1m"] {
      #expect(
        try Example.places(format, "17@61 4@50", now: 65, bibs: "4 17", events: [more]).map {
          $0.prefix(13)
        } == ["1. 4 finished", "- 17 finished"])
    }
  }

  // MARK: Backyard

  @Test func `a stop at the end of an hour ends the race of all: in time, or out`() throws {
    try Example.expect(
      "backyard 1h", "17@3000 4@3100 23@3200 17@6500 4@6600", now: 7200, events: [.stopped],
      gives: "1. 4 finished 2 1:50:00.0", "1. 17 finished 2 1:48:20.0", "3. 23 finished 1 53:20.0")
    // The one left has won.
    try Example.expect(
      "backyard 1h", "17@3000 4@3100 17@7200", now: 7200, events: [.stopped],
      gives: "1. 17 finished 2 2:00:00.0", "2. 4 finished 1 51:40.0", "- 23 dns 0")
  }

  @Test func `a stop within an hour ends it for those on the course alone`() throws {
    try Example.expect(
      "backyard 1h", "17@3000 4@3100 17@6500", now: 7000, bibs: "4 17", events: [.stopped],
      gives: "1. 17 finished 2 1:48:20.0", "- 4 dnf 1 51:40.0")
    try Example.expect(
      "backyard 1h", "17@3000 4@3100", now: 3601, bibs: "4 17", events: [.stopped],
      gives: "- 4 dnf 1 51:40.0", "- 17 dnf 1 50:00.0")
  }

  @Test func `a shared place of a backyard has no gap, and other places have laps`() throws {
    let crossings = "17@3000 4@3100 23@3200 17@6500 4@6600"
    // The events of the last crossings are 8 and 9.
    for events: [Event.Kind] in [[], [.race(.ordered([Example.id(8), Example.id(9)]))]] {
      let rows = try Example.rows("backyard 1h", crossings, now: 7201, events: events)
      #expect(rows.map(\.position) == [1, 1, 3])
      #expect(rows.map(\.gap) == [.zero, .zero, nil])
      #expect(rows.map(\.interval) == [.zero, .zero, nil])
      #expect(rows.map(\.gapLaps) == [0, 0, 1])
    }
  }

  @Test func `an order in a backyard leaves a runner without a crossing where it is`() throws {
    let lap = Event.Kind.race(.ruled(RaceEvent.Ruling(bib: "2", .laps(-1))))
    // The events of the crossings are 5 and 6.
    let order = Event.Kind.race(.ordered([Example.id(5), Example.id(6)]))
    for (events, bibs) in [([lap], ["2", "4", "17"]), ([lap, order], ["2", "17", "4"])] {
      let rows = try Example.rows(
        "backyard 1h", "17@3000 4@3100", now: 3600, bibs: "2 4 17", events: events)
      #expect(rows.map(\.bib) == bibs)
      #expect(rows.map(\.laps) == [1, 1, 1])
    }
  }

  @Test func `a backyard shows each time: there is no gap that bunch can close`() throws {
    try Example.expect(
      "backyard 1h; bunch=3s", "17@3000 4@3100", now: 3600, bibs: "4 17",
      gives: "1. 4 running 1 51:40.0", "1. 17 running 1 50:00.0")
  }

  @Test func `a crossing at the end of the dead time or of a window counts`() throws {
    // The median interval is 60 s.
    #expect(
      try Example.places(
        "9 laps; dead_time=50%", "17@60 4@60 17@120 4@120 17@180 17@210", now: 220)[0]
        == "1. 17 running 4 03:30.0")
    #expect(
      try Example.places("9 laps; window finish=1m..2m", "17@59 17@60 17@120 17@121", now: 220)[0]
        == "1. 17 running 2 02:00.0")
  }

  // MARK: Elimination

  @Test func `disqualified runners on the course do not delay who is out`() throws {
    #expect(
      try Example.places(
        "elimination", "17@60 4@62 23@70", now: 75, bibs: "4 17 23 8 9",
        events: ["8", "9"].map { .rule($0, .status(.dsq)) })[2] == "3. 23 finished 1 01:10.0")
  }

  @Test func `of equals the last by bib is out, or the one with the worse best lap`() throws {
    func last(_ ties: String, _ laps: String = "17@50 4@60 23@61 17@120 4@120") throws -> String? {
      try Example.places("elimination; ties=\(ties)", laps, now: 125).dropFirst().first
    }
    #expect(try last("shared") == "2. 17 finished 2 02:00.0")
    #expect(try last("best_lap") == "2. 4 finished 2 02:00.0")
    #expect(try last("best_lap", "17@60 4@60 23@61 17@120 4@120") == "2. 17 finished 2 02:00.0")
  }
}
