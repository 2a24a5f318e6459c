extension String {
  /// A random text of up to twenty characters, half of which have a special meaning somewhere.
  package static func random(using generator: inout some RandomNumberGenerator) -> String {
    let dangerous: [Unicode.Scalar] = [
      "\"", "\\", ",", "\t", "\n", "\r", "'", "=", "|", " ", "\u{0}", "\u{1B}", "\u{202E}",
      "\u{2028}", "\u{301}", "\u{FE0F}", "\u{200D}", "😀", "中", "\u{FEFF}", "\u{10FFFF}",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0...20, using: &generator) {
      let scalar =
        Bool.random(using: &generator)
        ? dangerous.randomElement(using: &generator)
        : Unicode.Scalar(UInt32.random(in: 0...0xFFFF, using: &generator))
      if let scalar { text.unicodeScalars.append(scalar) }
    }
    return text
  }
}
