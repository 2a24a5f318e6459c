/// Digits drawn in blocks, large enough to be read from across a track: five rows high, or a
/// multiple of that.
struct LargeDigits {
  /// The thickness of the strokes.
  enum Weight {
    /// Strokes of two columns, digits of six.
    case bold
    /// Strokes of one column, digits of four.
    case light
  }

  /// The height and width of a digit's dot, in cells.
  let scale: Int
  private let weight: Weight

  /// Chooses the largest digits that take at most a quarter of the screen's rows, or the smallest;
  /// nil if the screen has less than 14 rows or too few columns.
  init?(for text: String, on size: ScreenSize) {
    let width = LargeDigits(scale: 1, .bold).columns(of: text)
    let scale = min(size.rows / 20, (size.columns - 2) / max(1, width))
    guard size.rows >= 14, width + 2 <= size.columns else { return nil }
    self.init(scale: max(1, scale), .bold)
  }

  /// Chooses the largest light digits that fit into the free columns beside others, and are not
  /// larger than those; nil if none fits.
  init?(for text: String, columns: Int, beside other: LargeDigits) {
    let width = LargeDigits(scale: 1, .light).columns(of: text)
    let scale = min(other.scale, columns / max(1, width))
    guard scale > 0 else { return nil }
    self.init(scale: scale, .light)
  }

  private init(scale: Int, _ weight: Weight) {
    self.scale = scale
    self.weight = weight
  }

  var rows: Int { 5 * scale }

  func columns(of text: String) -> Int {
    scale * (text.reduce(0) { $0 + weight.width(of: $1) + 1 } - (text.isEmpty ? 0 : 1))
  }

  /// Draws a text as lines of equal width, with a block for each dot.
  ///
  /// Characters other than digits, colons, points and minus signs are drawn as spaces.
  func lines(_ text: String, block: Character) -> [String] {
    let gap = String(repeating: " ", count: scale)
    return (0..<rows).map { row in
      text.map { character in
        let bits = weight.glyph(of: character)[row / scale]
        let width = weight.width(of: character)
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
}

extension LargeDigits.Weight {
  /// The width of a character, in dots.
  fileprivate func width(of character: Character) -> Int {
    switch (self, character) {
    case (.bold, ":"), (.bold, "."): 2
    case (.bold, "-"): 4
    case (.bold, _): 6
    case (.light, ":"), (.light, "."): 1
    case (.light, "-"): 3
    case (.light, _): 4
    }
  }

  /// The dots of a character: a number for each row, its lowest bit the rightmost column.
  fileprivate func glyph(of character: Character) -> [Int] {
    switch self {
    case .bold: Self.boldGlyphs[character] ?? [0, 0, 0, 0, 0]
    case .light: Self.lightGlyphs[character] ?? [0, 0, 0, 0, 0]
    }
  }

  private static let boldGlyphs: [Character: [Int]] = [
    "0": [0b111111, 0b110011, 0b110011, 0b110011, 0b111111],
    "1": [0b001100, 0b111100, 0b001100, 0b001100, 0b111111],
    "2": [0b111111, 0b000011, 0b111111, 0b110000, 0b111111],
    "3": [0b111111, 0b000011, 0b111111, 0b000011, 0b111111],
    "4": [0b110011, 0b110011, 0b111111, 0b000011, 0b000011],
    "5": [0b111111, 0b110000, 0b111111, 0b000011, 0b111111],
    "6": [0b111111, 0b110000, 0b111111, 0b110011, 0b111111],
    "7": [0b111111, 0b000011, 0b000011, 0b000011, 0b000011],
    "8": [0b111111, 0b110011, 0b111111, 0b110011, 0b111111],
    "9": [0b111111, 0b110011, 0b111111, 0b000011, 0b111111],
    ":": [0b00, 0b11, 0b00, 0b11, 0b00],
    ".": [0b00, 0b00, 0b00, 0b00, 0b11],
    "-": [0b0000, 0b0000, 0b1111, 0b0000, 0b0000],
  ]

  private static let lightGlyphs: [Character: [Int]] = [
    "0": [0b1111, 0b1001, 0b1001, 0b1001, 0b1111],
    "1": [0b0010, 0b0110, 0b0010, 0b0010, 0b0111],
    "2": [0b1111, 0b0001, 0b1111, 0b1000, 0b1111],
    "3": [0b1111, 0b0001, 0b1111, 0b0001, 0b1111],
    "4": [0b1001, 0b1001, 0b1111, 0b0001, 0b0001],
    "5": [0b1111, 0b1000, 0b1111, 0b0001, 0b1111],
    "6": [0b1111, 0b1000, 0b1111, 0b1001, 0b1111],
    "7": [0b1111, 0b0001, 0b0001, 0b0001, 0b0001],
    "8": [0b1111, 0b1001, 0b1111, 0b1001, 0b1111],
    "9": [0b1111, 0b1001, 0b1111, 0b0001, 0b1111],
    ":": [0b0, 0b1, 0b0, 0b1, 0b0],
    ".": [0b0, 0b0, 0b0, 0b0, 0b1],
    "-": [0b000, 0b000, 0b111, 0b000, 0b000],
  ]
}
