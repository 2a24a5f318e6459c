/// How many columns of a terminal text takes.
///
/// Counted by what a reader sees as one character (Unicode's grapheme clusters): an emoji of
/// several people is two columns, a letter with its accents one. Characters of ambiguous width are
/// narrow. The C library's wcwidth(3) would know, but only where it finds a locale's files, which a
/// statically linked program cannot count on; without them it knows ASCII alone.
public enum DisplayWidth {
  /// Counts the columns of a text.
  ///
  /// - Parameter text: text made harmless; control characters are taken to have no width.
  /// - Returns: its columns, 0 or more.
  /// - Complexity: linear; fast for printable ASCII.
  public static func of(_ text: String) -> Int {
    let bytes = text.utf8Span.span
    if Harmless.isPrintableASCII(bytes) { return bytes.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Counts the columns of what a reader sees as one character.
  ///
  /// - Parameter character: the character.
  /// - Returns: mostly 0, 1 or 2; the letters of a syllable are counted together.
  public static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return of(first) }
    if isEmoji(scalars, first) { return 2 }
    return scalars.reduce(0) { $0 + of($1) }
  }

  /// Cuts a text to so many columns, an ellipsis being the last of them.
  ///
  /// - Parameters:
  ///   - text: text made harmless.
  ///   - columns: how many there are, 0 or more.
  /// - Returns: the text itself when it fits; else as many characters as fit before `…`.
  public static func cut(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    return columns > 0 ? prefix(of: text, columns: columns - 1).text + "…" : ""
  }

  /// Takes as many characters from the front of a text as fit into so many columns.
  ///
  /// - Parameters:
  ///   - text: text made harmless.
  ///   - columns: how many there are, 0 or more.
  /// - Returns: the characters, and the columns that they take.
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
    // The vowels and final consonants of a Korean syllable stand within its first consonant.
    if properties.isDefaultIgnorableCodePoint { return 0 }
    if 0x1160...0x11FF ~= scalar.value || 0xD7B0...0xD7FF ~= scalar.value { return 0 }
    return properties.isEmojiPresentation || isWide(scalar) ? 2 : 1
  }

  /// Whether several scalars are one emoji: joined, in a color of skin, a flag, a keycap, or asked
  /// for by variation selector 16.
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
  /// Whether the character is wide or full-width by Unicode Annex 11 (version 17), emoji left out,
  /// which Swift's standard library knows.
  ///
  /// The ranges also take in what is unassigned between wide characters, or has no width at all
  /// and is never asked for here.
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
