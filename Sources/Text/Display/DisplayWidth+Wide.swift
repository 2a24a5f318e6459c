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
