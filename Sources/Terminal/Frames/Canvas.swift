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

  /// Puts text at a column, cut to at most so many columns, and returns the column after it.
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

  /// Puts a character over the last column of a text that ends there.
  mutating func replace(_ character: String, row: Int, column: Int, style: TextStyle) {
    guard rows.indices.contains(row),
      let index = rows[row].runs.lastIndex(where: { $0.column <= column }),
      rows[row].runs[index].column + DisplayWidth.of(rows[row].runs[index].text) == column + 1
    else { return }
    rows[row].runs[index].text.removeLast()
    if rows[row].runs[index].text.isEmpty { rows[row].runs.remove(at: index) }
    put(character, row: row, column: column, style: style)
  }

  /// Highlights a whole row, with a mark in its first column if that is empty.
  mutating func highlight(row: Int, mark: String) {
    guard rows.indices.contains(row) else { return }
    var text = rows[row].text.leftAligned(in: size.columns)
    if text.first == " " { text = mark + text.dropFirst() }
    rows[row].runs = [Frame.Run(column: 0, text: text, style: .field)]
  }

  /// Puts text at the right end of a row if it begins after a column.
  ///
  /// Returns the column at which it begins; the width of the screen if it was left out.
  @discardableResult
  mutating func put(
    _ text: String, row: Int, after column: Int, style: TextStyle = .plain
  ) -> Int {
    let start = size.columns - columns(of: text)
    guard start > column, !text.isEmpty else { return size.columns }
    put(text, row: row, column: start, style: style)
    return start
  }

  /// Puts the first of several texts that fits into the row from a column on, and returns the
  /// column after it; `column` if none fits.
  @discardableResult
  mutating func put(
    firstFitting texts: [String], row: Int, column: Int, style: TextStyle = .plain
  ) -> Int {
    let room = size.columns - column
    guard let text = texts.first(where: { columns(of: $0) <= room }) else { return column }
    return put(text, row: row, column: column, style: style)
  }

  /// Puts text into the last of a range of rows, wrapped if one is too short for it, and cut if there
  /// are too few rows.
  ///
  /// Returns the first row taken; the end of the range if none is.
  @discardableResult
  mutating func put(_ text: String, atEndOf rows: Range<Int>, style: TextStyle) -> Int {
    guard !rows.isEmpty, !text.isEmpty else { return rows.upperBound }
    let text = displayed(text)
    // A wrapped text loses the double spaces between its parts.
    var lines =
      DisplayWidth.of(text) <= size.columns
      ? [text] : text.wrapped(columns: size.columns, longWords: .broken)
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
