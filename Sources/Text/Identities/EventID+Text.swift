extension EventID: LosslessStringConvertible {
  /// Reads a UUID in its usual form, 8-4-4-4-12 hexadecimal digits of either case.
  public init?(_ description: String) {
    var halves: (UInt64, UInt64) = (0, 0)
    var digits = 0
    for (offset, byte) in description.utf8.enumerated() {
      if offset == 8 || offset == 13 || offset == 18 || offset == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard digits < 32, let digit = Self.value(ofHexadecimal: byte) else { return nil }
      if digits < 16 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
      digits += 1
    }
    guard digits == 32 else { return nil }
    self.init(high: halves.0, low: halves.1)
  }

  /// The usual form, in lower case.
  public var description: String {
    String(unsafeUninitializedCapacity: Self.textLength) { buffer in
      write(to: buffer)
      return Self.textLength
    }
  }

  /// Appends the bytes of `description`, without a string in between.
  package func append(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Self.textLength))
    bytes.withUnsafeMutableBufferPointer { buffer in
      write(to: UnsafeMutableBufferPointer(rebasing: buffer[start...]))
    }
  }

  private static let textLength = 36

  private func write(to buffer: UnsafeMutableBufferPointer<UInt8>) {
    var ascii = ASCIIWriter(buffer)
    ascii.put(high >> 32, hexadecimal: 8)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(high >> 16, hexadecimal: 4)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(high, hexadecimal: 4)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(low >> 48, hexadecimal: 4)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(low, hexadecimal: 12)
  }

  /// What a hexadecimal digit of either case is worth.
  @inlinable
  package static func value(ofHexadecimal byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
