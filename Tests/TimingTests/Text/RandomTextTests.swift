import Testing
import Timing
import TimingTestSupport
import Text

@Suite struct RandomTextTests {
  /// Random concatenations of pieces of valid texts.
  private func garbage(using seed: inout Seed) -> String {
    let pieces = [
      "2026", "-", "11", "21", "T", "10", ":", "00", ".", "5", "Z", "+", "60", " ", "h", "m", "s",
      "ms", "1", "99999999999999999999", "0", "ü", "\u{0}", "", "t", "z", "ns", "02-29", "23:59",
    ]
    return (0..<Int.random(in: 0...12, using: &seed)).map { _ in
      pieces.randomElement(using: &seed) ?? ""
    }.joined()
  }

  @Test func `random texts are parsed within bounds or refused`() {
    var seed = Seed()
    let origin = seed.description
    let clock = InventedClock(offset: 3600, changes: [])
    let now = utc("2026-11-21T11:00:00Z")
    var readable = 0
    for _ in 0..<50_000 {
      let text = garbage(using: &seed)
      if let time = try? Duration(text: text, signed: true) {
        readable += 1
        #expect(.nanoseconds(time.nanoseconds) == time, "\(text), \(origin)")
      }
      if let moment = try? Moment(text: text, now: now, clock: clock) {
        readable += 1
        #expect((try? Moment(rfc3339: moment.rfc3339)) == moment, "\(text), \(origin)")
      }
    }
    #expect(readable > 100, "nearly nothing was nearly right, \(origin)")
  }
}
