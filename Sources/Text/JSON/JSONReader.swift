/// Reads JSON (RFC 8259) in place and strictly: comments, trailing commas and trailing text are
/// errors.
///
/// It reads byte by byte without building a document, so that small payloads are read quickly.
/// Beyond the end it sees zeros, which do not occur in JSON.
package struct JSONReader {
  /// The error for text that is not JSON, or not a value of the requested type.
  package struct Malformed: Error, Hashable {
    /// The offset of the error in bytes.
    package var offset: Int

    package init(offset: Int) { self.offset = offset }
  }

  package let bytes: UnsafeBufferPointer<UInt8>
  package var index = 0

  /// Creates a reader of a buffer, which must outlive the reader.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The limit on the nesting of arrays and objects; SQLite's own limit is 2,000 or more.
  private static let deepest = 500

  package var isAtEnd: Bool { index >= bytes.count }

  /// The next byte; zero at the end.
  @inline(__always)
  package var next: UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// The error at this offset.
  package var malformed: Malformed { Malformed(offset: index) }

  // MARK: Structure

  /// Reads an object; the closure gets each name and reads the value.
  package mutating func object(
    _ field: (String, inout JSONReader) throws(Malformed) -> Void
  ) throws(Malformed) {
    try expect("{")
    if take("}") { return }
    repeat {
      skipSpace()
      let name = try string()
      try expect(":")
      skipSpace()
      try field(name, &self)
    } while take(",")
    try expect("}")
  }

  /// Reads an array; the closure reads each element.
  package mutating func array<Element>(
    _ element: (inout JSONReader) throws(Malformed) -> Element
  ) throws(Malformed) -> [Element] {
    try expect("[")
    var elements: [Element] = []
    if take("]") { return elements }
    repeat {
      skipSpace()
      elements.append(try element(&self))
    } while take(",")
    try expect("]")
    return elements
  }

  /// Whether the next value is a string.
  package var isAtString: Bool { next == UInt8(ascii: "\"") }

  /// Reads a null if it is next.
  package mutating func takeNull() -> Bool {
    guard next == UInt8(ascii: "n"), (try? literal("null")) != nil else { return false }
    return true
  }

  /// Reads a true if it is next.
  package mutating func takeTrue() -> Bool {
    guard next == UInt8(ascii: "t"), (try? literal("true")) != nil else { return false }
    return true
  }

  /// Skips a value.
  package mutating func skip(depth: Int = 0) throws(Malformed) {
    guard depth < Self.deepest else { throw malformed }
    switch next {
    case UInt8(ascii: "{"):
      try object { _, reader throws(Malformed) in try reader.skip(depth: depth + 1) }
    case UInt8(ascii: "["):
      _ = try array { reader throws(Malformed) in try reader.skip(depth: depth + 1) }
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "t"): try literal("true")
    case UInt8(ascii: "f"): try literal("false")
    case UInt8(ascii: "n"): try literal("null")
    default: try skipNumber()
    }
  }

  /// Throws unless only white space is left.
  package mutating func end() throws(Malformed) {
    skipSpace()
    guard isAtEnd else { throw malformed }
  }

  // MARK: Bytes

  package mutating func skipSpace() {
    while true {
      switch next {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(Malformed) {
    guard take(character) else { throw malformed }
  }

  /// Reads a fixed text.
  @inline(__always)
  package mutating func literal(_ text: StaticString) throws(Malformed) {
    let count = text.utf8CodeUnitCount
    guard bytes.count - index >= count else { throw malformed }
    let (found, expected) = (UnsafeRawBufferPointer(bytes), UnsafeRawPointer(text.utf8Start))
    var offset = 0
    while count - offset >= 8 {
      guard
        found.loadUnaligned(fromByteOffset: index + offset, as: UInt64.self)
          == expected.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      else { throw malformed }
      offset += 8
    }
    for offset in offset..<count where bytes[index + offset] != text.utf8Start[offset] {
      throw malformed
    }
    index += count
  }
}

extension JSONReader {
  /// Returns the value that the closure reads from a text, which contains nothing else.
  package static func read<Value>(
    _ text: String, _ body: (inout JSONReader) throws(Malformed) -> Value
  ) throws(Malformed) -> Value {
    var text = text
    let answer = text.withUTF8 { bytes -> Result<Value, Malformed> in
      var reader = JSONReader(bytes)
      do throws(Malformed) {
        reader.skipSpace()
        let value = try body(&reader)
        try reader.end()
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try answer.get()
  }

  /// Returns the integers of a text that is an array of them; nil for a null.
  package static func integers(_ text: String) throws(Malformed) -> [Int64?] {
    try read(text) { reader throws(Malformed) in
      try reader.array { reader throws(Malformed) in
        reader.takeNull() ? nil : try reader.integer()
      }
    }
  }
}

/// Strings and numbers.
extension JSONReader {
  /// Reads a string.
  ///
  /// Bytes that are not UTF-8 become U+FFFD; an escape of a lone surrogate is malformed.
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

  /// Reads a 64-bit integer without fraction and exponent.
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
