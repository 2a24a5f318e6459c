extension [UInt8] {
  /// Appends all bytes of a span.
  @inlinable
  package mutating func append(span: Span<UInt8>) {
    span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Appends the UTF-8 of a text.
  @inlinable
  package mutating func append(_ text: String) {
    append(span: text.utf8Span.span)
  }

  /// Appends a byte as two hexadecimal digits.
  @inlinable
  package mutating func append(hexadecimal byte: UInt8, uppercase: Bool = false) {
    let letter = UInt8(ascii: uppercase ? "A" : "a")
    let (high, low) = (byte >> 4, byte & 0xF)
    append(high < 10 ? UInt8(ascii: "0") + high : letter + high - 10)
    append(low < 10 ? UInt8(ascii: "0") + low : letter + low - 10)
  }
}

extension [UInt8] {
  /// Appends a whole number in decimal digits.
  @inlinable
  package mutating func append(decimal number: Int64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = number.magnitude
      var first = digits.count
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      if number < 0 {
        first -= 1
        digits[first] = UInt8(ascii: "-")
      }
      append(contentsOf: digits[first...])
    }
  }
}

/// Writes digits and signs into a buffer, whose size the caller computes.
package struct ASCIIWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes written so far.
  package private(set) var count = 0

  package init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  package mutating func put(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  /// Writes a number with a fixed number of digits: padded with zeros, higher digits omitted.
  package mutating func put(_ number: UInt64, digits: Int) {
    var rest = number
    var position = count + digits
    count = position
    for _ in 0..<digits {
      position -= 1
      buffer[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }

  /// Writes all digits of a number.
  package mutating func put(_ number: UInt64) {
    var digits = 1
    var rest = number / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    put(number, digits: digits)
  }
}
