/// The cells of a table, kept until all rows are known and the columns can be aligned.
package struct Grid {
  package struct Cell {
    /// The end of its bytes, which begin at the end of the previous cell.
    package var end: Int
    /// Its width in columns of the screen.
    package var width: Int
    package var style: Style?
  }

  package let columns: [Column]
  package private(set) var cells: [Cell] = []
  package private(set) var widths: [Int]
  private var bytes: [UInt8] = []
  /// For each column, whether it contains numbers, and other values.
  private var kinds: [(numbers: Bool, others: Bool)]
  /// For each column, whether it has a value that is not empty.
  private var areUsed: [Bool]

  package init(_ columns: [Column]) {
    self.columns = columns
    widths = columns.map { DisplayWidth.of($0.name) }
    kinds = columns.map { _ in (false, false) }
    areUsed = columns.map { _ in false }
  }

  /// The columns that are shown: all but optional ones without values.
  package var shownColumns: [Int] {
    columns.indices.filter { !columns[$0].isOptional || areUsed[$0] }
  }

  /// The columns to which an elastic column is narrowed at most.
  private static let leastWidth = 8

  /// Narrows the elastic columns so that the columns up to the last right-aligned one fit into the
  /// width of the terminal.
  package mutating func narrow(to width: Int) {
    let shown = shownColumns
    guard let last = shown.lastIndex(where: isRight) else { return }
    // If columns follow, the last one on the screen is that of the ellipsis.
    let room = last == shown.indices.last ? width : width - 1
    var excess = shown[...last].reduce(-2) { $0 + widths[$1] + 2 } - room
    for column in shown[...last] where columns[column].isElastic && excess > 0 {
      let cut = min(excess, max(0, widths[column] - Self.leastWidth))
      widths[column] -= cut
      excess -= cut
    }
  }

  /// The memory that the cells occupy, in bytes.
  package var keptBytes: Int { bytes.count + cells.count * MemoryLayout<Cell>.stride }

  package var rowCount: Int { columns.isEmpty ? 0 : cells.count / columns.count }

  /// Adds the next cell; the closure appends its bytes, which are harmless UTF-8.
  package mutating func add(
    isNumber: Bool? = nil, style: Style? = nil, _ append: (inout [UInt8]) -> Void
  ) {
    let start = bytes.count
    append(&bytes)
    addCell(from: start, isNumber, style)
  }

  /// Adds the next cell, as ``add(_:_:)``.
  package mutating func add(text: Span<UInt8>, style: Style? = nil) {
    let start = bytes.count
    Harmless.append(text, to: &bytes)
    addCell(from: start, false, style)
  }

  /// Adds the next cell, a text that is made harmless.
  package mutating func add(_ text: String, _ style: Style? = nil) {
    add(text: text.utf8Span.span, style: style)
  }

  private mutating func addCell(from start: Int, _ isNumber: Bool?, _ style: Style?) {
    let column = cells.count % columns.count
    if let isNumber {
      if isNumber { kinds[column].numbers = true } else { kinds[column].others = true }
    }
    let width = Self.width(bytes[start...])
    widths[column] = max(widths[column], width)
    if width > 0 { areUsed[column] = true }
    cells.append(Cell(end: bytes.count, width: width, style: style))
  }

  package func text(row: Int, column: Int) -> ArraySlice<UInt8> {
    let index = row * columns.count + column
    return bytes[(index == 0 ? 0 : cells[index - 1].end)..<cells[index].end]
  }

  package func cell(row: Int, column: Int) -> Cell { cells[row * columns.count + column] }

  package func isRight(_ column: Int) -> Bool {
    switch columns[column].alignment {
    case .left: false
    case .right: true
    case .byValues: kinds[column].numbers && !kinds[column].others
    }
  }

  /// Appends the rows as aligned lines, after a header with the names of the columns.
  ///
  /// Lines are cut to the width of the terminal, unless it is nil.
  package func write(
    hasHeader: Bool, width: Int?, isColored: Bool, to output: inout [UInt8]
  ) {
    var line = TableLine(width: width, isColored: isColored)
    let shown = shownColumns
    if hasHeader {
      for column in shown {
        let name = columns[column].name
        line.add(
          Array(name.utf8)[...], width: DisplayWidth.of(name), style: .bold, in: column, of: self)
      }
      line.end(to: &output)
    }
    for row in 0..<rowCount {
      for column in shown {
        let cell = cell(row: row, column: column)
        line.add(
          text(row: row, column: column), width: cell.width, style: cell.style, in: column,
          of: self)
      }
      line.end(to: &output)
    }
  }

  private static func width(_ bytes: ArraySlice<UInt8>) -> Int {
    if bytes.allSatisfy({ 0x20...0x7E ~= $0 }) { return bytes.count }
    return DisplayWidth.of(String(decoding: bytes, as: UTF8.self))
  }
}

/// One line of an aligned table, cut with an ellipsis if it is wider than the terminal.
private struct TableLine {
  private struct Piece {
    var start: Int
    var width: Int
    var text: ArraySlice<UInt8>
    var style: Style?
  }

  /// The columns of the terminal; nil: the line is not cut.
  let width: Int?
  let isColored: Bool
  private var pieces: [Piece] = []
  private var position = 0

  init(width: Int?, isColored: Bool) {
    self.width = width
    self.isColored = isColored
  }

  mutating func add(
    _ text: ArraySlice<UInt8>, width: Int, style: Style?, in column: Int, of grid: Grid
  ) {
    let room = grid.widths[column]
    var (text, width) = (text, width)
    if width > room {
      let cut = DisplayWidth.cut(String(decoding: text, as: UTF8.self), to: room)
      (text, width) = (Array(cut.utf8)[...], DisplayWidth.of(cut))
    }
    let start = position + (grid.isRight(column) ? room - width : 0)
    if !text.isEmpty { pieces.append(Piece(start: start, width: width, text: text, style: style)) }
    position += room + 2
  }

  /// Appends the line without trailing spaces, and begins the next.
  mutating func end(to output: inout [UInt8]) {
    let end = pieces.last.map { $0.start + $0.width } ?? 0
    let limit = width.flatMap { end > $0 ? max($0 - 1, 0) : nil }
    var column = 0
    for piece in pieces {
      let room = (limit ?? .max) - piece.start
      if room <= 0 { break }
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: piece.start - column))
      column = append(piece, room: room, to: &output) + piece.start
    }
    if let limit {
      output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, limit - column)))
      output.append("…")
    }
    output.append(UInt8(ascii: "\n"))
    pieces.removeAll(keepingCapacity: true)
    position = 0
  }

  /// Appends the part of a piece that fits, and returns its width in columns.
  private func append(_ piece: Piece, room: Int, to output: inout [UInt8]) -> Int {
    let style = isColored ? piece.style : nil
    if let style { output.append(style.on) }
    defer { if style != nil { output.append(Style.off) } }
    guard piece.width > room else {
      output += piece.text
      return piece.width
    }
    let text = String(decoding: piece.text, as: UTF8.self)
    let kept = DisplayWidth.prefix(of: text, columns: room)
    output.append(contentsOf: kept.text.utf8)
    return kept.columns
  }
}

/// A format that keeps all rows in a grid until the end.
package protocol GridRows: RowFormat {
  var grid: Grid { get set }
}

extension GridRows {
  package mutating func null(to output: inout [UInt8]) {
    grid.add { _ in }
  }

  package mutating func integer(_ number: Int64, to output: inout [UInt8]) {
    grid.add(isNumber: true) { $0.append(decimal: number) }
  }

  package mutating func real(_ number: Double, to output: inout [UInt8]) {
    grid.add(isNumber: true) { $0.append("\(number)") }
  }

  package mutating func blob(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    var digits: [UInt8] = []
    for index in bytes.indices { digits.append(hexadecimal: bytes[index]) }
    grid.add(isNumber: false) { $0 += digits }
  }

  package mutating func endRow(to output: inout [UInt8]) {}
}

/// A table for people: a header row, and columns aligned by display width.
///
/// Text is made harmless; null is empty. All rows are kept until the end.
package struct AlignedRows: GridRows {
  package var grid = Grid([])
  private let columnsOfTerminal: Int?
  private let isColored: Bool

  /// Creates the format; lines are cut to the columns of the terminal, unless the width is nil.
  package init(width: Int? = nil, isColored: Bool = false) {
    columnsOfTerminal = width
    self.isColored = isColored
  }

  package mutating func begin(_ columns: [Column], to output: inout [UInt8]) {
    grid = Grid(
      columns.map {
        Column(
          Harmless.text($0.name), $0.alignment, isOptional: $0.isOptional, isElastic: $0.isElastic)
      })
  }

  package mutating func text(_ text: Span<UInt8>, to output: inout [UInt8]) {
    grid.add(text: text)
  }

  package mutating func end(to output: inout [UInt8]) {
    guard !grid.columns.isEmpty else { return }
    if let columnsOfTerminal { grid.narrow(to: columnsOfTerminal) }
    grid.write(
      hasHeader: true, width: columnsOfTerminal, isColored: isColored, to: &output)
  }

  package var keptBytes: Int {
    // The last column is not padded, and no line is wider than the terminal.
    let padded = grid.widths.dropLast().reduce(0, +)
    return grid.keptBytes + grid.rowCount * min(padded, columnsOfTerminal ?? .max)
  }
}
