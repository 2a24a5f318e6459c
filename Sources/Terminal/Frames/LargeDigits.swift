/// Digits drawn in blocks, large enough to be read from across a track: five rows high, or a
/// multiple of that.
struct LargeDigits {
  /// The height and width of a digit's dot, in cells.
  let scale: Int

  /// Chooses the largest digits that take at most a quarter of the screen's rows, or the smallest.
  ///
  /// - Returns: nil if the screen has less than 14 rows or too few columns.
  init?(for text: String, on size: ScreenSize) {
    let width = Self.smallest.columns(of: text)
    let scale = min(size.rows / (4 * Self.smallest.rows), (size.columns - 2) / max(1, width))
    guard size.rows >= 14, width + 2 <= size.columns else { return nil }
    self.init(scale: max(1, scale))
  }

  private init(scale: Int) { self.scale = scale }

  private static let smallest = LargeDigits(scale: 1)

  /// The height of the digits.
  var rows: Int { 5 * scale }

  /// The width of a text.
  func columns(of text: String) -> Int {
    scale * (text.reduce(0) { $0 + Self.width(of: $1) + 1 } - (text.isEmpty ? 0 : 1))
  }

  /// Draws a text.
  ///
  /// - Parameters:
  ///   - text: digits, colons, points and minus signs; other characters are drawn as spaces.
  ///   - block: the character of a dot.
  /// - Returns: lines of equal width.
  func lines(_ text: String, block: Character) -> [String] {
    let gap = String(repeating: " ", count: scale)
    return (0..<rows).map { row in
      text.map { character in
        let bits = Self.glyph(of: character)[row / scale]
        let width = Self.width(of: character)
        return (0..<width)
          .map { column in
            let isSet = bits >> (width - 1 - column) & 1 == 1
            return String(repeating: isSet ? block : " ", count: scale)
          }
          .joined()
      }
      .joined(separator: gap)
    }
  }

  private static func width(of character: Character) -> Int {
    switch character {
    case ":", ".": 2
    case "-": 4
    default: 6
    }
  }

  /// The dots of a character: a number for each row, its lowest bit the rightmost column.
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
