/// Digits made of blocks, to be read from across a track: five rows high, or a multiple of it.
struct Digits {
  /// How many cells high and wide a dot of a digit is.
  let scale: Int

  /// The largest digits that leave three quarters of a screen's rows to others, if not the smallest.
  ///
  /// - Returns: nil if there is no room for any, in less than 14 rows or for want of columns.
  init?(for text: String, on size: Size) {
    let width = Self.smallest.columns(of: text)
    let scale = min(size.rows / (4 * Self.smallest.rows), (size.columns - 2) / max(1, width))
    guard size.rows >= 14, width + 2 <= size.columns else { return nil }
    self.init(scale: max(1, scale))
  }

  private init(scale: Int) { self.scale = scale }

  private static let smallest = Digits(scale: 1)

  /// How many rows they take.
  var rows: Int { 5 * scale }

  /// How many columns a text takes.
  func columns(of text: String) -> Int {
    scale * (text.reduce(0) { $0 + Self.width(of: $1) + 1 } - (text.isEmpty ? 0 : 1))
  }

  /// A text in lines.
  ///
  /// - Parameters:
  ///   - text: digits, colons, points and minus signs; others are left out.
  ///   - block: what the digits are made of.
  /// - Returns: lines of the same width.
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
