extension Duration {
  /// The duration in whole nanoseconds, truncated towards zero and clamped to `Int64`.
  ///
  /// Durations are 128 bits wide, so that sums of readings are exact; only values for SQL and JSON
  /// are limited to 64 bits.
  public var nanoseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// Creates a duration of nanoseconds, faster than the standard library's generic initializer.
  package static func nanoseconds(_ count: Int64) -> Duration {
    Duration(attoseconds: Int128(count) * 1_000_000_000)
  }

  /// The seconds as an exact decimal number with nine places: `12.300000000`.
  package var decimalSeconds: String {
    let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let sign = nanoseconds < 0 ? "-" : ""
    return "\(sign)\(seconds).\("\(1_000_000_000 + rest)".dropFirst())"
  }

  /// The duration without its sign.
  package var magnitude: Duration { self < .zero ? .zero - self : self }
}

extension Duration {
  /// Parses a duration as people write it.
  ///
  /// - `90`, `1.5`, `.5`: seconds.
  /// - `90s`, `1h`, `250ms`, `1m30s`, `1h30m`, `1.5s`: numbers with the units h, m, s, ms, us, ns,
  ///   each at most once, the larger before the smaller; only the last number may have a fraction.
  ///   A number may exceed the next larger unit: `90m`, `1m90s`.
  /// - `1:30`, `1:02:03.5`: minutes and seconds, or hours, minutes and seconds; two digits after
  ///   each colon, below 60.
  ///
  /// The result is exact: a fraction of a nanosecond is an error.
  ///
  /// - Parameters:
  ///   - text: the text, without spaces.
  ///   - signed: whether a leading `+` or `-` is allowed.
  /// - Throws: the reason why the text is not a duration.
  /// - Complexity: linear in the length of the text.
  public init(text: String, signed: Bool = false) throws(DurationTextError) {
    guard !text.isEmpty else { throw .empty }
    var scanner = TextScanner(text)
    let isNegative = scanner.next == UInt8(ascii: "-")
    if scanner.take("-", or: "+"), !signed { throw isNegative ? .negative : .signed }
    let first = scanner.wholeNumber()
    // A number is clamped to 10^20, a unit is at most 3.6 × 10^12, and none occurs twice: the sum
    // fits into 128 bits.
    let magnitude =
      if first.digits > 0, scanner.next == UInt8(ascii: ":") {
        try Self.clockTime(&scanner, first: first.value)
      } else {
        try Self.amounts(&scanner, first: first)
      }
    guard let nanoseconds = Int64(exactly: isNegative ? -magnitude : magnitude) else {
      throw .tooLong
    }
    self = .nanoseconds(nanoseconds)
  }

  /// Parses the rest after the first number: `:30` or `:02:03.5`.
  private static func clockTime(
    _ scanner: inout TextScanner, first: Int128
  ) throws(DurationTextError) -> Int128 {
    var seconds = first
    var colons = 0
    while colons < 2, scanner.take(":") {
      guard let number = scanner.number(digits: 2) else { throw .malformed }
      guard number < 60 else { throw .sixtyOrMore(number) }
      seconds = seconds * 60 + Int128(number)
      colons += 1
    }
    let fraction = try fraction(&scanner)
    guard scanner.isAtEnd else { throw .malformed }
    return seconds * Int128(DurationUnit.seconds.size)
      + Int128(try nanoseconds(of: fraction, unit: .seconds))
  }

  /// Parses the rest after the first number's digits, of `90`, `1.5s` or `1m30s`.
  private static func amounts(
    _ scanner: inout TextScanner, first: (value: Int128, digits: Int)
  ) throws(DurationTextError) -> Int128 {
    var sum: Int128 = 0
    var number = first
    var previous: DurationUnit?
    repeat {
      let fraction = try fraction(&scanner)
      guard number.digits > 0 || fraction != nil else { throw .malformed }
      let isBare = previous == nil && scanner.isAtEnd
      let unit = isBare ? .seconds : try unit(&scanner, after: previous)
      sum += number.value * Int128(unit.size)
      sum += Int128(try nanoseconds(of: fraction, unit: unit))
      if scanner.isAtEnd { break }
      guard fraction == nil else { throw .fractionInside }
      previous = unit
      number = scanner.wholeNumber()
    } while true
    return sum
  }

  private static func unit(
    _ scanner: inout TextScanner, after previous: DurationUnit?
  ) throws(DurationTextError) -> DurationUnit {
    let letters = scanner.letters(atMost: 12)
    guard !letters.isEmpty else { throw .malformed }
    guard let unit = DurationUnit(rawValue: letters) else { throw .unknownUnit(letters) }
    if let previous, unit.size >= previous.size { throw .unitOutOfOrder(letters) }
    return unit
  }

  private static func fraction(
    _ scanner: inout TextScanner
  ) throws(DurationTextError) -> DecimalFraction? {
    guard scanner.take(".") else { return nil }
    guard let fraction = scanner.fraction() else { throw .malformed }
    return fraction
  }

  private static func nanoseconds(
    of fraction: DecimalFraction?, unit: DurationUnit
  ) throws(DurationTextError) -> Int {
    guard let fraction else { return 0 }
    guard let nanoseconds = fraction.nanoseconds(of: unit.size) else { throw .finerThanNanoseconds }
    return nanoseconds
  }
}

/// The units of durations, the largest first.
package enum DurationUnit: String {
  case hours = "h"
  case minutes = "m"
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"

  /// The length of the unit in nanoseconds.
  package var size: Int {
    switch self {
    case .hours: 3_600_000_000_000
    case .minutes: 60_000_000_000
    case .seconds: 1_000_000_000
    case .milliseconds: 1_000_000
    case .microseconds: 1_000
    case .nanoseconds: 1
    }
  }
}

/// The digits after a decimal point, kept exactly; trailing zeros do not count.
package struct DecimalFraction {
  /// The most digits for which a fraction of a unit can be a whole number of nanoseconds: an hour's
  /// 3.6 × 10^12 can be halved 13 times, and divided by five 11 times.
  private static let mostDigits = 13

  private var value = 0
  private var digits = 0
  private var zerosBehind = 0
  private var isTooFine = false

  package mutating func append(_ digit: Int) {
    guard digit != 0 else { return zerosBehind += 1 }
    guard digits + zerosBehind < Self.mostDigits else { return isTooFine = true }
    for _ in 0..<zerosBehind + 1 { value *= 10 }
    value += digit
    digits += zerosBehind + 1
    zerosBehind = 0
  }

  /// Returns this fraction of a unit, of at most an hour in nanoseconds; nil if the result is not a
  /// whole number.
  package func nanoseconds(of unit: Int) -> Int? {
    var divisor: Int128 = 1
    for _ in 0..<digits { divisor *= 10 }
    let (quotient, remainder) = (Int128(value) * Int128(unit)).quotientAndRemainder(
      dividingBy: divisor)
    return remainder == 0 && !isTooFine ? Int(quotient) : nil
  }
}

/// The reason why a text is not a duration.
public enum DurationTextError: Error, Hashable, Sendable {
  /// It is empty.
  case empty
  /// It has a sign, which is not allowed here.
  case signed
  /// It is negative, which is not allowed here.
  case negative
  /// It has none of the forms of a duration.
  case malformed
  /// A number has an unknown unit; its first dozen letters.
  case unknownUnit(String)
  /// A unit does not follow a larger one, or occurs twice.
  case unitOutOfOrder(String)
  /// A number that is not the last one has a fraction.
  case fractionInside
  /// Minutes or seconds after a colon are 60 or more.
  case sixtyOrMore(Int)
  /// It is not a whole number of nanoseconds.
  case finerThanNanoseconds
  /// It is longer than the 292 years that 64 bits of nanoseconds hold.
  case tooLong
}

extension DurationTextError: CustomStringConvertible {
  /// The reason in English, a clause without a full stop.
  public var description: String {
    switch self {
    case .empty: "it is empty"
    case .signed: "a duration has no sign here"
    case .negative: "it must not be negative"
    case .malformed: "a duration is written like 90, 1m30s, 250ms or 1:30"
    case .unknownUnit(let unit): "'\(unit)' is not a unit; the units are h, m, s, ms, us and ns"
    case .unitOutOfOrder(let unit): "'\(unit)' must follow a larger unit, and only once"
    case .fractionInside: "only the last number may have a fraction"
    case .sixtyOrMore(let number): "the number after a colon must be 00 to 59, not \(number)"
    case .finerThanNanoseconds: "it is finer than a nanosecond"
    case .tooLong: "it is longer than 292 years"
    }
  }
}

extension Duration {
  /// The duration with units, as `init(text:)` parses it: `1h30m`, `45m`, `1.5s`, `250ms`.
  ///
  /// It is truncated to whole nanoseconds, and has no sign.
  package var unitText: String {
    let nanoseconds = nanoseconds.magnitude
    let (seconds, fraction) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if seconds == 0 { return Self.shortText(fraction) }
    var text = ""
    if seconds >= 3600 { text += "\(seconds / 3600)h" }
    if seconds / 60 % 60 > 0 { text += "\(seconds / 60 % 60)m" }
    if seconds % 60 > 0 || fraction > 0 {
      text += "\(seconds % 60)\(Self.digits(after: fraction, of: 1_000_000_000))s"
    }
    return text
  }

  /// The text of less than a second.
  private static func shortText(_ nanoseconds: UInt64) -> String {
    for (unit, size) in [("ms", UInt64(1_000_000)), ("us", 1000)] where nanoseconds >= size {
      return "\(nanoseconds / size)\(digits(after: nanoseconds % size, of: size))\(unit)"
    }
    return nanoseconds > 0 ? "\(nanoseconds)ns" : "0s"
  }

  /// The decimal point and the digits of a fraction, without zeros at the end.
  private static func digits(after fraction: UInt64, of unit: UInt64) -> String {
    guard fraction > 0 else { return "" }
    var digits = "\(unit + fraction)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "." + digits
  }
}

extension Duration {
  /// The span for a sentence: `39 days 21 h`, `2 h 5 min`, `3 min 4 s`, `2.5 s`.
  ///
  /// Truncated to its two largest units; below a minute to tenths of a second, below a tenth exact.
  package var spoken: String {
    let seconds = nanoseconds / 1_000_000_000
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60)
    if days > 0 { return Self.joined(days, days == 1 ? "day" : "days", hours, "h") }
    if hours > 0 { return Self.joined(hours, "h", minutes, "min") }
    if minutes > 0 { return Self.joined(minutes, "min", seconds % 60, "s") }
    let isTiny = nanoseconds < 100_000_000
    var digits = "\(nanoseconds % 1_000_000_000 + 1_000_000_000)".dropFirst()
    digits = isTiny ? digits : digits.prefix(1)
    while digits.last == "0" { digits.removeLast() }
    return digits.isEmpty ? "\(seconds) s" : "\(seconds).\(digits) s"
  }

  private static func joined(
    _ large: Int64, _ largeUnit: String, _ small: Int64, _ smallUnit: String
  ) -> String {
    small == 0 ? "\(large) \(largeUnit)" : "\(large) \(largeUnit) \(small) \(smallUnit)"
  }
}
