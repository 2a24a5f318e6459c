/// Writes JSON (RFC 8259) as bytes, without spaces, in the order in which it is told.
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
/// Its bytes are handed on and emptied as they grow, so that a stream of documents needs no more
/// memory than one. Whoever calls it keeps to the grammar: fields in objects, elements in arrays.
package struct JSONWriter {
  /// What was written and not yet handed on.
  package var bytes: [UInt8] = []
  private var needsComma = false

  /// Makes a writer of nothing yet.
  package init() {}

  // MARK: Elements, of an array or the document itself

  /// Writes a value: a number, a string, a truth, a moment, a list of them, or null.
  package mutating func element(_ value: some JSONValue) {
    separate()
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

  /// Writes bytes that are JSON already, as they are.
  package mutating func element(json: some Collection<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  /// Ends a line, and with it a document: what follows is another one.
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

  /// Writes a field whose value is JSON already, as it is.
  package mutating func field(_ name: String, json: some Collection<UInt8>) {
    key(name)
    element(json: json)
  }

  /// Writes the name of a field, whose value comes next.
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
  /// Appends a string in its quotes.
  ///
  /// What a terminal or a reader's eye would obey is escaped, as JSON allows for any character:
  /// nothing is lost, and the text may be shown anywhere. What is no UTF-8 becomes U+FFFD, a byte
  /// each, since JSON cannot hold it.
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
      // All that is obeyed lies below U+10000: one escape holds it.
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
  /// Whether all bytes are printable ASCII that JSON takes as it is.
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
