import Testing
import Text
import Timing
import TimingTestSupport

@testable import Racing

/// Boards that are updated with crossings.
struct RaceBoardTests {
  private static let count = Seed.tries(400)

  /// The board that is made from all events, at the place of one that may have been kept.
  private static func expected(_ race: Race, _ now: Duration, insteadOf board: Board?) -> Board? {
    var expected = race.board(atPlace: now)
    if let board, board.place <= now { expected?.place = board.place }
    return expected
  }

  @Test func `an updated board is the one that is made from all events`() throws {
    var seed = Seed()
    var (boards, updates) = (0, 0)
    for number in 0..<Self.count {
      let streams = RandomStreams(&seed, count: 20 + seed.below(number % 10 == 0 ? 300 : 60))
      // Half of the races have one stream.
      var lists = [streams.own] + (seed.chance(50) ? [] : streams.others)
      let ids = lists.map { $0[0].id }
      var (race, cache) = (Race(ids[0]), RaceBoard())
      while let index = lists.indices.filter({ !lists[$0].isEmpty }).randomElement(using: &seed) {
        let event = lists[index].removeFirst()
        race.apply(event, of: ids[index])
        // Several events may arrive at once.
        if seed.chance(20) { continue }
        let now = race.newestPlace + .milliseconds(seed.chance(50) ? 0 : seed.below(3000))
        let board = cache.board(of: race, atPlace: now)
        if board != nil { boards += 1 }
        let expected = Self.expected(race, now, insteadOf: board)
        guard board != expected else { continue }
        Issue.record(
          "\(seed), race \(number), event \(event.version): \(difference(board, expected))")
        return
      }
      updates += cache.updates
    }
    // Most boards of races without corrections are updated; a few races may all have some.
    #expect(Self.count < 50 || updates > boards / 20, "\(updates) of \(boards)")
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
    #expect(
      boards.map { $0?.phase } == [.running, .running, .finished, .finished, .finished])
    #expect(boards.suffix(3).map { $0?.finishTime } == Array(repeating: .seconds(240), count: 3))
    #expect(boards.last == race.board(atPlace: race.newestPlace))
    #expect(cache.updates == 4)
  }

  @Test func `time does not change the board of a race that has not started`() throws {
    let format = try RaceFormat(text: "1 laps", rules: "")
    let kinds: [Event.Kind] = [
      .planned(PlanChange(race: .set(format))), .race(.entered(RaceEvent.Entry(bib: "4"))),
      .race(.crossed(RaceEvent.Crossing(bib: "4"))),
    ]
    var race = Race()
    for event in Self.eachMinute(kinds) { race.apply(event) }
    let board = try #require(race.board(atPlace: race.newestPlace))
    #expect(board.groups[0].rows[0].result.others.map(\.split) == [.seconds(120)])
    #expect(race.board(atPlace: race.newestPlace + .seconds(9))?.groups == board.groups)
  }

  private static func eachMinute(_ kinds: [Event.Kind]) -> [Event] {
    kinds.enumerated().map { index, kind in
      let reading = Reading(
        clock: ClockID(rawValue: 1), ticks: .seconds(60 * index),
        recordedAt: Moment(nanosecondsSince1970: Int64(60 * index) * 1_000_000_000))
      return Event(
        id: RaceExampleTests.id(index + 1), version: index + 1, kind: kind,
        at: reading.recordedAt, basis: .measured, reading: reading)
    }
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

  @Test func `a board at an earlier place is made from all events`() throws {
    var seed = Seed()
    for number in 0..<50 {
      var (race, cache) = (Race(), RaceBoard())
      for event in RandomRace(&seed, count: 40).events {
        race.apply(event)
        let now = max(.zero, race.newestPlace - .seconds(seed.below(20)))
        let board = cache.board(of: race, atPlace: now)
        guard board != Self.expected(race, now, insteadOf: board) else { continue }
        Issue.record("\(seed), race \(number), event \(event.version)")
        return
      }
    }
  }
}
