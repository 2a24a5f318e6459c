/// Reads a text byte by byte.
package struct TextScanner {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ text: String) {
    bytes = Array(text.utf8)
  }

  package var isAtEnd: Bool { position == bytes.count }
  package var next: UInt8? { isAtEnd ? nil : bytes[position] }

  /// Consumes the next character if it is one of these ASCII characters; returns whether it was.
  package mutating func take(_ first: Unicode.Scalar, or second: Unicode.Scalar? = nil) -> Bool {
    guard let next, next == first.value || next == second?.value ?? first.value else {
      return false
    }
    position += 1
    return true
  }

  /// Consumes one decimal digit; nil if the next character is not a digit.
  package mutating func digit() -> Int? {
    guard let next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= next else { return nil }
    position += 1
    return Int(next - UInt8(ascii: "0"))
  }

  /// Consumes a fixed number of digits; nil if there are fewer.
  package mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Consumes all digits that follow, and returns their value, clamped to 10^20, and their number.
  package mutating func wholeNumber() -> (value: Int128, digits: Int) {
    var value: Int128 = 0
    var digits = 0
    while let digit = digit() {
      value = min(value * 10 + Int128(digit), 100_000_000_000_000_000_000)
      digits += 1
    }
    return (value, digits)
  }

  /// Consumes all digits that follow, as those after a decimal point.
  package mutating func fraction() -> DecimalFraction? {
    guard let first = digit() else { return nil }
    var fraction = DecimalFraction()
    fraction.append(first)
    while let digit = digit() { fraction.append(digit) }
    return fraction
  }

  /// Consumes the ASCII letters that follow, up to a limit.
  package mutating func letters(atMost limit: Int) -> String {
    var letters = ""
    while letters.utf8.count < limit, let next, Self.isLetter(next) {
      letters.unicodeScalars.append(Unicode.Scalar(next))
      position += 1
    }
    return letters
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }
}
