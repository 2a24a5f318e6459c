/// Puts digits and signs one behind the other into memory that its caller measured.
package struct ASCIIWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  /// How many bytes were put so far.
  package private(set) var count = 0

  package init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  package mutating func put(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  /// Puts a number with exactly so many digits, zeros in front; higher digits are left out.
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

  /// Puts the lowest hexadecimal digits of a number, so many of them.
  package mutating func put(_ number: UInt64, hexadecimal digits: Int) {
    var rest = number
    var position = count + digits
    count = position
    for _ in 0..<digits {
      position -= 1
      let digit = UInt8(truncatingIfNeeded: rest & 0xF)
      buffer[position] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      rest >>= 4
    }
  }

  /// Puts a number with as many digits as it has.
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
