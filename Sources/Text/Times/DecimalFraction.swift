/// The digits behind a decimal point, kept exactly: zeros at the end do not count.
package struct DecimalFraction {
  /// More digits than these are never a whole number of nanoseconds, whatever the unit: an hour's
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

  /// How many nanoseconds this fraction of a unit is.
  ///
  /// - Parameter unit: the unit's nanoseconds, at most an hour's.
  /// - Returns: nil when they are not a whole number.
  package func nanoseconds(of unit: Int) -> Int? {
    var divisor: Int128 = 1
    for _ in 0..<digits { divisor *= 10 }
    let (quotient, remainder) = (Int128(value) * Int128(unit)).quotientAndRemainder(
      dividingBy: divisor)
    return remainder == 0 && !isTooFine ? Int(quotient) : nil
  }
}
