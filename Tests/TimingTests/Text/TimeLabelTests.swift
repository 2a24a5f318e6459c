import Testing
import Text
import Timing
import TimingTestSupport

@Suite struct TimeLabelTests {
  let tenths = StopwatchLabel()

  @Test(
    arguments: [
      (0, "00:00.0"), (99_999_999, "00:00.0"), (100_000_000, "00:00.1"),
      (12_345_678_901, "00:12.3"),
      (83_499_999_999, "01:23.4"), (3_599_999_999_999, "59:59.9"), (3_600_000_000_000, "1:00:00.0"),
      (360_000_000_000_000, "100:00:00.0"), (.max, "2562047:47:16.8"),
      (-1, "-00:00.0"), (-100_000_000, "-00:00.1"), (-2_599_999_999, "-00:02.5"),
      (-3_600_000_000_000, "-1:00:00.0"), (.min, "-2562047:47:16.8"),
    ] as [(Int64, String)])
  func `a time is truncated, and has a minus sign before the start`(
    nanoseconds: Int64, text: String
  ) { #expect(tenths.text(of: .nanoseconds(nanoseconds)) == text) }

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
    #expect(
      (-1...10).map { StopwatchLabel(precision: $0).text(of: time) } == [
        "1:02:03", "1:02:03", "1:02:03.9", "1:02:03.98", "1:02:03.987", "1:02:03.9876",
        "1:02:03.98765", "1:02:03.987654", "1:02:03.9876543", "1:02:03.98765432",
        "1:02:03.987654321", "1:02:03.987654321",
      ])
  }

  @Test(arguments: [
    (-1_000_000, "just now"), (0, "just now"), (4, "just now"), (5, "5s ago"), (59, "59s ago"),
    (60, "1m ago"), (119, "1m ago"), (120, "2m ago"), (3599, "59m ago"), (3600, "1h ago"),
    (86_399, "23h ago"), (86_400, "1d ago"), (172_799, "1d ago"), (172_800, "2d ago"),
    (31_536_000, "365d ago"),
  ])
  func `an age is shown in one unit, truncated`(seconds: Int, text: String) {
    #expect(AgeLabel().text(of: .seconds(seconds)) == text)
    #expect(AgeLabel().text(of: .seconds(seconds) + .nanoseconds(999_999_999)) == text)
  }

  let label = CountdownLabel()

  @Test(
    arguments: [
      (-3_000_000_000, "3"), (-2_999_999_999, "3"), (-2_000_000_001, "3"), (-2_000_000_000, "2"),
      (-1, "1"), (0, "0"), (1, "0"), (.max, "0"), (-59_000_000_000, "59"),
      (-59_000_000_001, "1:00"), (-90_000_000_000, "1:30"), (-3_599_000_000_001, "1:00:00"),
      (-3_155_760_000_000_000_001, "876600:00:01"),
    ] as [(Int64, String)])
  func `seconds to go are rounded up`(nanoseconds: Int64, text: String) {
    #expect(label.text(of: .nanoseconds(nanoseconds)) == text)
  }

  @Test func `its text is a valid duration`() throws {
    for seconds in [1, 59, 60, 61, 3599, 3600, 86_399] {
      #expect(try Duration(text: label.text(of: .seconds(-seconds))) == .seconds(seconds))
    }
  }

  @Test(arguments: [(0, "no laps"), (1, "1 lap"), (2, "2 laps"), (100, "100 laps")])
  func `the header has the number of laps that count`(count: Int, header: String) {
    #expect(SplitList.header(count: count) == header)
  }

  @Test func `an entry has the lap's number and split`() {
    #expect(SplitList.entry(number: 1, split: .seconds(12.39)) == "1) 00:12.3")
    let precise = StopwatchLabel(precision: 3)
    #expect(SplitList.entry(number: 12, split: .seconds(3600), label: precise) == "12) 1:00:00.000")
  }

  private static let labels: [any TimeLabel] =
    [AgeLabel(), CountdownLabel()] + (0...9).map { StopwatchLabel(precision: $0) }

  @Test(arguments: labels)
  func `a text stays until its next change, and changes then`(label: any TimeLabel) {
    var seed = Seed()
    // Spans at and beside changes, then random ones.
    let seconds = [-9, -3, -2.5, -1, -0.1, 0, 0.1, 1.5, 5, 59.5, 61, 3599, 86_399]
    var spans = seconds.map { Duration.seconds($0) } + [.nanoseconds(-1)]
    for _ in 0..<2000 { spans.append(.nanoseconds(seed.nanoseconds() / 2)) }
    for span in spans {
      let text = label.text(of: span)
      guard let change = label.nextChange(after: span) else {
        #expect(label.text(of: .nanoseconds(Int64.max)) == text, "\(span), \(seed)")
        continue
      }
      #expect(change > span, "\(span), \(seed)")
      #expect(label.text(of: change) != text, "\(span), \(seed)")
      #expect(label.text(of: change - .nanoseconds(1)) == text, "\(span), \(seed)")
    }
  }
}
