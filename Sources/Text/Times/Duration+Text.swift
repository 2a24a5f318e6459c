extension Duration {
  /// Reads a duration as people write it.
  ///
  /// - `90`, `1.5`, `.5`: seconds.
  /// - `90s`, `1h`, `250ms`, `1m30s`, `1h30m`, `1.5s`: numbers with the units h, m, s, ms, us, ns,
  ///   each at most once, the larger before the smaller; only the last number may have a fraction.
  ///   A number may exceed the next larger unit: `90m`, `1m90s`.
  /// - `1:30`, `1:02:03.5`: minutes and seconds, or hours, minutes and seconds; two digits behind
  ///   each colon, below 60.
  ///
  /// The result is exact: what is not a whole number of nanoseconds is refused, not rounded.
  ///
  /// - Parameters:
  ///   - text: the whole text; no spaces are allowed.
  ///   - signed: whether a leading `+` or `-` is allowed.
  /// - Throws: why the text is not a duration.
  /// - Complexity: linear in the length of the text.
  public init(text: String, signed: Bool = false) throws(DurationTextError) {
    guard !text.isEmpty else { throw .empty }
    var scanner = TextScanner(text)
    let isNegative = scanner.next == UInt8(ascii: "-")
    if scanner.take("-", or: "+"), !signed { throw .signed }
    let first = scanner.wholeNumber()
    // A number is held at 10^20, no unit is above 3.6 × 10^12, and none comes twice: the sum of
    // them is far within 128 bits.
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

  /// `:30` or `:02:03.5` behind its first number.
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

  /// `90`, `1.5s` or `1m30s`, the digits of the first number being taken already.
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
