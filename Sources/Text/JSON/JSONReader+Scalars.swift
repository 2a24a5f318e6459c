/// Strings and numbers.
extension JSONReader {
  /// Reads a string.
  ///
  /// Bytes that are no UTF-8 become U+FFFD; escapes of half a character are malformed.
  package mutating func string() throws(Malformed) -> String {
    try literal("\"")
    let start = index
    while true {
      let byte = next
      if byte == UInt8(ascii: "\"") {
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        index += 1
        return text
      }
      if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
      guard byte >= 0x20 else { throw malformed }
      index += 1
    }
  }

  /// Reads a whole number of 64 bits, in digits alone.
  package mutating func integer() throws(Malformed) -> Int64 {
    let start = index
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let first = index
    var value: Int64 = 0
    while case UInt8(ascii: "0")...UInt8(ascii: "9") = next {
      let digit = Int64(next - UInt8(ascii: "0"))
      let (tens, high) = value.multipliedReportingOverflow(by: 10)
      let (sum, low) =
        isNegative
        ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      guard !high, !low else { throw Malformed(offset: start) }
      value = sum
      index += 1
    }
    let digits = index - first
    guard digits > 0, digits == 1 || bytes[first] != UInt8(ascii: "0") else {
      throw Malformed(offset: start)
    }
    switch next {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): throw Malformed(offset: start)
    default: return value
    }
  }

  package mutating func skipString() throws(Malformed) {
    try literal("\"")
    while next != UInt8(ascii: "\"") {
      if next == UInt8(ascii: "\\") {
        index += 1
        try skipEscape()
      } else {
        guard next >= 0x20 else { throw malformed }
        index += 1
      }
    }
    index += 1
  }

  package mutating func skipNumber() throws(Malformed) {
    if next == UInt8(ascii: "-") { index += 1 }
    let isZero = next == UInt8(ascii: "0")
    let whole = skipDigits()
    guard whole > 0, whole == 1 || !isZero else { throw malformed }
    if next == UInt8(ascii: ".") {
      index += 1
      guard skipDigits() > 0 else { throw malformed }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      guard skipDigits() > 0 else { throw malformed }
    }
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while case UInt8(ascii: "0")...UInt8(ascii: "9") = next { index += 1 }
    return index - start
  }

  private mutating func skipEscape() throws(Malformed) {
    switch next {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 1
    case UInt8(ascii: "u"):
      index += 1
      _ = try codeUnit()
    default: throw malformed
    }
  }

  private mutating func escapedString(from start: Int) throws(Malformed) -> String {
    var text = [UInt8](bytes[start..<index])
    while next != UInt8(ascii: "\"") {
      guard next >= 0x20 else { throw malformed }
      if next == UInt8(ascii: "\\") {
        index += 1
        text += UTF8.encode(try escaped()) ?? UTF8.encodedReplacementCharacter
      } else {
        text.append(next)
        index += 1
      }
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escaped() throws(Malformed) -> Unicode.Scalar {
    let letter = next
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let unit = try codeUnit()
      if let scalar = Unicode.Scalar(unit) { return scalar }
      try literal("\\u")
      let low = try codeUnit()
      guard UTF16.isLeadSurrogate(unit), UTF16.isTrailSurrogate(low) else { throw malformed }
      return UTF16.decode(UTF16.EncodedScalar([unit, low]))
    default:
      index -= 1
      throw malformed
    }
  }

  private mutating func codeUnit() throws(Malformed) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = EventID.value(ofHexadecimal: next) else { throw malformed }
      unit = unit << 4 | UInt16(digit)
      index += 1
    }
    return unit
  }
}
