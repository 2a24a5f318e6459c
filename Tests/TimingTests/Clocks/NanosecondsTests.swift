import Testing
import TimingTestSupport

@testable import Timing
@testable import Text

/// Durations as 64-bit numbers of nanoseconds, and back.
struct NanosecondsTests {
  @Test func `nanoseconds are converted exactly`() {
    var seed = Seed()
    for _ in 0..<10_000 {
      let count = seed.nanoseconds()
      let span: Duration = .nanoseconds(count)
      #expect(span == .nanoseconds(Int128(count)) && span.nanoseconds == count, "\(seed)")
    }
  }

  @Test func `fractions of a nanosecond are truncated`() {
    var seed = Seed()
    for _ in 0..<10_000 {
      let count = seed.nanoseconds() / 2
      let part = Duration(attoseconds: .random(in: 0..<1_000_000_000, using: &seed))
      let span: Duration = .nanoseconds(count)
      #expect((count < 0 ? span - part : span + part).nanoseconds == count, "\(seed)")
    }
    #expect(Duration(attoseconds: -999_999_999).nanoseconds == 0)
  }

  @Test func `long durations are clamped to 64 bits`() {
    #expect((Duration.nanoseconds(Int64.max) + .nanoseconds(1)).nanoseconds == .max)
    #expect((Duration.nanoseconds(Int64.min) - .nanoseconds(1)).nanoseconds == .min)
    #expect(Duration(attoseconds: .max).nanoseconds == .max)
    #expect(Duration(attoseconds: .min).nanoseconds == .min)
  }
}
