import Testing
import TimingTestSupport

@testable import Text

@Suite struct DurationTextTests {
  @Test(
    arguments: [
      ("90", 90_000_000_000), ("90s", 90_000_000_000), ("1m30s", 90_000_000_000),
      ("1h", 3_600_000_000_000), ("250ms", 250_000_000), ("1.5s", 1_500_000_000),
      ("1:30", 90_000_000_000), ("1:02:03.5", 3_723_500_000_000), ("0", 0), ("007", 7_000_000_000),
      (".5", 500_000_000), ("1h1m1s1ms1us1ns", 3_661_001_001_001), ("90m", 5_400_000_000_000),
      ("1m90s", 150_000_000_000), ("1h30.5s", 3_630_500_000_000), ("00:12.3", 12_300_000_000),
      ("0.000000001", 1), ("1.5us", 1500), ("0.0000000000025h", 9),
      ("1.5000000000000000000", 1_500_000_000), ("9223372036.854775807", .max),
      ("9223372036854775807ns", .max), ("100:00:00", 360_000_000_000_000),
      ("2562047:47:16.854775807", .max),
    ] as [(String, Int64)])
  func `a duration is parsed exactly`(text: String, nanoseconds: Int64) throws {
    #expect(try Duration(text: text) == .nanoseconds(nanoseconds))
  }

  @Test(
    arguments: [
      ("", .empty), ("-2s", .negative), ("+2s", .signed), ("-", .negative), (" 5", .malformed),
      ("5 ", .malformed), ("5 s", .malformed), (".", .malformed), ("5.", .malformed),
      ("1,5", .malformed), ("1m30", .malformed), ("abc", .malformed), ("1e3", .unknownUnit("e")),
      ("5S", .unknownUnit("S")), ("1d", .unknownUnit("d")), ("5µs", .malformed), ("٣s", .malformed),
      ("1s1s", .unitOutOfOrder("s")), ("1s1m", .unitOutOfOrder("m")), ("1:5", .malformed),
      ("1:75", .sixtyOrMore(75)), ("1:60:00", .sixtyOrMore(60)), ("1:2:03", .malformed),
      ("1:02:03:04", .malformed), (":30", .malformed), ("1:", .malformed), ("1:30s", .malformed),
      ("1.5m30s", .fractionInside), ("1.5:30", .malformed), ("0.1ns", .finerThanNanoseconds),
      ("1.0000000001", .finerThanNanoseconds), ("1.50000000000001", .finerThanNanoseconds),
      ("0.33333333333m", .finerThanNanoseconds),
      ("9223372036.854775808", .tooLong), ("9999999999999999999999999999999999999999h", .tooLong),
      ("99999999999999999999999999:00", .tooLong), ("1\u{0}", .malformed), ("inf", .malformed),
      ("1sssssssssssssssss", .unknownUnit("ssssssssssss")), ("0x10", .unknownUnit("x")),
    ] as [(String, DurationTextError)])
  func `an invalid duration is refused with its reason`(text: String, error: DurationTextError) {
    #expect(throws: error) { try Duration(text: text) }
  }

  @Test func `a sign is parsed if allowed`() throws {
    #expect(try Duration(text: "-2s", signed: true) == .seconds(-2))
    #expect(try Duration(text: "+2s", signed: true) == .seconds(2))
    #expect(try Duration(text: "2s", signed: true) == .seconds(2))
    #expect(try Duration(text: "-1:30", signed: true) == .seconds(-90))
    #expect(try Duration(text: "-9223372036.854775808", signed: true) == .nanoseconds(Int64.min))
    #expect(throws: DurationTextError.malformed) { try Duration(text: "--2s", signed: true) }
    #expect(throws: DurationTextError.malformed) { try Duration(text: "-", signed: true) }
  }

  @Test func `a megabyte of digits is refused without a crash`() throws {
    let digits = String(repeating: "9", count: 1_000_000)
    #expect(throws: DurationTextError.tooLong) { try Duration(text: digits) }
    #expect(throws: DurationTextError.finerThanNanoseconds) { try Duration(text: "0." + digits) }
    let zeros = String(repeating: "0", count: 1_000_000)
    #expect(throws: DurationTextError.finerThanNanoseconds) {
      try Duration(text: "0.1" + zeros + "1")
    }
    #expect(try Duration(text: zeros + "1." + zeros) == .seconds(1))
  }

  @Test func `a time shown to the nanosecond is parsed back`() throws {
    var seed = Seed()
    let label = StopwatchLabel(precision: 9)
    for _ in 0..<5000 {
      let time = Duration.nanoseconds(seed.nanoseconds())
      #expect(try Duration(text: label.text(of: time), signed: true) == time, "\(seed)")
    }
  }

  @Test func `a sum of units is the sum of its parts`() throws {
    var seed = Seed()
    let sizes: [(String, Int64)] = [
      ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000),
      ("us", 1000), ("ns", 1),
    ]
    for _ in 0..<2000 {
      var text = ""
      var sum: Int64 = 0
      for (unit, size) in sizes where Bool.random(using: &seed) {
        let number = Int64.random(in: 0...100_000, using: &seed)
        text += "\(number)\(unit)"
        sum += number * size
      }
      guard !text.isEmpty else { continue }
      #expect(try Duration(text: text) == .nanoseconds(sum), "\(text), \(seed)")
    }
  }

  @Test func `nanoseconds are converted exactly, and fractions of them are truncated`() {
    var seed = Seed()
    for _ in 0..<10_000 {
      let count = seed.nanoseconds()
      let span: Duration = .nanoseconds(count)
      #expect(span == .nanoseconds(Int128(count)) && span.nanoseconds == count, "\(seed)")
      let part = Duration(attoseconds: .random(in: 0..<1_000_000_000, using: &seed))
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

  @Test(
    arguments: [
      (.seconds(39 * 86_400 + 21 * 3600 + 3078), "39 days 21 h"), (.seconds(86_400), "1 day"),
      (.seconds(2 * 3600 + 5 * 60), "2 h 5 min"), (.seconds(3600), "1 h"),
      (.seconds(3 * 60 + 4), "3 min 4 s"), (.milliseconds(60_900), "1 min"),
      (.milliseconds(2_590), "2.5 s"), (.seconds(1), "1 s"), (.milliseconds(100), "0.1 s"),
      (.milliseconds(99), "0.099 s"), (.nanoseconds(1), "0.000000001 s"), (.zero, "0 s"),
    ] as [(Duration, String)])
  func `a duration is written with its two largest units`(span: Duration, text: String) {
    #expect(span.spoken == text)
  }
}
