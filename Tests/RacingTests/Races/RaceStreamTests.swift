import Text
import Timing
import Testing

@testable import Racing

struct RaceStreamTests {
  private struct Stream {
    let clock: Int64
    /// The first half of the ids of its events.
    let ids: UInt64
    /// The wall clock less the true time.
    var offset: Double = 0
    var events: [Event] = []
    private var batch: EventID?

    init(_ clock: Int64, ids: UInt64? = nil, offset: Double = 0) {
      (self.clock, self.ids, self.offset) = (clock, ids ?? UInt64(clock), offset)
    }

    var uid: EventID { events[0].id }

    /// The span of some seconds, in whole milliseconds.
    private static func span(_ seconds: Double) -> Duration {
      .milliseconds(Int64((seconds * 1000).rounded()))
    }

    /// Appends an event at a true time, in seconds.
    @discardableResult mutating func append(
      _ kind: Event.Kind, at time: Double, inBatch isInBatch: Bool = false
    ) -> EventID {
      let recordedAt = Moment(nanosecondsSince1970: 0) + Self.span(time + offset)
      let id = EventID(high: ids, low: UInt64(events.count + 1))
      events.append(
        Event(
          id: id, version: events.count + 1, kind: kind, at: recordedAt, basis: .measured,
          reading: Reading(
            clock: ClockID(rawValue: clock), ticks: Self.span(time), recordedAt: recordedAt),
          batch: isInBatch ? batch ?? id : nil))
      if isInBatch, batch == nil { batch = id }
      return id
    }

    @discardableResult mutating func cross(
      _ bib: String, _ point: String? = nil, at time: Double, inBatch isInBatch: Bool = false
    ) -> EventID {
      append(
        .race(.crossed(RaceEvent.Crossing(bib: bib, point: point))), at: time, inBatch: isInBatch)
    }

    /// Compares the clock with a reference that shows the true time, in some seconds.
    @discardableResult mutating func compare(at time: Double) -> EventID {
      let comparison = ClockComparison(
        reference: "hub", sent: Self.span(time - 0.002), referenceReceived: Self.span(time),
        referenceSent: Self.span(time), received: Self.span(time + 0.002))
      return append(.race(.clocksCompared(comparison)), at: time)
    }
  }

  private var own = Stream(1)

  init() {
    var format = RaceFormat(.laps(9))
    format.lapped = .continue
    own.append(.start(format), at: 0)
    own.append(.enter("17"), at: 0)
  }

  private func joined(
    _ clock: Int64, ids: UInt64? = nil, offset: Double = 0, point: String = "finish",
    priority: Int = 0
  ) -> Stream {
    var stream = Stream(clock, ids: ids, offset: offset)
    stream.append(.race(.joined(race: own.uid, point: point, priority: priority)), at: 1)
    return stream
  }

  private func row(_ streams: Stream...) throws -> Standings.Row { try row(streams + [own]) }

  private func row(_ streams: [Stream]) throws -> Standings.Row {
    try #require(race(streams).standings()?.waves.first?.rows.first)
  }

  /// The race of all events of each stream, one stream after the other.
  private func race(_ streams: [Stream]) -> Race {
    var race = Race(own.uid)
    for stream in streams {
      for event in stream.events { race.apply(event, of: stream.uid) }
    }
    return race
  }

  /// The splits in milliseconds, with the flags of those that do not count.
  private func splits(_ streams: Stream...) throws -> [String] {
    try row([own] + streams).allPassages.map { passage in
      "\(passage.split.nanoseconds / 1_000_000)"
        + (passage.number > 0 ? "" : " \(passage.flags.names)")
    }
  }

  @Test mutating func `of two devices, the lowest priority counts, then the earliest`() throws {
    var one = joined(2, priority: 1)
    var two = joined(3)
    one.cross("17", at: 60)
    own.cross("17", at: 62)
    two.cross("17", at: 61)
    #expect(
      try splits(one, two) == [#"60000 ["double", "bridged"]"#, "61000", #"62000 ["double"]"#])
  }

  @Test mutating func `readings too far apart, or of other points, are no doubles`() throws {
    var one = joined(2)
    var two = joined(3, point: "A")
    one.cross("17", at: 60)
    two.cross("17", at: 61)
    own.cross("17", at: 66)
    #expect(try splits(one, two) == ["60000", #"61000 ["other_point", "bridged"]"#, "66000"])
  }

  @Test mutating func `a clock of the race's own device needs no bridge`() throws {
    var one = joined(1, ids: 2, offset: 100)
    one.cross("17", at: 60)
    let row = try row(one)
    #expect(row.time == .seconds(60))
    #expect(row.flags == [])
    #expect(row.doubt == .zero)
  }

  @Test mutating func `at the same moment the race's own crossings are before those that joined`() {
    own.append(.enter("4"), at: 0)
    var one = joined(1, ids: 2)
    one.cross("4", at: 60)
    own.cross("17", at: 60)
    #expect(race([own, one]).standings()?.waves.first?.rows.map(\.bib) == ["17", "4"])
  }

  @Test mutating func `without comparisons the wall clocks decide, with unknown doubt`() throws {
    var one = joined(2, offset: 3)
    one.cross("17", at: 60)
    let row = try row(one)
    #expect(row.time == .seconds(63))
    #expect(row.flags == .bridged)
    #expect(row.doubt == nil)
  }

  @Test mutating func `comparisons decide over the wall clocks, with their doubt`() throws {
    var one = joined(2, offset: 3)
    one.compare(at: 10)
    one.cross("17", at: 60)
    own.compare(at: 20)
    let row = try row(one)
    #expect(row.time == .seconds(60))
    #expect(row.flags == .compared)
    // Two of 2 ms, and 100 ppm of 50 and of 40 s.
    #expect(row.doubt == .milliseconds(13))
  }

  @Test
  mutating func `a stream discarded, or whose joined was taken back, has no crossings`() throws {
    var one = joined(2)
    one.cross("17", at: 60)
    let discard = one.append(.discarded, at: 61)
    #expect(try splits(one) == [])
    one.append(.reverted(discard), at: 62)
    #expect(try splits(one) == ["60000"])
    own.append(.reverted(one.uid), at: 63)
    #expect(try splits(one) == [])
  }

  @Test mutating func `the race's own stream takes back a batch of another stream`() throws {
    var one = joined(2)
    let first = one.cross("17", at: 60, inBatch: true)
    one.cross("17", at: 70, inBatch: true)
    one.cross("17", at: 80)
    one.cross("17", at: 90, inBatch: true)
    let reversal = own.append(.reverted(first, batch: true), at: 95)
    // The last one names the batch, but does not directly follow it.
    #expect(try splits(one) == ["80000", "90000"])
    #expect(try row(one).laps == 2)
    own.append(.reverted(reversal), at: 96)
    #expect(try splits(one) == ["60000", "70000", "80000", "90000"])
    own.append(.reverted(first), at: 97)
    #expect(try splits(one) == ["70000", "80000", "90000"])
    #expect(try row(one).laps == 3)
  }

  @Test mutating func `a clock ahead neither ends a time limit nor hides its crossings`() throws {
    own = Stream(1)
    own.append(.start(RaceFormat(.time(.seconds(2700), furtherLaps: 0))), at: 0)
    for bib in ["4", "17"] { own.append(.enter(bib), at: 0) }
    var ahead = joined(2, offset: 3600)
    ahead.cross("17", at: 60)
    own.cross("4", at: 65)
    let race = race([ahead, own])
    #expect(race.newestPlace == .seconds(65))
    let present = try #require(race.standings())
    #expect(present.phase == .running)
    let rows = try #require(present.waves.first?.rows)
    #expect(rows.map(\.bib) == ["4", "17"])
    #expect(rows.map(\.laps) == [1, 1])
    #expect(rows.map(\.status) == [.running, .running])
    #expect(rows[1].time == .seconds(3660))
    // A view of the past contains the crossings before it.
    let past = try #require(race.standings(atPlace: .seconds(64)))
    #expect(past.waves.first?.rows.map(\.laps) == [0, 0])
  }
}
