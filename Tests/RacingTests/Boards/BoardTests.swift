import Foundation
import Testing
import Text
import Timing
import TimingTestSupport

@testable import Racing

/// Boards of races and of several sessions.
struct BoardTests {
  /// The rows in a few words: `1 17 ▲2`.
  private static func rows(_ race: Race, at seconds: Double? = nil) -> [String] {
    let place = seconds.map { Duration.seconds($0) } ?? race.session.newestPlace
    return race.board(atPlace: place)?.groups.flatMap(\.rows).map { row in
      let gained = row.gained.map { $0 > 0 ? " ▲\($0)" : $0 < 0 ? " ▼\(-$0)" : " =" } ?? ""
      return "\(row.position.map { "\($0)" } ?? "-") \(row.bib)\(gained)"
    } ?? []
  }

  @Test func `places gained are those since the passage before the last one`() throws {
    let first = "4@60 17@61 23@62 "
    #expect(Self.rows(try RaceExampleTests.race("9 laps", first)) == ["1 4", "2 17", "3 23"])
    // 23 completes lap 2 as the first, and was third.
    #expect(
      Self.rows(try RaceExampleTests.race("9 laps", first + "23@120")) == [
        "1 23 ▲2", "2 4", "3 17",
      ])
    #expect(
      Self.rows(try RaceExampleTests.race("9 laps", first + "23@120 17@121 4@122"))
        == ["1 23 ▲2", "2 17 =", "3 4 ▼2"])
  }

  @Test func `runners at equal times gain nothing, and who has left the race does not count`()
    throws
  {
    #expect(
      Self.rows(try RaceExampleTests.race("9 laps", "4@60 17@60 23@60 4@120 17@120 23@120"))
        == ["1 4 =", "2 17 =", "3 23 ="])
    let ruling = RaceEvent.Ruling(bib: "4", .status(.dnf))
    #expect(
      Self.rows(
        try RaceExampleTests.race(
          "9 laps", "4@60 17@61 23@62 17@120 23@122", events: [.race(.ruled(ruling))]))
        == ["1 17 =", "2 23 =", "- 4"])
  }

  @Test func `where the best lap ranks, places are gained by it`() throws {
    #expect(
      Self.rows(try RaceExampleTests.race("best lap 10m", "4@60 17@61 23@62 23@120")) == [
        "1 23 ▲2", "2 4", "3 17",
      ])
    #expect(
      Self.rows(try RaceExampleTests.race("best lap 10m", "4@60 17@61 23@62 23@130"))
        == ["1 4", "2 17", "3 23 ="])
  }

  @Test func `crossings of nobody are listed by their times`() throws {
    let race = try RaceExampleTests.race("9 laps", "-@50 71@60 17@61")
    let unknown = try #require(race.board(atPlace: .seconds(70))).unknown
    #expect(unknown.map(\.bib) == [nil, "71"])
    #expect(unknown.map(\.runningTime) == [.seconds(50), .seconds(60)])
  }

  @Test(arguments: [("1 2 3", true), ("1 2 10", false), ("1 A", false), ("", false)])
  func `digits are enough where all bibs are single digits`(
    _ bibs: String, _ areEnough: Bool
  ) throws {
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
      try #require(loops.board(atPlace: .seconds(70))).changesAt
        == .seconds(120) + .nanoseconds(1))
  }

  @Test func `between an event and the next change by time, the standings stay`() throws {
    var seed = Seed()
    for race in 0..<200 {
      var fold = Race()
      for event in RandomRace(&seed, count: 20 + seed.below(40)).events { fold.apply(event) }
      let place = fold.session.newestPlace
      // Before a start, crossings have no times.
      guard fold.session.startPlace != nil else { continue }
      guard var standings = fold.standings(atPlace: place),
        let board = fold.board(atPlace: place)
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
    var (one, other) = (Track(), Track())
    try one.perform(.start(Event.Start()))
    try other.perform(.start(Event.Start()))
    one.pass(.seconds(30))
    other.pass(.seconds(29))
    try one.perform(.lap(label: nil))
    try other.perform(.lap(label: nil))
    other.pass(.seconds(1))
    func board() -> [String] {
      let tracks = [
        Board.TimedSession(key: "1", name: "Ada", session: one.session),
        Board.TimedSession(key: "2", name: "Grace", session: other.session),
      ]
      return Board(tracks, at: one.machine.reading).groups[0].rows.map { row in
        let gap = row.gapLaps > 0 ? "-\(row.gapLaps)" : row.gap.map { "\($0)" } ?? ""
        return "\(row.position ?? 0) \(row.bib) \(row.laps) \(gap) \(row.gained ?? 0)"
      }
    }
    #expect(board() == ["1 2 1 0.0 seconds 0", "2 1 1 1.0 seconds 0"])
    one.pass(.seconds(20))
    other.pass(.seconds(20))
    try one.perform(.lap(label: nil))
    #expect(board() == ["1 1 2 0.0 seconds 1", "2 2 1 -1 0"])
  }

  @Test func `a discarded session comes last, without a place`() throws {
    var (one, other) = (Track(), Track())
    try one.perform(.start(Event.Start()))
    for _ in 1...2 {
      one.pass(.seconds(30))
      try one.perform(.lap(label: nil))
    }
    try one.perform(.discard)
    try other.perform(.start(Event.Start()))
    other.pass(.seconds(60))
    try other.perform(.lap(label: nil))
    let tracks = [("1", one), ("2", other)].map { key, track in
      Board.TimedSession(key: key, name: nil, session: track.session)
    }
    let rows = Board(tracks, at: other.machine.reading).groups[0].rows
    #expect(rows.map(\.bib) == ["2", "1"])
    #expect(rows.map(\.position) == [1, nil])
    #expect(rows.map(\.status) == [.running, .discarded])
  }

  private typealias Track = TimingTestSupport.Track
}
