extension UTF8 {
  /// Decodes the scalar at an index, however broken the bytes are.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - index: within the bytes; moved behind the scalar, or behind one byte that begins none.
  /// - Returns: nil when the byte at the index does not begin a scalar that is well-formed (Unicode
  ///   17, table 3-7: neither overlong nor a surrogate nor cut short).
  package static func decode(_ bytes: Span<UInt8>, at index: inout Int) -> Unicode.Scalar? {
    let first = bytes[index]
    index += 1
    if first < 0x80 { return Unicode.Scalar(first) }
    let (more, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (more, second) = (1, 0x80...0xBF)
    case 0xE0: (more, second) = (2, 0xA0...0xBF)
    case 0xED: (more, second) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (more, second) = (2, 0x80...0xBF)
    case 0xF0: (more, second) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (more, second) = (3, 0x80...0xBF)
    case 0xF4: (more, second) = (3, 0x80...0x8F)
    default: return nil
    }
    guard index + more <= bytes.count, second.contains(bytes[index]) else { return nil }
    var value = UInt32(first) & (0x3F >> UInt32(more))
    for offset in 0..<more {
      let byte = bytes[index + offset]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    index += more
    return Unicode.Scalar(value)
  }
}
