extension Moment {
  /// RFC 3339 in UTC with nine decimals: `2026-11-21T10:00:00.250000000Z`.
  ///
  /// Always 30 bytes of ASCII; the order of such texts is that of their moments.
  public var rfc3339: String {
    String(unsafeUninitializedCapacity: Self.rfc3339Length) { buffer in
      writeRFC3339(to: buffer)
      return Self.rfc3339Length
    }
  }

  /// Appends the bytes of `rfc3339`, without a string in between.
  package func appendRFC3339(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Self.rfc3339Length))
    bytes.withUnsafeMutableBufferPointer { buffer in
      writeRFC3339(to: UnsafeMutableBufferPointer(rebasing: buffer[start...]))
    }
  }

  private static let rfc3339Length = 30

  private func writeRFC3339(to buffer: UnsafeMutableBufferPointer<UInt8>) {
    let time = CivilTime(secondsSince1970: Int(secondsSince1970))
    let second = UInt64(time.secondOfDay)
    var ascii = ASCIIWriter(buffer)
    ascii.put(UInt64(time.date.year), digits: 4)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(UInt64(time.date.month), digits: 2)
    ascii.put(UInt8(ascii: "-"))
    ascii.put(UInt64(time.date.day), digits: 2)
    ascii.put(UInt8(ascii: "T"))
    ascii.put(second / 3600, digits: 2)
    ascii.put(UInt8(ascii: ":"))
    ascii.put(second / 60 % 60, digits: 2)
    ascii.put(UInt8(ascii: ":"))
    ascii.put(second % 60, digits: 2)
    ascii.put(UInt8(ascii: "."))
    ascii.put(UInt64(nanosecondOfSecond), digits: 9)
    ascii.put(UInt8(ascii: "Z"))
  }
}

extension Moment {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  package var secondsSince1970: Int64 {
    let (quotient, remainder) = nanosecondsSince1970.quotientAndRemainder(
      dividingBy: 1_000_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The nanoseconds after `secondsSince1970`, 0 to 999,999,999.
  package var nanosecondOfSecond: Int64 {
    let remainder = nanosecondsSince1970 % 1_000_000_000
    return remainder < 0 ? remainder + 1_000_000_000 : remainder
  }

  /// Makes the moment so many nanoseconds after a second; nil beyond what can be told.
  package init?(secondsSince1970 seconds: Int, nanoseconds: Int) {
    let sum = Int128(seconds) * 1_000_000_000 + Int128(nanoseconds)
    guard let nanosecondsSince1970 = Int64(exactly: sum) else { return nil }
    self.init(nanosecondsSince1970: nanosecondsSince1970)
  }
}
