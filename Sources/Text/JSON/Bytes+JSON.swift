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
