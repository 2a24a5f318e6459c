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
