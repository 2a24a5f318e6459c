import Testing
import Timing
import Text

@Suite struct StopwatchLabelTests {
  let tenths = StopwatchLabel()

  @Test(
    arguments: [
      (0, "00:00.0"), (99_999_999, "00:00.0"), (100_000_000, "00:00.1"),
      (12_345_678_901, "00:12.3"),
      (83_499_999_999, "01:23.4"), (3_599_999_999_999, "59:59.9"), (3_600_000_000_000, "1:00:00.0"),
      (360_000_000_000_000, "100:00:00.0"), (.max, "2562047:47:16.8"),
    ] as [(Int64, String)])
  func `a time is truncated, not rounded`(nanoseconds: Int64, text: String) {
    #expect(tenths.text(of: .nanoseconds(nanoseconds)) == text)
  }

  @Test(
    arguments: [
      (-1, "-00:00.0"), (-100_000_000, "-00:00.1"), (-2_599_999_999, "-00:02.5"),
      (-3_600_000_000_000, "-1:00:00.0"), (.min, "-2562047:47:16.8"),
    ] as [(Int64, String)])
  func `a time before the start has a minus sign`(nanoseconds: Int64, text: String) {
    #expect(tenths.text(of: .nanoseconds(nanoseconds)) == text)
  }

  @Test(
    arguments: [
      (0, "+00:00.0"), (1, "+00:00.0"), (-1, "-00:00.0"), (1_234_000_000, "+00:01.2"),
      (-399_999_999, "-00:00.3"),
    ] as [(Int64, String)])
  func `a difference always has a sign`(nanoseconds: Int64, text: String) {
    #expect(tenths.text(ofDifference: .nanoseconds(nanoseconds)) == text)
  }

  @Test func `zero to nine digits of a second are shown`() {
    let time = Duration.nanoseconds(3_723_987_654_321)
    let texts = (-1...10).map { StopwatchLabel(precision: $0).text(of: time) }
    #expect(
      texts == [
        "1:02:03", "1:02:03", "1:02:03.9", "1:02:03.98", "1:02:03.987", "1:02:03.9876",
        "1:02:03.98765", "1:02:03.987654", "1:02:03.9876543", "1:02:03.98765432",
        "1:02:03.987654321", "1:02:03.987654321",
      ])
  }

  @Test func `the text changes with the last digit shown`() {
    #expect(tenths.nextChange(after: .zero) == .milliseconds(100))
    #expect(tenths.nextChange(after: .milliseconds(100)) == .milliseconds(200))
    #expect(StopwatchLabel(precision: 0).nextChange(after: .seconds(1.5)) == .seconds(2))
    #expect(tenths.nextChange(after: .nanoseconds(-1)) == .zero)
    #expect(tenths.nextChange(after: .milliseconds(-1000)) == .nanoseconds(-999_999_999))
    #expect(tenths.nextChange(after: .milliseconds(-100)) == .nanoseconds(-99_999_999))
  }
}
