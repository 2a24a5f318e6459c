import Timing
import Text

/// A frame in the making: text is put where it belongs, and cut where it would not fit.
struct Canvas {
  let size: Size
  let look: Look
  private(set) var rows: [Frame.Row]
  var cursor: Frame.Spot?
  /// By how many lines what is listed can be scrolled.
  var scrollLimit = 0
  /// When it will look different.
  var changes = Changes()

  init(size: Size, look: Look) {
    self.size = size
    self.look = look
    rows = Array(repeating: Frame.Row(), count: size.rows)
  }

  var frame: Frame {
    Frame(
      rows: rows, cursor: cursor, scrollLimit: scrollLimit, changesAfter: changes.next)
  }

  /// Puts text into a row, from a column on, as far as it fits into so many columns.
  ///
  /// - Returns: the column behind it.
  @discardableResult
  mutating func put(
    _ text: String, row: Int, column: Int = 0, ink: Ink = .plain, columns: Int = .max
  ) -> Int {
    let room = min(columns, size.columns - column)
    guard rows.indices.contains(row), column >= 0, room > 0, !text.isEmpty else { return column }
    let text = cut(shown(text), to: room)
    let place = rows[row].runs.lastIndex { $0.column < column }.map { $0 + 1 } ?? 0
    rows[row].runs.insert(Frame.Run(column: column, text: text, ink: ink), at: place)
    return column + DisplayWidth.of(text)
  }

  /// Puts text at the right end of a row, if it fits behind a column.
  ///
  /// - Returns: the column in which it begins, or that behind the row.
  @discardableResult
  mutating func put(
    _ text: String, row: Int, behind column: Int, ink: Ink = .plain
  ) -> Int {
    let start = size.columns - columns(of: text)
    guard start > column, !text.isEmpty else { return size.columns }
    put(text, row: row, column: start, ink: ink)
    return start
  }

  /// Puts the first of some texts that fits as a whole behind a column, if one does.
  ///
  /// - Returns: the column behind it; the one given if none fits.
  @discardableResult
  mutating func put(firstFitting texts: [String], row: Int, column: Int, ink: Ink = .plain) -> Int {
    let room = size.columns - column
    guard let text = texts.first(where: { columns(of: $0) <= room }) else { return column }
    return put(text, row: row, column: column, ink: ink)
  }

  /// How many columns a text takes as the terminal can show it.
  func columns(of text: String) -> Int { DisplayWidth.of(shown(text)) }

  /// Puts text into the last of some rows, in as many lines as it needs and there are.
  ///
  /// - Returns: the first row that it takes; that behind them if none.
  @discardableResult
  mutating func put(_ text: String, inLastOf rows: Range<Int>, ink: Ink) -> Int {
    var lines = shown(text).wrapped(to: size.columns)
    guard !rows.isEmpty else { return rows.upperBound }
    if lines.count > rows.count {
      let rest = lines[(rows.count - 1)...].joined(separator: " ")
      lines.replaceSubrange((rows.count - 1)..., with: [rest])
    }
    let first = rows.upperBound - lines.count
    for (row, line) in zip(first..., lines) { put(line, row: row, ink: ink) }
    return first
  }

  /// A symbol, or what stands for it where only ASCII is shown.
  func symbol(_ symbol: String, _ ascii: String) -> String { look.isUTF8 ? symbol : ascii }

  private func cut(_ text: String, to columns: Int) -> String {
    guard DisplayWidth.of(text) > columns else { return text }
    return DisplayWidth.prefix(of: text, columns: columns - 1).text + symbol("…", "~")
  }

  /// Text as the terminal can show it.
  private func shown(_ text: String) -> String {
    let text = Harmless.text(text)
    guard !look.isUTF8, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return String(
      text.flatMap { $0.isASCII ? [$0] : [Character](repeating: "?", count: DisplayWidth.of($0)) })
  }
}
