import Testing
import Text
import Timing
import TimingTestSupport

@testable import Racing

struct RandomRaceTests {
  private static let count = Seed.tries(300)
  /// Each race of several streams is folded six times.
  private static let countOfStreams = Seed.tries(50)

  @Test func `standings are those of a naive implementation, after each event and as of any time`()
    throws
  {
    var seed = Seed()
    for race in 0..<Self.count {
      let events = RandomRace(&seed, count: 20 + seed.below(60)).events
      let asOf = seed.below(120)
      if let difference = RaceDifference(in: events, asOf: asOf, everyEvent: race % 10 == 0) {
        Issue.record("\(seed), race \(race): \(difference.description)")
        return
      }
    }
  }

  @Test
  func `streams give equal bytes in any order of arrival, and what a naive implementation gives`()
    throws
  {
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
  init?(
    in events: [Event], _ others: [[Event]] = [], asOf seconds: Int, everyEvent: Bool
  ) {
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
          time: row.time, gap: row.gap, last: row.last, best: row.best,
          splits: row.passages.map(\.split),
          doubles: row.others.count { $0.flags.contains(.double) }, doubt: row.doubt,
          isPointMissed: row.flags.contains(.missedPoint))
      }
      if !own.isEmpty || wave.name != nil { rows[wave.name ?? ""] = own }
    }
    return rows
  }
}

/// The places of races compared with those of a scorer who only knows the rules in words.
struct RaceOnPaperTests {
  private static let count = Seed.tries(1000)

  @Test func `a race has the places that a scorer writes down`() throws {
    var seed = Seed()
    for number in 0..<Self.count {
      let paper = RaceOnPaper(&seed)
      let isStated = seed.chance(50)
      let race = try Race(paper, isStated: isStated)
      let standings = try #require(race.standings(atRunningTime: .milliseconds(paper.end)))
      for (index, wave) in paper.waves.enumerated() {
        let lines = standings.waves.first { $0.name == wave.name }?.rows.map {
          RaceOnPaper.Line($0)
        }
        let expected = paper.score(index)
        guard lines ?? [] != expected else { continue }
        Issue.record(
          """
          \(seed), race \(number), wave \(wave), rereads \(paper.dropsRereads), \
          stop \(paper.stop.map { "\($0)" } ?? "none")
          is  \((lines ?? []).map { "\($0)" }.joined(separator: "\n    "))
          not \(expected.map { "\($0)" }.joined(separator: "\n    "))
          \(paper.riders.filter { $0.wave == index }.map { "\($0)" }.joined(separator: "\n"))
          """)
        return
      }
    }
  }
}

extension Race {
  /// Records a race: with stated times at its end, or each event at its time.
  fileprivate init(_ paper: RaceOnPaper, isStated: Bool) throws {
    self.init()
    let start = Moment(nanosecondsSince1970: 1_700_000_000_000_000_000)
    func format(_ finish: RaceOnPaper.Finish) throws -> RaceFormat {
      var format = try RaceFormat(
        text: finish.text, rules: paper.dropsRereads ? "dead_time=40%" : "")
      format.lapped = paper.waves[0].allRideOn ? .continue : .finish
      return format
    }
    let main = try format(paper.waves[0].finish)
    var events: [(time: Int, kind: Event.Kind)] = [
      (0, .started(Event.Start(plan: Plan(race: main))))
    ]
    for rider in paper.riders {
      var entry = RaceEvent.Entry(bib: "\(rider.bib)")
      if let name = paper.waves[rider.wave].name { entry.wave = .set(name) }
      events.append((0, .race(.entered(entry))))
      if let ruling = rider.ruling, let status = RaceEvent.Ruling.Status(rawValue: ruling.rawValue)
      {
        events.append((0, .race(.ruled(RaceEvent.Ruling(bib: entry.bib, .status(status))))))
      }
    }
    for wave in paper.waves {
      guard let name = wave.name else { continue }
      events.append((wave.gun, .race(.waveStarted(wave: name, race: try format(wave.finish)))))
    }
    events += paper.crossings.map {
      ($0.time, .race(.crossed(RaceEvent.Crossing(bib: "\($0.bib)"))))
    }
    if let stop = paper.stop { events.append((stop, .stopped)) }
    let sorted = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
    for (number, index) in sorted.enumerated() {
      let (time, kind) = events[index]
      let at = start + .milliseconds(time)
      let recordedAt = isStated ? start + .milliseconds(paper.end + 1000) : at
      apply(
        Event(
          id: EventID(high: 0x0192_0000_0000_7000, low: UInt64(number + 1)), version: number + 1,
          kind: kind, at: at, basis: isStated ? .stated : .measured,
          reading: Reading(
            clock: ClockID(rawValue: 1), ticks: recordedAt - start, recordedAt: recordedAt)))
    }
  }

  fileprivate func standings(atRunningTime time: Duration) -> Standings? {
    standings(
      at: Reading(
        clock: ClockID(rawValue: 1), ticks: time,
        recordedAt: Moment(nanosecondsSince1970: 1_700_000_000_000_000_000) + time))
  }
}

extension RaceOnPaper.Line {
  fileprivate init(_ row: Standings.Row) {
    func milliseconds(_ time: Duration?) -> Int? { time.map { Int($0.nanoseconds / 1_000_000) } }
    self.init(
      place: row.position, bib: Int(row.bib) ?? 0, status: row.status.rawValue, laps: row.laps,
      time: milliseconds(row.time), gap: milliseconds(row.gap), lapsDown: row.gapLaps)
  }
}
