/// The columns of a list on the screen: those that fit, by their importance.
struct ListColumns<Column: Hashable & CaseIterable> {
  /// The columns of the screen between two columns of the list.
  let gap: Int
  /// The columns of the screen that are left.
  private(set) var room: Int
  private var widths: [Column: Int] = [:]
  /// The columns whose texts begin at their left edge; the others end at the right one.
  private let atLeft: Set<Column>

  init(_ screen: Int, gap: Int = 1, atLeft: Set<Column>) {
    room = screen
    self.gap = gap
    self.atLeft = atLeft
  }

  /// Adds a column if there is room, or widens it as far as there is room.
  ///
  /// The first calls are for the most important columns; the first column of all is cut instead.
  mutating func fit(_ column: Column, _ width: Int) {
    let known = widths[column]
    let more = width - (known ?? -(widths.isEmpty ? 0 : gap))
    guard more > 0, known != nil || widths.isEmpty || more <= room else { return }
    let taken = min(more, room)
    room -= taken
    widths[column] = width - (more - taken)
  }

  /// The columns of the screen that a column takes; nil if it has no room.
  subscript(column: Column) -> Range<Int>? {
    guard let width = widths[column] else { return nil }
    let before = Column.allCases.prefix { $0 != column }.compactMap { widths[$0] }
    let start = before.reduce(0) { $0 + $1 + gap }
    return start..<start + width
  }

  fileprivate func isAtLeft(_ column: Column) -> Bool { atLeft.contains(column) }
}

extension FrameRenderer {
  /// Puts a text into a column of a list, if the column has room; a text that is too long is cut.
  mutating func put<Column>(
    _ text: String?, _ column: Column, of columns: ListColumns<Column>, row: Int,
    style: TextStyle = .plain, atLeft: Bool = false
  ) {
    guard let span = columns[column], let text, !text.isEmpty else { return }
    let free = max(0, span.count - canvas.columns(of: text))
    let start = span.lowerBound + (atLeft || columns.isAtLeft(column) ? 0 : free)
    canvas.put(text, row: row, column: start, style: style, columns: span.count)
  }

  /// Limits the scrolling of a list of which a number of lines is shown, and returns the first one:
  /// those behind the scrolled ones, but always the chosen one.
  mutating func firstShown(of lines: Int, showing count: Int, chosen index: Int? = nil) -> Int {
    canvas.scrollLimit = max(0, lines - count)
    let first = min(scene.state.scroll, canvas.scrollLimit)
    return index.map { min(max(first, $0 - count + 1), $0) } ?? first
  }

  /// Highlights a row, with a mark at its beginning if that is empty.
  mutating func highlight(row: Int) {
    canvas.highlight(row: row, mark: canvas.symbol("▸", ">"))
  }
}
