/// Digits five rows high, made of blocks: to be read from across a track.
enum Digits {
  static let rows = 5

  /// How many columns a text takes.
  static func columns(of text: String) -> Int {
    text.reduce(0) { $0 + width(of: $1) + 1 } - (text.isEmpty ? 0 : 1)
  }

  /// A text in five lines.
  ///
  /// - Parameters:
  ///   - text: digits, colons, points and minus signs; others are left out.
  ///   - block: what the digits are made of.
  /// - Returns: lines of the same width.
  static func lines(_ text: String, block: Character) -> [String] {
    (0..<rows).map { row in
      text.map { character in
        let bits = glyph(of: character)[row]
        let width = width(of: character)
        return String(
          (0..<width).map { column in bits >> (width - 1 - column) & 1 == 1 ? block : " " })
      }
      .joined(separator: " ")
    }
  }

  private static func width(of character: Character) -> Int {
    switch character {
    case ":", ".": 2
    case "-": 4
    default: 6
    }
  }

  /// A row a number, a bit a column, the lowest being the right one.
  private static func glyph(of character: Character) -> [Int] {
    switch character {
    case "0": [0b111111, 0b110011, 0b110011, 0b110011, 0b111111]
    case "1": [0b001100, 0b111100, 0b001100, 0b001100, 0b111111]
    case "2": [0b111111, 0b000011, 0b111111, 0b110000, 0b111111]
    case "3": [0b111111, 0b000011, 0b111111, 0b000011, 0b111111]
    case "4": [0b110011, 0b110011, 0b111111, 0b000011, 0b000011]
    case "5": [0b111111, 0b110000, 0b111111, 0b000011, 0b111111]
    case "6": [0b111111, 0b110000, 0b111111, 0b110011, 0b111111]
    case "7": [0b111111, 0b000011, 0b000011, 0b000011, 0b000011]
    case "8": [0b111111, 0b110011, 0b111111, 0b110011, 0b111111]
    case "9": [0b111111, 0b110011, 0b111111, 0b000011, 0b111111]
    case ":": [0b00, 0b11, 0b00, 0b11, 0b00]
    case ".": [0b00, 0b00, 0b00, 0b00, 0b11]
    case "-": [0b0000, 0b0000, 0b1111, 0b0000, 0b0000]
    default: [0, 0, 0, 0, 0]
    }
  }
}
