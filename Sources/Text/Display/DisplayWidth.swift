/// The number of terminal columns that text occupies.
///
/// Columns are counted per grapheme cluster: an emoji of several people is two columns wide, a
/// letter with its accents one. Characters of ambiguous width are narrow. The C library's
/// wcwidth(3) needs the files of a locale, which a statically linked program may not find; without
/// them it supports ASCII only.
public enum DisplayWidth {
  /// Counts the columns of a text that was made harmless; control characters have no width.
  ///
  /// - Complexity: linear; fast for printable ASCII.
  public static func of(_ text: String) -> Int {
    let bytes = text.utf8Span.span
    if Harmless.isPrintableASCII(bytes) { return bytes.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Counts the columns of a character (a grapheme cluster): usually 0, 1 or 2; a cluster of
  /// several letters can be wider.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return of(first) }
    if isEmoji(scalars, first) { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// Cuts a text to a number of columns, including the ellipsis at its end.
  ///
  /// - Parameters:
  ///   - text: text made harmless.
  ///   - columns: the available columns, 0 or more.
  /// - Returns: the text itself if it fits; else the characters that fit, followed by `…`.
  public static func cut(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    return columns > 0 ? prefix(of: text, columns: columns - 1).text + "…" : ""
  }

  /// Returns the characters at the beginning of a harmless text that fit into a number of columns,
  /// and their width.
  package static func prefix(
    of text: String, columns: Int
  ) -> (text: Substring, columns: Int) {
    var taken = 0
    for index in text.indices {
      let width = of(text[index])
      if taken + width > columns { return (text[..<index], taken) }
      taken += width
    }
    return (text[...], taken)
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if 0x20...0x7E ~= scalar.value { return 1 }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .control, .lineSeparator, .paragraphSeparator: return 0
    case .format: return scalar.value == 0xAD ? 1 : 0
    default: break
    }
    // The vowels and final consonants of a Korean syllable share the cell of its first consonant.
    if properties.isDefaultIgnorableCodePoint { return 0 }
    if 0x1160...0x11FF ~= scalar.value || 0xD7B0...0xD7FF ~= scalar.value { return 0 }
    return properties.isEmojiPresentation || isWide(scalar) ? 2 : 1
  }

  /// Whether several scalars form one emoji: a joined sequence, a skin tone, a flag, a keycap, or a
  /// character with variation selector 16.
  private static func isEmoji(
    _ scalars: Character.UnicodeScalarView, _ first: Unicode.Scalar
  ) -> Bool {
    guard first.properties.isEmoji else { return false }
    return scalars.dropFirst().contains {
      $0.value == 0xFE0F || $0.properties.isEmojiModifier || 0x1F1E6...0x1F1FF ~= $0.value
        || ($0.value == 0x200D && first.properties.isEmojiPresentation)
    }
  }
}

extension DisplayWidth {
  /// Whether the character is wide or full-width by Unicode Annex 11 (version 17).
  ///
  /// Emoji are excluded: Swift's standard library knows them. The ranges also contain unassigned
  /// scalars between wide ones, and scalars without width, which ``of(_:)-(String)`` handles first.
  package static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    return switch scalar.value {
    // Korean consonants; angle brackets; the signs of the Book of Changes.
    case 0x1100...0x115F, 0x2329...0x232A, 0x2630...0x2637, 0x268A...0x268F: true
    // Chinese radicals, Japanese syllables, Chinese, Yi.
    case 0x2E80...0x3029, 0x3030...0x303E, 0x3041...0x3247, 0x3250...0xA4C6: true
    // Korean syllables, Chinese compatibility, vertical and small forms.
    case 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B: true
    // Full-width forms.
    case 0xFF01...0xFF60, 0xFFE0...0xFFE6: true
    // Tangut, Khitan, old Japanese syllables, counting rods.
    case 0x16FE0...0x16FE3, 0x16FF2...0x18DF2, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376: true
    // Squared Chinese; the planes of rare Chinese characters.
    case 0x1F200...0x1F265, 0x20000...0x3FFFD: true
    default: false
    }
  }
}

extension UTF8 {
  /// Decodes the scalar at a valid index, which is advanced past it; the bytes may be invalid
  /// UTF-8.
  ///
  /// Returns nil if the byte does not begin a well-formed scalar (Unicode 17, table 3-7), and
  /// advances past this byte. Overlong, surrogate and incomplete sequences are ill-formed.
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

extension String {
  /// The text, padded on the left to a number of columns.
  package func rightAligned(in columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - DisplayWidth.of(self))) + self
  }

  /// The text, padded on the right to a number of columns.
  package func leftAligned(in columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - DisplayWidth.of(self)))
  }
}

/// The treatment of words that are longer than a line.
package enum LongWords: Sendable {
  /// They are broken at the end of the line.
  case broken
  /// They make their line longer.
  case kept
}

extension StringProtocol {
  /// Splits the text into lines of at most `columns` columns, at least one, breaking at spaces.
  ///
  /// Repeated spaces count as one. A wide character takes two columns, even on a line of one. A
  /// text without words has no lines.
  ///
  /// - Complexity: linear, but for words longer than a line.
  package func wrapped(columns: Int, longWords: LongWords) -> [String] {
    var lines: [String] = []
    var used = 0
    for word in split(separator: " ") {
      let width = DisplayWidth.of(String(word))
      if !lines.isEmpty, used + 1 + width <= columns {
        lines[lines.count - 1] += " " + word
        used += 1 + width
      } else if width <= columns || longWords == .kept {
        lines.append(String(word))
        used = width
      } else {
        lines += String(word).pieces(columns: columns)
        used = lines.last.map(DisplayWidth.of) ?? 0
      }
    }
    return lines
  }
}

extension String {
  /// Splits the text into pieces of at most `columns` columns and at least one character.
  fileprivate func pieces(columns: Int) -> [String] {
    var pieces: [String] = []
    var rest = self
    while !rest.isEmpty {
      let fitting = DisplayWidth.prefix(of: rest, columns: columns).text.count
      pieces.append(String(rest.prefix(max(1, fitting))))
      rest.removeFirst(max(1, fitting))
    }
    return pieces
  }
}

/// A bar of a chart, drawn with characters.
package enum Bar {
  /// Draws a bar without trailing spaces; that of a fraction above zero is not empty.
  ///
  /// The fraction of the full length is clamped to 0…1, and NaN counts as 0. If the terminal shows
  /// Unicode's block characters, the bar has a resolution of an eighth of a column; else it
  /// consists of `#`.
  package static func text(_ fraction: Double, columns: Int, blocks: Bool) -> String {
    guard fraction > 0, columns > 0 else { return "" }
    let length = min(fraction, 1) * Double(columns)
    guard blocks else { return String(repeating: "#", count: max(1, Int(length.rounded()))) }
    let eighths = max(1, Int((length * 8).rounded()))
    let bar = String(repeating: "█", count: eighths / 8)
    return eighths % 8 == 0 ? bar : bar + parts[eighths % 8 - 1]
  }

  private static let parts = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
