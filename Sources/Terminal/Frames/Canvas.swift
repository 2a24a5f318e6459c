import Text

/// A frame being drawn: text is put at a row and column, and cut at the edge.
struct Canvas {
  let size: ScreenSize
  let charset: Charset
  private(set) var rows: [Frame.Row]
  var cursor: Frame.Cell?
  /// The number of rows by which the list can be scrolled.
  var scrollLimit = 0
  /// The time of the frame's next change.
  var nextChange = NextChange()

  init(size: ScreenSize, charset: Charset) {
    self.size = size
    self.charset = charset
    rows = Array(repeating: Frame.Row(), count: size.rows)
  }

  /// The frame drawn so far.
  var frame: Frame {
    Frame(
      rows: rows, cursor: cursor, scrollLimit: scrollLimit, changesAfter: nextChange.delay)
  }

  /// Puts text at a column, cut to at most so many columns.
  ///
  /// - Returns: the column after it.
  @discardableResult
  mutating func put(
    _ text: String, row: Int, column: Int = 0, style: TextStyle = .plain, columns: Int = .max
  ) -> Int {
    let room = min(columns, size.columns - column)
    guard rows.indices.contains(row), column >= 0, room > 0, !text.isEmpty else { return column }
    let text = cut(displayed(text), to: room)
    let index = rows[row].runs.lastIndex { $0.column < column }.map { $0 + 1 } ?? 0
    rows[row].runs.insert(Frame.Run(column: column, text: text, style: style), at: index)
    return column + DisplayWidth.of(text)
  }

  /// Puts text at the right end of a row if it begins after a column.
  ///
  /// - Returns: the column at which it begins; the width of the screen if it was left out.
  @discardableResult
  mutating func put(
    _ text: String, row: Int, after column: Int, style: TextStyle = .plain
  ) -> Int {
    let start = size.columns - columns(of: text)
    guard start > column, !text.isEmpty else { return size.columns }
    put(text, row: row, column: start, style: style)
    return start
  }

  /// Puts the first of several texts that fits into the row from a column on.
  ///
  /// - Returns: the column after it; `column` if none fits.
  @discardableResult
  mutating func put(
    firstFitting texts: [String], row: Int, column: Int, style: TextStyle = .plain
  ) -> Int {
    let room = size.columns - column
    guard let text = texts.first(where: { columns(of: $0) <= room }) else { return column }
    return put(text, row: row, column: column, style: style)
  }

  /// Puts text into the last of a range of rows, wrapped, and cut if there are too few rows.
  ///
  /// - Returns: the first row taken; the end of the range if none is.
  @discardableResult
  mutating func put(_ text: String, atEndOf rows: Range<Int>, style: TextStyle) -> Int {
    var lines = displayed(text).wrapped(columns: size.columns, longWords: .broken)
    guard !rows.isEmpty else { return rows.upperBound }
    if lines.count > rows.count {
      let rest = lines[(rows.count - 1)...].joined(separator: " ")
      lines.replaceSubrange((rows.count - 1)..., with: [rest])
    }
    let first = rows.upperBound - lines.count
    for (row, line) in zip(first..., lines) { put(line, row: row, style: style) }
    return first
  }

  /// The columns that a text takes on this terminal.
  func columns(of text: String) -> Int { DisplayWidth.of(displayed(text)) }

  /// A symbol, or its replacement on a terminal without UTF-8.
  func symbol(_ symbol: String, _ ascii: String) -> String { charset == .utf8 ? symbol : ascii }

  private func cut(_ text: String, to columns: Int) -> String {
    guard DisplayWidth.of(text) > columns else { return text }
    return DisplayWidth.prefix(of: text, columns: columns - 1).text + symbol("…", "~")
  }

  /// The text as this terminal can display it.
  private func displayed(_ text: String) -> String {
    let text = Harmless.text(text)
    guard charset == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return String(
      text.flatMap { $0.isASCII ? [$0] : [Character](repeating: "?", count: DisplayWidth.of($0)) })
  }
}

extension String {
  /// The text, padded on the left to a number of columns.
  func rightAligned(in columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - DisplayWidth.of(self))) + self
  }

  /// The text, padded on the right to a number of columns.
  func leftAligned(in columns: Int) -> String {
    self + String(repeating: " ", count: max(0, columns - DisplayWidth.of(self)))
  }
}

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
