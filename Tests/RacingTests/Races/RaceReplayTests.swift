import Text
import Timing
import TimingTestSupport
import Testing

@testable import Racing

struct RaceReplayTests {
  private func folded(_ own: [Event], _ others: [[Event]]) -> (race: Race, tape: Tape) {
    var race = Race(own[0].id)
    for event in own { race.apply(event) }
    for events in others {
      for event in events { race.apply(event, of: events[0].id) }
    }
    return (race, Tape(own, joined: race.joinedEvents, longestGap: nil))
  }

  @Test func `a replay ends with the standings, whatever was corrected`() {
    var seed = Seed()
    for number in 0..<100 {
      let streams = RandomStreams(&seed, count: 10 + seed.below(50))
      let (race, tape) = folded(streams.own, streams.others)
      var played = Race()
      for entry in tape.entries { played.play(entry) }
      guard played.standings() == race.standings(),
        zip(tape.entries, tape.entries.dropFirst()).allSatisfy({ $0.position <= $1.position })
      else {
        Issue.record("\(seed), race \(number)")
        return
      }
    }
  }

  @Test func `at each moment a replay has the standings as of that running time`() {
    var seed = Seed()
    for number in 0..<100 {
      let streams = MeasuredStreams(&seed, count: 10 + seed.below(50))
      let (race, tape) = folded(streams.own, streams.others)
      #expect(tape.entries.count == streams.own.count + streams.others.reduce(0) { $0 + $1.count })
      var played = Race()
      for (index, entry) in tape.entries.enumerated() {
        played.play(entry)
        let place = played.session.summary.place(of: entry.reading)
        // Entries of one moment are played together; the last ones are after all that is known.
        if index + 1 < tape.entries.count, tape.entries[index + 1].position == entry.position {
          continue
        }
        guard place < race.newestPlace else { break }
        let (shown, expected) = (played.standings(atPlace: place), race.standings(atPlace: place))
        guard shown == expected else {
          Issue.record(
            """
            \(seed), race \(number), event \(index + 1) of \(tape.entries.count) at \(place)
            \(shown.map { "\($0)" } ?? "")
            \(expected.map { "\($0)" } ?? "")
            """)
          return
        }
      }
    }
  }
}

/// A random race of several streams without corrections, whose events were all measured.
private struct MeasuredStreams {
  private(set) var own: [Event] = []
  private(set) var others: [[Event]] = []

  init(_ seed: inout Seed, count: Int) {
    let clocks = RandomClocks(stream: 0)
    var now: Int64 = 1_000
    func append(
      _ kind: Event.Kind, to events: inout [Event], _ clocks: RandomClocks, _ stream: Int
    ) {
      let reading = clocks.reading(at: now)
      events.append(
        Event(
          id: EventID(high: UInt64(stream + 1), low: UInt64(events.count + 1)),
          version: events.count + 1, kind: kind, at: reading.recordedAt, basis: .measured,
          reading: reading))
    }
    append(.started(Event.Start(plan: Plan(race: SmallRace.format(&seed)))), to: &own, clocks, 0)
    for bib in SmallRace.bibs.prefix(5) {
      append(.race(.entered(SmallRace.entry(bib, &seed))), to: &own, clocks, 0)
    }
    var all: [RandomClocks] = []
    for stream in 1...1 + seed.below(3) {
      all.append(RandomClocks(stream: stream, &seed))
      others.append([])
      append(
        .race(.joined(race: own[0].id, point: SmallRace.points[seed.below(3)], priority: stream)),
        to: &others[stream - 1], all[stream - 1], stream)
    }
    for _ in 0..<count {
      now += Int64(seed.below(4))
      let stream = seed.below(others.count + 1)
      let crossing = Event.Kind.race(
        .crossed(SmallRace.crossing(SmallRace.bibs[seed.below(6)], &seed)))
      if stream == 0 {
        append(crossing, to: &own, clocks, 0)
      } else {
        append(crossing, to: &others[stream - 1], all[stream - 1], stream)
      }
    }
    now += 1
    append(.stopped, to: &own, clocks, 0)
  }
}
