/// Escapes text for display, so that it cannot control the terminal or mislead the reader.
///
/// Characters that would move the cursor, change colors or reverse the reading order are shown in
/// Swift's notation: `\n`, `\t`, `\u{1B}`, `\u{202E}`. Bytes that are not valid UTF-8 are shown as
/// `\xFF`. All other characters, also backslashes, are unchanged: the result cannot be decoded.
public enum Harmless {
  /// Makes any text harmless to show; harmless text is returned unchanged.
  ///
  /// - Complexity: linear.
  public static func text(_ text: String) -> String {
    guard !isPrintableASCII(text.utf8Span.span) else { return text }
    var bytes: [UInt8] = []
    append(text.utf8Span.span, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends bytes, made harmless; they may be invalid UTF-8.
  package static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
    guard !isPrintableASCII(text) else { return output.append(span: text) }
    var index = 0
    while index < text.count {
      let start = index
      if let scalar = UTF8.decode(text, at: &index) {
        if isObeyed(scalar) {
          append(escaped: scalar, to: &output)
        } else {
          output.append(span: text.extracting(start..<index))
        }
      } else {
        output.append(#"\x"#)
        output.append(hexadecimal: text[start], uppercase: true)
      }
    }
  }

  /// Whether the character controls the terminal or the reading order, or is invisible.
  ///
  /// These are control characters (C0, DEL, C1), line and paragraph separators, the marks,
  /// embeddings, overrides and isolates of bidirectional text (Unicode Annex 9), the byte order
  /// mark, which some programs remove, format characters that are deprecated or for annotations,
  /// and tags, which can hide any ASCII text. Joiners and variation selectors are not: scripts and
  /// emoji need them.
  package static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F: true
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x206F: true
    case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
    default: false
    }
  }

  /// Whether all bytes are ASCII and none is a control character.
  package static func isPrintableASCII(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] < 0x20 || text[index] > 0x7E { return false }
    return true
  }

  private static func append(escaped scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\n": output.append(#"\n"#)
    case "\t": output.append(#"\t"#)
    case "\r": output.append(#"\r"#)
    default: output.append("\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}")
    }
  }
}

extension [String] {
  /// Returns the first texts and the number of the others, if it is above 1: `a, b and 12 more`.
  package func listed(atMost limit: Int) -> String {
    guard count > limit + 1 else { return joined(separator: ", ") }
    return prefix(limit).joined(separator: ", ") + " and \(count - limit) more"
  }
}

extension String {
  /// The text with its first letter in upper case.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text made harmless and in quotes.
  package var quoted: String { "\"\(Harmless.text(self))\"" }

  /// The text for an error message: made harmless, and cut after 200 characters.
  package var echoed: String {
    let limit = unicodeScalars.index(startIndex, offsetBy: 200, limitedBy: endIndex)
    guard let limit, limit < endIndex else { return Harmless.text(self) }
    return Harmless.text(String(unicodeScalars[..<limit])) + "…"
  }
}
