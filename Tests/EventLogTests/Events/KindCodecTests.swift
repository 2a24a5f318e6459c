import Testing
import Text
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook

struct KindCodecTests {
  private static let id = EventID(high: 0x0192_0000_0000_7000, low: 0x8000_0000_0000_0001)

  /// Examples of all kinds as a chain: the compiler reports a missing kind.
  static func example(after kind: Event.Kind?) -> Event.Kind? {
    switch kind {
    case nil: .started(.init())
    case .started: .stopped
    case .stopped: .resumed
    case .resumed: .lapped(label: "one")
    case .lapped: .timestamped(label: "pit")
    case .timestamped: .named("Golf")
    case .named: .tagged(["x", "y"])
    case .tagged: .untagged(["x"])
    case .untagged: .identified([Person(first: "Ada", last: "Lovelace", full: "Ada Lovelace")])
    case .identified: .planned(PlanChange(laps: .lifted, limit: .set(.seconds(9))))
    case .planned: .amended(id, .init(move: .by(.seconds(-2))))
    case .amended: .removed(id)
    case .removed: .reverted(id)
    case .reverted: .discarded
    case .discarded: .race(.entered(RaceEvent.Entry(bib: "17")))
    case .race(let event): example(after: event).map { .race($0) }
    case .unknown: nil
    }
  }

  private static func example(after event: RaceEvent) -> RaceEvent? {
    switch event {
    case .entered: .withdrawn(bib: "17")
    case .withdrawn: .waveStarted(wave: "B", race: nil)
    case .waveStarted: .wavePlanned(wave: "B", race: RaceFormat(.laps(20)))
    case .wavePlanned: .crossed(RaceEvent.Crossing(bib: "17", point: "A", reader: "R1"))
    case .crossed: .assigned(id, bib: "17")
    case .assigned: .linked(chip: "0A1B", bib: "17")
    case .linked: .ruled(RaceEvent.Ruling(bib: "17", .time(.seconds(10)), reason: "cut"))
    case .ruled: .ordered([id, EventID(high: 1, low: 2)])
    case .ordered: .joined(race: id, point: "A", priority: 2)
    case .joined:
      .clocksCompared(
        ClockComparison(
          reference: "hub", sent: .seconds(5), referenceReceived: .seconds(100),
          referenceSent: .seconds(101), received: .seconds(7)))
    case .clocksCompared: nil
    }
  }

  private static let format =
    #"{"rules_version":1,"finish":{"kind":"laps","laps":20},"lapped":"finish","first":"lap","#
    + #""clock":"gun","limit_from":"race","ties":"line","round":null,"bunch_ns":null,"#
    + #""min_lap_ns":null,"dead_time_permille":null,"doubles_ns":5000000000,"pulled":"ranked","#
    + #""classified_permille":null,"windows":[]}"#

  private static let target = id.description

  /// The shapes that the fixtures of `KindFixtureTests` lack.
  @Test(arguments: [
    (
      #"{"bib":"17","name":"Ada","first":"A","last":null,"team":"T","category":null,"wave":"B","chips":["0A1B"]}"#,
      "entered", 1
    ),
    (#"{"bib":"17","chips":null}"#, "entered", 1),
    (#"{"wave":"B","race":\#(format)}"#, "wave_started", 1),
    (#"{"wave":"B","race":\#(format)}"#, "wave_planned", 1),
    (#"{"chip":"0a 1b","point":"A","reader":"R1"}"#, "crossed", 1),
    (#"{"target":"\#(target)","bib":null}"#, "assigned", 1),
    (#"{"race":\#(format)}"#, "started", 2), (#"{"race":\#(format)}"#, "planned", 2),
    (#"{"name":"Golf","course":"golf","segments":["Hole 1","Hole 2"]}"#, "started", 2),
    (#"{"name":"Golf"}"#, "started", 1),
    (#"{"course":"golf","segments":["Hole 1"]}"#, "planned", 2),
    (#"{"course":null,"segments":null}"#, "planned", 2), (#"{"laps":null}"#, "planned", 1),
    (#"{"target":"\#(target)","by_ns":-5000000000}"#, "amended", 2),
    (#"{"target":"\#(target)","ago_ns":90000000000,"label":null}"#, "amended", 2),
    (#"{"target":"\#(target)","at":"2026-11-21T10:00:00.250000000Z","label":"pit"}"#, "amended", 2),
    (#"{"target":"\#(target)","at":"2026-11-21T10:00:00.250000000Z"}"#, "amended", 1),
  ])
  func `a payload is written as it was read`(data: String, name: String, version: Int) throws {
    let kind = try #require(try Event.Kind(name, version: version, data: data))
    #expect(kind.name == name)
    #expect(kind.version == version)
    #expect(kind.data == data)
    #expect(kind.validationError == nil)
  }

  @Test(arguments: [
    (#"{"bib":"12345678901234567"}"#, "entered", 1), (#"{"bib":""}"#, "withdrawn", 1),
    (#"{"bib":"7","chip":"A"}"#, "crossed", 1), (#"{"bib":"7","penalty_ns":0}"#, "ruled", 1),
    (#"{"bib":"7","category":"a\u0007"}"#, "entered", 1), (#"{"targets":[]}"#, "ordered", 1),
    (
      #"{"reference":"hub","sent_ticks_ns":5,"reference_received_ns":1,"reference_sent_ns":2,"#
        + #""received_ticks_ns":4}"#, "clocks_compared", 1
    ),
    (
      #"{"reference":"","sent_ticks_ns":5,"reference_received_ns":1,"reference_sent_ns":2,"#
        + #""received_ticks_ns":6}"#, "clocks_compared", 1
    ),
    (#"{"course":"","segments":["1"]}"#, "started", 2), (#"{"segments":[]}"#, "started", 2),
    (#"{"course":"a","segments":["1",""]}"#, "planned", 2), (#"{"segment":0}"#, "lapped", 2),
    (#"{"segment":1001}"#, "lapped", 2), (#"{"target":"\#(target)","ago_ns":-1}"#, "amended", 2),
  ])
  func `an invalid payload is refused`(_ data: String, _ name: String, _ version: Int) throws {
    #expect(try #require(try Event.Kind(name, version: version, data: data)).validationError != nil)
  }

  @Test(arguments: [
    // A future version.
    ("{}", "started", 3, Event.Kind.unknown(name: "started")),
    ("{}", "planned", 3, .unknown(name: "planned")), ("{}", "lapped", 3, .unknown(name: "lapped")),
    ("{}", "amended", 3, .unknown(name: "amended")),
    ("{}", "reverted", 3, .unknown(name: "reverted")),
    // Fields of the second version in the first one.
    (#"{"segment":2}"#, "lapped", 1, .lapped(label: nil)),
    (#"{"course":"golf"}"#, "started", 1, .started(.init())),
    (
      #"{"target":"\#(target)","by_ns":1,"label":"x"}"#, "amended", 1,
      .amended(id, .init(move: .by(.nanoseconds(1))))
    ),
    (#"{"target":"\#(target)","batch":true}"#, "reverted", 1, .reverted(id)),
    (#"{"target":"\#(target)","batch":false}"#, "reverted", 2, .reverted(id)),
    (#"{"target":"\#(target)","batch":null}"#, "reverted", 2, .reverted(id)),
    (#"{"target":"\#(target)","batch":"\#(target)"}"#, "reverted", 2, .reverted(id)),
    // The number of laps without its opposite.
    (
      #"{"bib":"7","penalty_laps":-9223372036854775808}"#, "ruled", 1,
      .race(.ruled(RaceEvent.Ruling(bib: "7", .laps(-.max))))
    ),
    // Missing or contradicting fields.
    (#"{"bib":"7","status":"dnf","penalty_laps":1}"#, "ruled", 1, nil),
    (#"{"bib":"7"}"#, "ruled", 1, nil), (#"{"name":"x"}"#, "entered", 1, nil),
    (#"{"target":"x","bib":"7"}"#, "assigned", 1, nil),
    (#"{"target":"\#(target)","by_ns":1,"ago_ns":1}"#, "amended", 2, nil),
  ])
  func `other versions and fields are unknown, ignored or unreadable`(
    _ data: String, _ name: String, _ version: Int, _ kind: Event.Kind?
  ) throws { #expect(try Event.Kind(name, version: version, data: data) == kind) }

  @Test(arguments: [
    ("{}", nil), (#"{"bib":"17"}"#, nil), (#"{"bib":"17","batch":"\#(target)"}"#, id),
    (#"{"\u0062atch":"\#(target)"}"#, id), (#"{"batch":true}"#, nil), (#"{"batch":"x"}"#, nil),
    (#"{"name":"\"batch\""}"#, nil),
  ])
  func `the batch of an event is read from its payload`(_ data: String, _ batch: EventID?) throws {
    var track = Track()
    let record = Record(
      track.append(.stopped), position: 1, session: 1, kindVersion: 1, source: "test", data: data)
    #expect(try Event(record).batch == batch)
  }
}

/// The fast path of the decoder, for the most frequent payloads.
struct CanonicalKindTests {
  var seed = Seed()

  private static let target = "01920000-0000-7000-8000-000000000001"

  private static let written = [
    ("lapped", "{}"), ("lapped", #"{"label":"bend"}"#), ("lapped", #"{"label":"a\"b\u0007é"}"#),
    ("stopped", "{}"), ("resumed", "{}"),
    ("crossed", #"{"bib":"17"}"#), ("crossed", #"{"chip":"0a\u0031 b"}"#),
  ]

  @Test(arguments: written)
  func `the fast path decodes like the general decoder`(name: String, data: String) throws {
    let kind = try #require(Event.Kind(canonical: name, version: 1, data))
    #expect(try Event.Kind.decoded(name, version: 1, data)?.kind == kind)
    for version in [0, 2] { #expect(Event.Kind(canonical: name, version: version, data) == nil) }
  }

  @Test(arguments: [
    ("started", "{}"), ("crossed", "{}"), ("lapped", "{ }"), ("lapped", #"{"label":null}"#),
    ("lapped", #"{"label":"a","batch":"\#(target)"}"#), ("lapped", #"{"label":"a"} "#),
    ("crossed", #"{"bib":null}"#), ("crossed", #"{"bib":"1","chip":"2"}"#),
    ("crossed", #"{"bib":"1","batch":"\#(target)"}"#), ("crossed", #"{"point":"A"}"#),
    ("removed", #"{"target":"\#(target)"}"#), ("lapped", ""),
  ])
  func `the fast path does not decode other payloads`(_ name: String, _ data: String) {
    #expect(Event.Kind(canonical: name, version: 1, data) == nil)
  }

  @Test mutating func `both decoders agree on payloads with random changes`() throws {
    var decoded = 0
    for _ in 0..<20_000 {
      let (name, data) = try #require(Self.written.randomElement(using: &seed))
      var bytes = Array(data.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &seed) {
        let index = Int.random(in: 0..<max(1, bytes.count), using: &seed)
        let byte = Array(#"{}",:\0123456789abn -"#.utf8).randomElement(using: &seed) ?? 0
        switch Int.random(in: 0..<3, using: &seed) {
        case 0 where !bytes.isEmpty: bytes[index] = byte
        case 1 where !bytes.isEmpty: bytes.remove(at: index)
        default: bytes.insert(byte, at: index)
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let kind = Event.Kind(canonical: name, version: 1, text) else { continue }
      decoded += 1
      #expect(try Event.Kind.decoded(name, version: 1, text)?.kind == kind, "\(text), \(seed)")
    }
    #expect(decoded > 100, "\(seed)")
  }
}
