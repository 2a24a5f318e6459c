import Testing
import Text
import Timing
import TimingTestSupport

@testable import Logbook

/// The fast path of the decoder, for the most frequent payloads.
struct CanonicalKindTests {
  var seed = Seed()

  private static let target = "01920000-0000-7000-8000-000000000001"

  private static let written = [
    ("lapped", "{}"), ("lapped", #"{"label":"bend"}"#), ("lapped", #"{"label":"a\"b\u0007é"}"#),
    ("stopped", "{}"), ("resumed", "{}"),
    ("crossed", #"{"bib":"17"}"#), ("crossed", #"{"chip":"0a\u0031 b"}"#),
  ]

  @Test(arguments: written) func `the fast path decodes each shape like the general decoder`(
    _ name: String, _ data: String
  ) throws {
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
