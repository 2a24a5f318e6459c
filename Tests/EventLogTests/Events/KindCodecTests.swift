import Testing
import Text
import Timing

@testable import Logbook

struct KindCodecTests {
  private static let id = EventID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0001)

  /// An example of each kind, one after the other: the compiler names a kind that is missing.
  private static func example(after kind: Event.Kind?) -> Event.Kind? {
    switch kind {
    case nil:
      .started(
        .init(
          name: "Run", tags: ["a"],
          plan: Plan(laps: 3, limit: .seconds(60), minimumLap: .seconds(1))))
    case .started: .stopped
    case .stopped: .resumed
    case .resumed: .lapped(label: "one")
    case .lapped: .timestamped(label: "pit")
    case .timestamped: .named("Golf")
    case .named: .tagged(["x", "y"])
    case .tagged: .untagged(["x"])
    case .untagged: .identified([Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace")])
    case .identified: .planned(PlanChange(laps: .lifted, limit: .set(.seconds(9))))
    case .planned: .amended(id, .by(.seconds(-2)))
    case .amended: .removed(id)
    case .removed: .reverted(id)
    case .reverted: .discarded
    case .discarded, .unknown: nil
    }
  }

  @Test func `each kind that is written is read back`() throws {
    var kind = Self.example(after: nil)
    var names: Set<String> = []
    while let written = kind {
      #expect(names.insert(written.name).inserted)
      let read = try Upcasting.current.kind(written.name, version: 1, data: written.data)
      #expect(read == written, "\(written.name) \(written.data)")
      kind = Self.example(after: written)
    }
    #expect(names.count == 14)
  }
}
