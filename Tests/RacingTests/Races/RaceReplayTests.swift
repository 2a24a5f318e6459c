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
          let event = "race \(number), event \(index + 1) of \(tape.entries.count) at \(place)"
          Issue.record("\(seed), \(event)\n\(shown as Any)\n\(expected as Any)")
          return
        }
      }
    }
  }
}

/// A random race of several streams without corrections, whose events were all measured.
private struct MeasuredStreams {
  let own: [Event]
  let others: [[Event]]

  init(_ seed: inout Seed, count: Int) {
    var now: Int64 = 1_000
    var clocks = [RandomClocks(stream: 0)]
    var streams: [[Event]] = [[]]
    func append(_ kind: Event.Kind, to stream: Int = 0) {
      let reading = clocks[stream].reading(at: now)
      let version = streams[stream].count + 1
      streams[stream].append(
        Event(
          id: EventID(high: UInt64(stream + 1), low: UInt64(version)), version: version, kind: kind,
          at: reading.recordedAt, basis: .measured, reading: reading))
    }
    append(.start(SmallRace.format(&seed)))
    for bib in SmallRace.bibs.prefix(5) { append(.race(.entered(SmallRace.entry(bib, &seed)))) }
    for stream in 1...1 + seed.below(3) {
      clocks.append(RandomClocks(stream: stream, &seed))
      streams.append([])
      let point = SmallRace.points[seed.below(3)]
      append(.race(.joined(race: streams[0][0].id, point: point, priority: stream)), to: stream)
    }
    for _ in 0..<count {
      now += Int64(seed.below(4))
      let crossing = SmallRace.crossing(SmallRace.bibs[seed.below(6)], &seed)
      append(.race(.crossed(crossing)), to: seed.below(streams.count))
    }
    now += 1
    append(.stopped)
    (own, others) = (streams[0], Array(streams.dropFirst()))
  }
}
