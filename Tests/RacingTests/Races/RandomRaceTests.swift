import Testing
import Text
import Timing
import TimingTestSupport

@testable import Racing

struct RandomRaceTests {
  private static let count = Seed.tries(120)
  /// Each race of several streams is folded six times.
  private static let countOfStreams = Seed.tries(20)

  @Test func `standings as of any time add up, and are those of a naive implementation`() {
    var seed = Seed()
    for race in 0..<Self.count {
      var events = RandomRace(&seed, count: 20 + seed.below(60)).events
      if let fault = PlaceExplanationFault(in: events) {
        Issue.record("\(seed), race \(race): \(fault.description)")
        return
      }
      if seed.chance(20), let last = events.last?.reading {
        // All times are stated after the race.
        for index in events.indices {
          (events[index].basis, events[index].reading) = (.stated, last)
        }
      }
      let asOf = seed.below(120)
      if let difference = RaceDifference(in: events, asOf: asOf, everyEvent: race % 10 == 0) {
        Issue.record("\(seed), race \(race): \(difference.description)")
        return
      }
    }
  }

  @Test
  func `streams give equal bytes in any order of arrival, and what a naive implementation gives`() {
    var seed = Seed()
    for race in 0..<Self.countOfStreams {
      let streams = RandomStreams(&seed, count: 20 + seed.below(60))
      let difference = RaceDifference(
        in: streams.own, streams.others, asOf: seed.below(120), everyEvent: race % 10 == 0)
      if let difference {
        Issue.record("\(seed), race \(race): \(difference.description)")
        return
      }
      let first = streams.standings(&seed)
      for _ in 0..<3 where streams.standings(&seed) != first {
        Issue.record("\(seed), race \(race): the order of arrival matters")
        return
      }
    }
  }
}

/// A difference between the fold and the naive implementation.
struct RaceDifference: CustomStringConvertible {
  let description: String

  /// Finds a difference at the newest place after each event of the race's own stream or some of
  /// them, or at another place at the end; nil if there is none.
  init?(in events: [Event], _ others: [[Event]] = [], asOf seconds: Int, everyEvent: Bool) {
    var race = Race(events.first?.id)
    for stream in others {
      for event in stream { race.apply(event, of: stream[0].id) }
    }
    let streams = others.map { NaiveSession($0) }
    for (index, event) in events.enumerated() {
      race.apply(event)
      let isLast = index == events.count - 1
      guard everyEvent || isLast || index % 16 == 15 else { continue }
      let naive = NaiveSession(Array(events[...index]))
      var places = [race.newestPlace]
      if race.newestPlace != NaiveRace.newestPlace(naive, streams) {
        description = "the newest place is \(race.newestPlace)"
        return
      }
      if isLast { places.append(.seconds(seconds)) }
      for place in places {
        let expected = NaiveRace(naive, streams, now: place).standings()
        let rows = Self.rows(race.standings(atPlace: place))
        if rows == expected { continue }
        var text = "as of \(place) after event \(index + 1) of \(events.count)"
        for wave in Set(rows.keys).union(expected.keys) where rows[wave] != expected[wave] {
          text += "\nwave '\(wave)':\n  is "
          text += (rows[wave] ?? []).map { "\($0)" }.joined(separator: "\n     ")
          text += "\n  not "
          text += (expected[wave] ?? []).map { "\($0)" }.joined(separator: "\n     ")
        }
        let lists = [Array(events[...index])] + others
        description = text + lists.map { $0.map { "\n\($0)" }.joined() }.joined(separator: "\n")
        return
      }
    }
    return nil
  }

  private static func rows(_ standings: Standings?) -> [String: [NaiveRace.Row]] {
    var rows: [String: [NaiveRace.Row]] = [:]
    for wave in standings?.waves ?? [] {
      let own = wave.rows.map { row in
        NaiveRace.Row(
          position: row.position, bib: row.bib, status: row.status.rawValue, laps: row.laps,
          time: row.time, gap: row.gap, gapLaps: row.gapLaps, last: row.last, best: row.best,
          splits: row.passages.map(\.split),
          doubles: row.others.count { $0.flags.contains(.double) }, doubt: row.doubt,
          isPointMissed: row.flags.contains(.missedPoint))
      }
      if !own.isEmpty || wave.name != nil { rows[wave.name ?? ""] = own }
    }
    return rows
  }
}
