/// Writes JSON (RFC 8259) as bytes, without spaces.
///
/// ```swift
/// var json = JSONWriter()
/// json.object {
///   $0.field("session", 12)
///   $0.field("name", session.name)          // a string, or null
///   $0.field("started_at", session.start)   // a moment: RFC 3339 UTC with nine decimals
///   $0.field("running_time_ns", time)       // a duration: its nanoseconds
///   $0.array("laps") { for lap in laps { $0.object { lap.write(to: &$0) } } }
/// }
/// ```
/// The caller may remove the bytes at any time, so that a stream of documents needs little memory.
/// The caller is responsible for the grammar: fields in objects, elements in arrays.
package struct JSONWriter {
  /// The bytes written and not yet removed.
  package var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates an empty writer.
  package init() {}

  // MARK: Elements of an array, or the document itself

  /// Writes a value: a number, string, Boolean, moment, array of them, or null.
  package mutating func element(_ value: some JSONValue) {
    separate()
    needsComma = false
    value.write(to: &self)
    needsComma = true
  }

  /// Writes an object; its fields are written by the closure.
  package mutating func object<Failure>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try nested("{", "}", body)
  }

  /// Writes an array; its elements are written by the closure.
  package mutating func array<Failure>(
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try nested("[", "]", body)
  }

  /// Returns an array of integers as a text; nil is null.
  ///
  /// Its type is known here, which saves a `lap` the making of generic types.
  package static func text(_ integers: [Int64?]) -> String {
    var json = JSONWriter()
    json.bytes.reserveCapacity(20 * integers.count)
    json.array { for integer in integers { $0.element(integer) } }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Returns a value as a text.
  package static func text(_ value: some JSONValue) -> String {
    String(decoding: bytes(of: value), as: UTF8.self)
  }

  /// Returns a value as bytes.
  package static func bytes(of value: some JSONValue) -> [UInt8] {
    var json = JSONWriter()
    json.element(value)
    return json.bytes
  }

  /// Ends the line and the document; the next value begins another one.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  // MARK: Fields of an object

  /// Writes a field with its value.
  package mutating func field(_ name: String, _ value: some JSONValue) {
    key(name)
    element(value)
  }

  /// Writes a field that is an object.
  package mutating func object<Failure>(
    _ name: String, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    key(name)
    try object(body)
  }

  /// Writes a field that is an array.
  package mutating func array<Failure>(
    _ name: String, _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    key(name)
    try array(body)
  }

  /// Writes the name of a field; its value must follow.
  package mutating func key(_ name: String) {
    separate()
    bytes.append(jsonString: name.utf8Span.span)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  // MARK: Inside

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func nested<Failure>(
    _ open: Unicode.Scalar, _ close: Unicode.Scalar,
    _ body: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    try body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }
}

extension [UInt8] {
  /// Appends a string with its quotes.
  ///
  /// Characters that could control a terminal are escaped, as JSON allows for any character, so
  /// that a terminal can show the result. Each byte that is not UTF-8 becomes U+FFFD, since JSON
  /// cannot represent it.
  package mutating func append(jsonString string: Span<UInt8>) {
    append(UInt8(ascii: "\""))
    if string.isPlainJSON {
      append(span: string)
    } else {
      append(escaped: string)
    }
    append(UInt8(ascii: "\""))
  }

  private mutating func append(escaped string: Span<UInt8>) {
    var index = 0
    while index < string.count {
      let start = index
      guard let scalar = UTF8.decode(string, at: &index) else {
        append("\u{FFFD}")
        continue
      }
      switch scalar {
      case "\"": append(#"\""#)
      case "\\": append(#"\\"#)
      case "\n": append(#"\n"#)
      case "\r": append(#"\r"#)
      case "\t": append(#"\t"#)
      // All such characters are below U+10000: one escape suffices.
      case _ where Harmless.isObeyed(scalar):
        append(#"\u"#)
        append(hexadecimal: UInt8(truncatingIfNeeded: scalar.value >> 8))
        append(hexadecimal: UInt8(truncatingIfNeeded: scalar.value))
      default: append(span: string.extracting(start..<index))
      }
    }
  }
}

extension Span<UInt8> {
  /// Whether all bytes are printable ASCII that needs no escape in JSON.
  fileprivate var isPlainJSON: Bool {
    for index in indices {
      let byte = self[index]
      guard 0x20...0x7E ~= byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
        return false
      }
    }
    return true
  }
}

/// A type whose values can be written as JSON, and in rows.
package protocol JSONValue: SendableMetatype {
  /// Appends the value.
  func write(to json: inout JSONWriter)
  /// The value in a row: by default the text of its JSON.
  var cell: Cell { get }
  /// Whether an object leaves out a field with the value.
  var isOmitted: Bool { get }
}

extension JSONValue {
  package var cell: Cell { .text(JSONWriter.text(self)) }
  package var isOmitted: Bool { false }
}

extension Int: JSONValue {
  package func write(to json: inout JSONWriter) { Int64(self).write(to: &json) }

  package var cell: Cell { .integer(Int64(self)) }
}

extension Int64: JSONValue {
  /// Writes all digits; programs that read numbers as doubles lose precision above 2^53.
  package func write(to json: inout JSONWriter) { json.bytes.append(decimal: self) }

  package var cell: Cell { .integer(Int64(self)) }
}

extension Double: JSONValue {
  /// Writes the fewest digits that read back as the same number; null for infinities and NaN, which
  /// JSON cannot represent.
  package func write(to json: inout JSONWriter) { json.bytes.append(isFinite ? "\(self)" : "null") }
}

extension Bool: JSONValue {
  package func write(to json: inout JSONWriter) { json.bytes.append(self ? "true" : "false") }
}

extension String: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.bytes.append(jsonString: utf8Span.span)
  }

  package var cell: Cell { .text(self) }
}

extension Moment: JSONValue {
  /// Writes RFC 3339 in UTC with nine decimals.
  package func write(to json: inout JSONWriter) {
    json.bytes.append(UInt8(ascii: "\""))
    appendRFC3339(to: &json.bytes)
    json.bytes.append(UInt8(ascii: "\""))
  }

  package var cell: Cell { .text(rfc3339) }
}

extension Duration: JSONValue {
  /// Writes the nanoseconds, for fields named `…_ns`.
  package func write(to json: inout JSONWriter) { nanoseconds.write(to: &json) }

  package var cell: Cell { .integer(nanoseconds) }
}

extension EventID: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.bytes.append(UInt8(ascii: "\""))
    append(to: &json.bytes)
    json.bytes.append(UInt8(ascii: "\""))
  }

  package var cell: Cell { .text(description) }
}

extension Optional: JSONValue where Wrapped: JSONValue {
  /// Writes the value, or null for nil.
  package func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.bytes.append("null") }
  }

  package var cell: Cell { self?.cell ?? .null }
}

extension Array: JSONValue where Element: JSONValue {
  package func write(to json: inout JSONWriter) {
    json.array { for element in self { $0.element(element) } }
  }
}
