package import Text
package import Timing

/// The crossings of a race with several streams, computed by the definition.
package struct NaiveStreams {
  let own: NaiveSession
  let others: [NaiveSession]

  /// Creates a race with its streams; those that joined another race do not count.
  package init(_ own: NaiveSession, _ others: [NaiveSession]) {
    self.own = own
    self.others = others
  }

  package struct Crossing {
    package var id: EventID
    package var crossing: RaceEvent.Crossing
    package var place: Duration
    /// The stream; 0 for the race's own.
    package var stream = 0
    package var priority = 0
    /// The doubt; nil if it is unknown.
    package var doubt: Duration? = .zero
    /// The order in which crossings at one moment were recorded.
    package var recorded: [UInt64] = []
  }

  /// All standing crossings, in no order.
  package var crossings: [Crossing] {
    var crossings = own.raceEvents.compactMap { event -> Crossing? in
      guard case .crossed(let crossing) = event.event else { return nil }
      return Crossing(
        id: event.id, crossing: crossing, place: event.place, recorded: [0, UInt64(event.version)])
    }
    for (number, other) in others.enumerated() {
      guard let race = own.events.first?.id,
        case .race(.joined(race, let point, let priority))? = other.events.first?.kind
      else { continue }
      for var crossing in self.crossings(of: other) {
        crossing.stream = number + 1
        crossing.priority = priority
        crossing.recorded = [
          1, UInt64(priority + 1000), other.events[0].id.high, other.events[0].id.low,
          crossing.recorded[0],
        ]
        crossing.crossing.point = crossing.crossing.point ?? point
        crossings.append(crossing)
      }
    }
    return crossings
  }

  /// The earliest possible place of the newest reading of each stream that counts, if it is known.
  package var newestSurePlaces: [Duration] {
    others.compactMap { other in
      guard let race = own.events.first?.id, let last = other.events.last,
        case .race(.joined(race, _, _))? = other.events.first?.kind,
        let isStanding = standing(of: other), let place = other.timeline.places.last
      else { return nil }
      let (located, doubt) = locate(place, last.reading.clock, of: other, isStanding)
      return doubt.map { NaiveTimeline.clamped(NaiveTimeline.clamped(located) - $0) }
    }
  }

  private var corrections: [Int] { own.events.indices.filter { own.isStanding[$0] } }

  /// Whether each event of a stream is standing; nil if the stream does not count.
  private func standing(of other: NaiveSession) -> [Bool]? {
    var taken: Set<EventID> = []
    for index in corrections {
      guard case .reverted(let id, let isBatch) = own.events[index].kind else { continue }
      taken.insert(id)
      guard isBatch, let first = other.events.firstIndex(where: { $0.id == id }) else { continue }
      for event in other.events[(first + 1)...] {
        if event.batch != id { break }
        if case .reverted = event.kind { break }
        taken.insert(event.id)
      }
    }
    let isStanding = other.standing(of: other.events.count, without: taken)
    let discards = other.events.indices.contains {
      isStanding[$0] && other.events[$0].kind == .discarded
    }
    return isStanding[0] && !discards ? isStanding : nil
  }

  private func crossings(of other: NaiveSession) -> [Crossing] {
    guard let isStanding = standing(of: other) else { return [] }
    let corrections = corrections
    var crossings: [Crossing] = []
    for index in other.events.indices where isStanding[index] {
      let event = other.events[index]
      guard case .race(.crossed(let crossing)) = event.kind else { continue }
      let moment = other.corrected(index, isStanding)
      if moment.isRemoved { continue }
      var (place, doubt) = locate(moment.place, event.reading.clock, of: other, isStanding)
      var isRemoved = false
      for correction in corrections {
        switch own.events[correction].kind {
        case .removed(event.id): isRemoved = true
        case .amended(event.id, let amendment) where amendment.scope == .anyMoment:
          switch amendment.move {
          case nil: break
          case .by(let span): place += span
          case .at(let stated):
            (place, doubt) = (own.timeline.place(ofStated: stated, placement: correction), .zero)
          case .ago(let span):
            (place, doubt) = (NaiveTimeline.clamped(own.timeline.places[correction] - span), .zero)
          }
        default: break
        }
      }
      if isRemoved { continue }
      crossings.append(
        Crossing(
          id: event.id, crossing: crossing, place: NaiveTimeline.clamped(place), doubt: doubt,
          recorded: [UInt64(event.version)]))
    }
    return crossings
  }

  // MARK: Clocks

  private func locate(
    _ place: Duration, _ clock: ClockID, of other: NaiveSession, _ isStanding: [Bool]
  ) -> (Duration, Duration?) {
    if let mine = own.events.firstIndex(where: { $0.reading.clock == clock }),
      let theirs = other.events.firstIndex(where: { $0.reading.clock == clock })
    {
      let ticks = other.events[theirs].reading.ticks - own.events[mine].reading.ticks
      return (own.timeline.places[mine] + ticks + (place - other.timeline.places[theirs]), .zero)
    }
    var best: (doubt: Int64, reference: String, place: Int64)?
    for (reference, samples) in Self.samples(of: other, isStanding) {
      let here = samples.filter { $0.clock == clock }
      guard let there = Self.samples(of: own, own.isStanding)[reference], !here.isEmpty else {
        continue
      }
      let (offset, doubt) = Self.offset(at: place.nanoseconds, here, \.place)
      let time = place.nanoseconds + offset
      let nearest = there.min {
        let (one, two) = (abs(time - $0.time), abs(time - $1.time))
        return (one, $0.time, $0.id) < (two, $1.time, $1.id)
      }
      let (back, more) = Self.offset(at: time, there.filter { $0.clock == nearest?.clock }, \.time)
      let found = (doubt: doubt + more, reference: reference, place: time - back)
      if let best, (best.doubt, best.reference) < (found.doubt, reference) { continue }
      best = found
    }
    if let best { return (.nanoseconds(best.place), .nanoseconds(best.doubt)) }
    return (place + (Self.wallZero(other) - Self.wallZero(own)), nil)
  }

  /// The wall-clock time at place zero, by the last reading after a step, else by the first.
  private static func wallZero(_ session: NaiveSession) -> Moment {
    let index = session.timeline.qualities.lastIndex(of: .stepped) ?? 0
    return session.events[index].reading.recordedAt - session.timeline.places[index]
  }

  private struct Sample {
    var clock: ClockID
    var place: Int64
    var time: Int64
    var doubt: Int64
    var id: EventID
  }

  private static func samples(of session: NaiveSession, _ stands: [Bool]) -> [String: [Sample]] {
    var samples: [String: [Sample]] = [:]
    for index in session.events.indices where stands[index] {
      let event = session.events[index]
      guard case .race(.clocksCompared(let clocks)) = event.kind else { continue }
      let zero = session.timeline.places[index] - event.reading.ticks
      let (sent, received) = (clocks.sent.nanoseconds, clocks.received.nanoseconds)
      let (asked, answered) =
        (clocks.referenceReceived.nanoseconds, clocks.referenceSent.nanoseconds)
      let round = max(0, (received - sent) - (answered - asked))
      let place = sent + (received - sent) / 2 + zero.nanoseconds
      let offset = ((asked - sent) + (answered - received)) / 2 - zero.nanoseconds
      samples[clocks.reference, default: []].append(
        Sample(
          clock: event.reading.clock, place: place, time: place + offset,
          doubt: round / 2 + round % 2, id: event.id))
    }
    return samples
  }

  /// The offset at a value, interpolated from the samples of one clock, and its doubt.
  private static func offset(
    at value: Int64, _ samples: [Sample], _ key: KeyPath<Sample, Int64>
  ) -> (Int64, Int64) {
    let sorted = samples.sorted { ($0[keyPath: key], $0.id) < ($1[keyPath: key], $1.id) }
    let before = sorted.last { $0[keyPath: key] <= value }
    let after = sorted.first { $0[keyPath: key] > value }
    func doubt(_ sample: Sample) -> Int64 {
      sample.doubt + (abs(value - sample[keyPath: key]) + 9999) / 10_000
    }
    func offset(_ sample: Sample) -> Int64 { sample.time - sample.place }
    guard let before else { return after.map { (offset($0), doubt($0)) } ?? (0, 0) }
    guard let after else { return (offset(before), doubt(before)) }
    let (start, end) = (before[keyPath: key], after[keyPath: key])
    let share = Int128(offset(after) - offset(before)) * Int128(value - start) / Int128(end - start)
    return (offset(before) + Int64(share), doubt(value - start <= end - value ? before : after))
  }
}
