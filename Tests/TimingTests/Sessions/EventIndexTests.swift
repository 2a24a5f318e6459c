import Testing
import Text
import TimingTestSupport

@testable import Timing

/// The search for events by their ids.
struct EventIndexTests {
  @Test(arguments: 0..<Seed.tries(50))
  func `each event is found by its id, whatever the order of the ids`(_: Int) {
    var seed = Seed()
    var session = Session()
    var versions: [EventID: Int] = [:]
    var newest: UInt64 = 1
    let (disorder, batches) = (seed.below(30), seed.below(30))
    for version in 1...(1 + seed.below(120)) {
      newest += 1 + UInt64(seed.below(3))
      let isInBatch = seed.chance(batches)
      let isRandom = isInBatch || seed.chance(disorder)
      let id = EventID(high: isRandom ? UInt64(seed.below(200)) : newest, low: seed.next())
      versions[id] = version
      session.apply(
        Event(
          id: id, version: version, kind: .timestamped(label: "m"),
          at: Moment(nanosecondsSince1970: Int64(version)), basis: .measured,
          reading: Reading(
            clock: ClockID(rawValue: 1), ticks: .nanoseconds(version),
            recordedAt: Moment(nanosecondsSince1970: Int64(version))),
          batch: isInBatch ? id : nil))
    }
    for (id, version) in versions {
      #expect(session.event(id)?.version == version, "\(seed)")
    }
    for _ in 0..<20 {
      #expect(session.event(EventID(high: newest, low: seed.next())) == nil, "\(seed)")
    }
  }
}
