import Timing
import TimingTestSupport
import Testing

@testable import Racing

/// Results that follow a race from event to event.
struct JudgedRaceTests {
  private static let races = Seed.tries(120)

  @Test func `the rows of a wave follow its gun, which is moved together with an entry`() {
    var format = RaceFormat(.laps(2))
    format.first = .start
    let kinds: [Event.Kind] = [
      .start(format), .enter("4", wave: "B"), .race(.waveStarted(wave: "B", race: nil)),
      .cross("4"), .cross("4"),
      .amended(
        RaceExampleTests.id(3), Event.Amendment(move: .by(.seconds(-10)), scope: .anyMoment)),
      .enter("5", wave: "B"),
    ]
    var (race, judged) = (Race(), JudgedRace())
    var changed: [Int: JudgedRunner?]?
    for event in BoardTests.eachMinute(kinds) {
      race.apply(event)
      if event.version != 6 { changed = judged.settle(race, at: race.newestPlace) }
    }
    let rows = race.rows(judged, changing: changed, session: 1).competitors
    #expect(rows.first { $0.bib == "4" }?.time == .seconds(130))
  }

  @Test func `a crossing ahead of the clock counts with the next one of its runner`() throws {
    let ahead = Event.Amendment(move: .by(.seconds(20)), scope: .anyMoment)
    var race = try RaceExampleTests.race(
      "9 laps", "4@60", bibs: "4", events: [.amended(RaceExampleTests.id(3), ahead)])
    var (judged, all) = (JudgedRace(), JudgedRace())
    var changed = judged.settle(race, at: race.newestPlace)
    race.apply(.measured(5, .cross("4"), at: .seconds(70)))
    #expect(judged.settle(race, crossing: 5, at: race.newestPlace, noting: &changed))
    _ = all.settle(race, at: race.newestPlace)
    #expect(race.results(judged) == race.results(all))
  }

  @Test func `a lap stated for before the time limit may move the last lap`() throws {
    var race = try RaceExampleTests.race("1m + 1 lap", "4@40 17@50 17@70", bibs: "4 17")
    var (judged, all) = (JudgedRace(), JudgedRace())
    var changed = judged.settle(race, at: race.newestPlace)
    race.apply(.measured(7, .cross("4"), at: .seconds(80), for: .seconds(55)))
    if !judged.settle(race, crossing: 7, at: race.newestPlace, noting: &changed) {
      _ = judged.settle(race, at: race.newestPlace)
    }
    _ = all.settle(race, at: race.newestPlace)
    #expect(race.rows(judged, session: 1).waves == race.rows(all, session: 1).waves)
  }

  @Test func `the results and rows after some events are those of a new judgment`() {
    judge(Self.races, from: Seed())
  }

  @Test func `a crossing ahead of the clock begins the waves before it`() {
    judge(40, from: Seed(4_167_898_707_684_362_502))
  }

  /// Compares random races after some of their events with new judgments.
  private func judge(_ races: Int, from seed: Seed) {
    var seed = seed
    for number in 0..<races {
      var streams = RandomStreams(&seed, count: 20 + seed.below(60))
      // Then the runner of a crossing is judged alone.
      if seed.chance(40) { streams.others = [] }
      let ids = ([streams.own] + streams.others).map { $0[0].id }
      let numbers = Dictionary(uniqueKeysWithValues: zip(ids, 1...))
      var (race, judged, rows) = (Race(ids[0]), JudgedRace(), KeptRows())
      for (event, stream) in streams.arrivals(&seed) {
        race.apply(event, of: stream)
        if seed.chance(50) { continue }
        let now = race.newestPlace + .milliseconds(seed.chance(80) ? 0 : seed.below(9000))
        var changed: [Int: JudgedRunner?]? = [:]
        if stream != ids[0]
          || !judged.settle(race, crossing: event.version, at: now, noting: &changed)
        {
          let others = judged.settle(race, at: now)
          changed = others.flatMap { changed?.merging($0) { first, _ in first } }
        }
        var all = JudgedRace()
        _ = all.settle(race, at: now)
        rows.apply(race.rows(judged, changing: changed, session: 1, streams: numbers))
        race.keepFormer()
        var expected = KeptRows()
        expected.apply(race.rows(all, session: 1, streams: numbers))
        guard rows == expected, race.results(judged) == race.results(all) else {
          let place = "\(seed), race \(number), event \(event.version) of \(stream)"
          Issue.record("\(place):\n\(rows.differences(from: expected))")
          return
        }
      }
    }
  }
}

/// The rows of tables, which those of some runners replace.
private struct KeptRows: Equatable {
  private var entries: [String: Race.Entry] = [:]
  private var competitors: [String: CompetitorRow] = [:]
  private var crossings: [CrossingRow.Event: CrossingRow] = [:]
  private var waves: Set<WaveRow> = []

  mutating func apply(_ rows: RaceRows) {
    if let removed = rows.removed {
      for bib in removed.bibs { (entries[bib], competitors[bib]) = (nil, nil) }
      for event in removed.crossings { crossings[event] = nil }
    } else {
      self = KeptRows()
    }
    for row in rows.entries { entries[row.bib] = row }
    for row in rows.competitors { competitors[row.bib] = row }
    for row in rows.crossings { crossings[row.event] = row }
    waves = Set(rows.waves)
  }

  func differences(from other: KeptRows) -> String {
    let rows: [[String]] = [self, other].map { kept in
      kept.entries.values.map { "\($0)" } + kept.competitors.values.map { "\($0)" }
        + kept.crossings.values.map { "\($0)" } + kept.waves.map { "\($0)" }
    }
    let (own, others) = (Set(rows[0]), Set(rows[1]))
    return own.subtracting(others).map { "- " + $0 }.joined(separator: "\n") + "\n"
      + others.subtracting(own).map { "+ " + $0 }.joined(separator: "\n")
  }
}
