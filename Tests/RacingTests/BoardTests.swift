import Testing
import Timing
import TimingTestSupport

@testable import Racing

struct BoardTests {
  /// The rows at the newest place in a few words: `1 17 ▲2`.
  private func rows(
    _ format: String, _ crossings: String, bibs: String = "4 17 23", events: [Event.Kind] = []
  ) throws -> [String] {
    let race = try RaceExampleTests.race(format, crossings, bibs: bibs, events: events)
    let board = try #require(race.board(atPlace: race.session.summary.newestPlace))
    return board.groups.flatMap(\.rows).map { row in
      let gained = row.gained.map { $0 > 0 ? " ▲\($0)" : $0 < 0 ? " ▼\(-$0)" : " =" } ?? ""
      return "\(row.position.map { "\($0)" } ?? "-") \(row.bib)\(gained)"
    }
  }

  @Test func `runners at equal times gain nothing, and those who left do not count`() throws {
    #expect(
      try rows("9 laps", "4@60 17@60 23@60 4@120 17@120 23@120") == ["1 4 =", "2 17 =", "3 23 ="])
    let out = [Event.Kind.rule("4", .status(.dnf))]
    #expect(
      try rows("9 laps", "4@60 17@61 23@62 17@120 23@122", events: out)
        == ["1 17 =", "2 23 =", "- 4"])
  }

  @Test func `where the best lap ranks, places are gained by it`() throws {
    #expect(try rows("best lap 10m", "4@60 17@61 23@62 23@120") == ["1 23 ▲2", "2 4", "3 17"])
    #expect(try rows("best lap 10m", "4@60 17@61 23@62 23@130") == ["1 4", "2 17", "3 23 ="])
  }

  @Test func `a runner with an equal best lap was not passed`() throws {
    #expect(try rows("best lap 10m", "4@60 23@60 23@115", bibs: "4 23") == ["1 23 =", "2 4"])
  }

  @Test func `crossings of nobody are listed by their times`() throws {
    let race = try RaceExampleTests.race("9 laps", "-@50 71@60 17@61")
    let unknown = try #require(race.board(atPlace: .seconds(70))).unknown
    #expect(unknown.map(\.bib) == [nil, "71"])
    #expect(unknown.map(\.runningTime) == [.seconds(50), .seconds(60)])
  }

  @Test(arguments: [("1 2 3", true), ("1 2 10", false), ("1 A", false), ("", false)])
  func `digits are enough where all bibs are single digits`(bibs: String, areEnough: Bool) throws {
    let race = try RaceExampleTests.race("9 laps", "", bibs: bibs)
    #expect(race.board(atPlace: .zero)?.hasOnlyDigits == areEnough)
  }

  @Test func `a change by time alone is known before`() throws {
    let race = try RaceExampleTests.race("2m", "4@60 17@61 23@62")
    let board = try #require(race.board(atPlace: .seconds(70)))
    #expect(board.changesAt == .seconds(120))
    #expect(board.phase == .running)
    let end = try #require(race.board(atPlace: .seconds(120)))
    #expect(end.phase == .finished)
    #expect(end.changesAt == nil)
    let loops = try RaceExampleTests.race("backyard 1m", "4@30 17@31 23@32")
    #expect(
      try #require(loops.board(atPlace: .seconds(70))).changesAt == .seconds(120) + .nanoseconds(1))
  }

  @Test func `between an event and the next change by time, the standings stay`() throws {
    var seed = Seed()
    for race in 0..<200 {
      var fold = Race()
      for event in RandomRace(&seed, count: 20 + seed.below(40)).events { fold.apply(event) }
      let place = fold.session.summary.newestPlace
      // Before a start, crossings have no times.
      guard fold.session.summary.startPlace != nil else { continue }
      guard var standings = fold.standings(atPlace: place), let board = fold.board(atPlace: place)
      else { continue }
      standings.runningTime = nil
      for _ in 0..<5 {
        let later = place + .milliseconds(1 + seed.below(100_000))
        if let change = board.changesAt, later >= change { continue }
        var then = try #require(fold.standings(atPlace: later))
        then.runningTime = nil
        #expect(then == standings, "\(seed), race \(race), \(place) to \(later)")
        if then != standings { return }
      }
    }
  }

  @Test func `places gained are those of a naive count of earlier passages`() throws {
    var seed = Seed()
    for race in 0..<100 {
      let bibs = (1...(2 + seed.below(8))).map { "\($0)" }
      var (time, crossings) = (0, "")
      for _ in 0..<seed.below(60) {
        time += 1 + seed.below(9)
        crossings += "\(bibs[seed.below(bibs.count)])@\(time) "
      }
      let fold = try RaceExampleTests.race("999 laps", crossings, bibs: bibs.joined(separator: " "))
      let rows = try #require(fold.board(atPlace: .seconds(time))).groups.flatMap(\.rows)
      for row in rows where row.passages.count > 1 {
        // The order of the race at the moment of the passage before the last one.
        let before = row.passages[row.passages.count - 2].split
        let then = try #require(fold.board(atPlace: before)).row(ofBib: row.bib)?.position ?? 0
        #expect(row.gained == then - (row.position ?? 0), "\(seed), race \(race), \(row.bib)")
      }
    }
  }

  @Test func `sessions are ordered by laps, then by the time of the last one`() throws {
    var (one, other) = (try Track.started(), try Track.started())
    try one.perform(.lap(label: nil), after: .seconds(30))
    try other.perform(.lap(label: nil), after: .seconds(29))
    other.pass(.seconds(1))
    func board() -> [String] {
      let tracks: [Board.TimedSession] = [
        (key: "1", name: "Ada", session: one.session),
        (key: "2", name: "Grace", session: other.session),
      ]
      return Board(tracks, at: one.machine.reading).groups[0].rows.map { row in
        let gap = row.gapLaps > 0 ? "-\(row.gapLaps)" : row.gap.map { "\($0)" } ?? ""
        return "\(row.position ?? 0) \(row.bib) \(row.laps) \(gap) \(row.gained ?? 0)"
      }
    }
    #expect(board() == ["1 2 1 0.0 seconds 0", "2 1 1 1.0 seconds 0"])
    other.pass(.seconds(20))
    try one.perform(.lap(label: nil), after: .seconds(20))
    #expect(board() == ["1 1 2 0.0 seconds 1", "2 2 1 -1 0"])
  }

  @Test func `a discarded session comes last, without a place`() throws {
    var (one, other) = (try Track.started(), try Track.started())
    for _ in 1...2 { try one.perform(.lap(label: nil), after: .seconds(30)) }
    try one.perform(.discard)
    try other.perform(.lap(label: nil), after: .seconds(60))
    let tracks: [Board.TimedSession] = [("1", one), ("2", other)].map { key, track in
      (key: key, name: nil, session: track.session)
    }
    let rows = Board(tracks, at: other.machine.reading).groups[0].rows
    #expect(rows.map(\.bib) == ["2", "1"])
    #expect(rows.map(\.position) == [1, nil])
    #expect(rows.map(\.status) == [.running, .discarded])
  }

  private typealias Track = TimingTestSupport.Track

  private static let count = Seed.tries(150)

  /// The board that is made from all events, at the place of one that may have been kept.
  private static func expected(_ race: Race, _ now: Duration, insteadOf board: Board?) -> Board? {
    var expected = race.board(atPlace: now)
    if let board, board.place <= now { expected?.place = board.place }
    return expected
  }

  @Test func `an updated board is the one that is made from all events`() {
    var seed = Seed()
    for number in 0..<Self.count {
      var streams = RandomStreams(&seed, count: 20 + seed.below(number % 10 == 0 ? 300 : 60))
      // Half of the races have one stream.
      if seed.chance(50) { streams.others = [] }
      var (race, cache) = (Race(streams.own[0].id), RaceBoard())
      for (event, stream) in streams.arrivals(&seed) {
        race.apply(event, of: stream)
        // Several events may arrive at once.
        if seed.chance(20) { continue }
        // The present, a later place, or an earlier one.
        let span = seed.chance(10) ? -1000 * seed.below(20) : seed.chance(50) ? 0 : seed.below(3000)
        let now = max(.zero, race.newestPlace + .milliseconds(span))
        let board = cache.board(of: race, atPlace: now)
        let expected = Self.expected(race, now, insteadOf: board)
        guard board != expected else { continue }
        Issue.record("\(seed), race \(number), \(event.version): \(difference(board, expected))")
        return
      }
    }
  }

  @Test func `a crossing after the finish of all leaves the results of a board`() throws {
    let crossings = ["17@180", "4@240", "17@300", "4@360"]
    var (race, cache) = (Race(), RaceBoard())
    var boards: [Board?] = []
    for count in 0...crossings.count {
      race = try RaceExampleTests.race(
        "1 lap", crossings.prefix(count).joined(separator: " "), bibs: "4 17")
      boards.append(cache.board(of: race, atPlace: race.newestPlace))
    }
    #expect(boards.map { $0?.phase } == [.running, .running, .finished, .finished, .finished])
    #expect(boards.suffix(3).map { $0?.finishTime } == Array(repeating: .seconds(240), count: 3))
    #expect(boards.last == race.board(atPlace: race.newestPlace))
  }

  @Test func `time does not change the board of a race that has not started`() throws {
    let format = try RaceFormat(text: "1 laps", rules: "")
    let kinds: [Event.Kind] = [.planned(PlanChange(race: .set(format))), .enter("4"), .cross("4")]
    var race = Race()
    for event in Self.eachMinute(kinds) { race.apply(event) }
    let board = try #require(race.board(atPlace: race.newestPlace))
    #expect(board.groups[0].rows[0].result.others.map(\.split) == [.seconds(120)])
    #expect(race.board(atPlace: race.newestPlace + .seconds(9))?.groups == board.groups)
    var cache = RaceBoard()
    _ = cache.board(of: race, atPlace: .zero)
    #expect(cache.board(of: race, atPlace: race.newestPlace) == board, "it was one of the past")
  }

  @Test func `the gun of a wave is on the board when it comes, after the stop, too`() {
    let kinds: [Event.Kind] = [
      .start(RaceFormat(.laps(1))), .enter("4", wave: "B"),
      .race(.waveStarted(wave: "B", race: nil)), .stopped,
      .amended(
        RaceExampleTests.id(3), Event.Amendment(move: .by(.seconds(150)), scope: .anyMoment)),
    ]
    var (race, cache) = (Race(), RaceBoard())
    for event in Self.eachMinute(kinds) { race.apply(event) }
    let guns = [Duration.zero, .seconds(30)].map { span in
      cache.board(of: race, atPlace: race.newestPlace + span)?.groups.map(\.gun)
    }
    #expect(guns == [[nil], [.seconds(270)]])
  }

  @Test func `the board of a race follows another fold of its events`() {
    var kinds: [Event.Kind] = [
      .start(RaceFormat(.laps(1))), .enter("1"), .enter("2"),
      .race(.crossed(RaceEvent.Crossing())),
    ]
    for bib in ["1", "2"] { kinds.append(.race(.assigned(RaceExampleTests.id(4), bib: bib))) }
    var (race, cache) = (Race(), RaceBoard())
    let places = Self.eachMinute(kinds).map { event in
      race.apply(event)
      let other = Race(race.session)
      return cache.board(of: event.version == kinds.count ? other : race, atPlace: race.newestPlace)
        .map { $0.groups.flatMap(\.rows).map(\.position) }
    }
    #expect(places.suffix(2) == [[1, nil], [1, nil]])
    #expect(cache.board(of: race, atPlace: race.newestPlace)?.row(ofBib: "2")?.position == 1)
  }

  @Test func `the board of a race follows a fold that numbers the runners otherwise`() {
    let events = Self.eachMinute([
      .start(RaceFormat(.laps(1))), .cross("9"), .enter("1"), .enter("2"), .cross("2"),
    ])
    var (race, cache) = (Race(), RaceBoard())
    for event in events.dropLast() { race.apply(event) }
    _ = cache.board(of: race, atPlace: race.newestPlace)
    var other = Race(race.session)
    for event in events.suffix(1) { other.apply(event) }
    let board = cache.board(of: other, atPlace: other.newestPlace)
    #expect(board?.groups.map { $0.rows.map(\.bib) } == [["2", "1"]])
    #expect(board == other.board(atPlace: other.newestPlace))
  }

  @Test func `a wave without a gun is the last one, also before the guns of others`() {
    let kinds: [Event.Kind] = [
      .start(RaceFormat(.laps(1))), .enter("4"), .enter("5", wave: "B"),
      .amended(
        RaceExampleTests.id(1), Event.Amendment(move: .by(.seconds(600)), scope: .anyMoment)),
    ]
    var race = Race()
    for event in Self.eachMinute(kinds) { race.apply(event) }
    let names = [0, 419, 420].map { seconds in
      race.board(atPlace: race.newestPlace + .seconds(seconds))?.groups.map(\.name)
    }
    #expect(names == Array(repeating: [nil, "B"], count: 3))
  }

  static func eachMinute(_ kinds: [Event.Kind]) -> [Event] {
    kinds.enumerated().map { .measured($0 + 1, $1, at: .seconds(60 * $0)) }
  }

  private func difference(_ board: Board?, _ expected: Board?) -> String {
    guard let board, let expected else { return "\(board == nil) and \(expected == nil)" }
    for (one, other) in zip(board.groups, expected.groups) {
      for (left, right) in zip(one.rows, other.rows) where left != right {
        return "\(left)\n\(right)"
      }
    }
    return "\(board)\n\(expected)"
  }
}
