/// The cells of a table whose columns are aligned once all of them are known.
package struct Grid {
  package struct Cell {
    /// Where its bytes end; they begin where those of the cell before it end.
    package var end: Int
    /// Its columns on the screen.
    package var width: Int
    package var style: Style?
  }

  package let columns: [Column]
  package private(set) var cells: [Cell] = []
  package private(set) var widths: [Int]
  private var bytes: [UInt8] = []
  /// Which columns held a number, and which something that is none.
  private var kinds: [(numbers: Bool, others: Bool)]

  package init(_ columns: [Column]) {
    self.columns = columns
    widths = columns.map { DisplayWidth.of($0.name) }
    kinds = columns.map { _ in (false, false) }
  }

  /// How many bytes the cells take here.
  package var keptBytes: Int { bytes.count + cells.count * MemoryLayout<Cell>.stride }

  package var rowCount: Int { columns.isEmpty ? 0 : cells.count / columns.count }

  /// Adds the next cell; the closure appends its bytes, which are harmless UTF-8.
  package mutating func add(
    isNumber: Bool? = nil, style: Style? = nil, _ append: (inout [UInt8]) -> Void
  ) {
    let start = bytes.count
    append(&bytes)
    let column = cells.count % columns.count
    if let isNumber {
      if isNumber { kinds[column].numbers = true } else { kinds[column].others = true }
    }
    let width = Self.width(bytes[start...])
    widths[column] = max(widths[column], width)
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

  private static func width(_ bytes: ArraySlice<UInt8>) -> Int {
    if bytes.allSatisfy({ 0x20...0x7E ~= $0 }) { return bytes.count }
    return DisplayWidth.of(String(decoding: bytes, as: UTF8.self))
  }
}

/// One line of an aligned table, cut to the terminal with an ellipsis where it has to be.
package struct TableLine {
  private struct Piece {
    var start: Int
    var width: Int
    var text: ArraySlice<UInt8>
    var style: Style?
  }

  /// The columns of the terminal; nil: the line stays whole.
  package let width: Int?
  package let isColored: Bool
  private var pieces: [Piece] = []
  private var position = 0

  package init(width: Int?, isColored: Bool) {
    self.width = width
    self.isColored = isColored
  }

  package mutating func add(
    _ text: ArraySlice<UInt8>, width: Int, style: Style?, in column: Int, of grid: Grid
  ) {
    let room = grid.widths[column]
    let start = position + (grid.isRight(column) ? room - width : 0)
    if !text.isEmpty { pieces.append(Piece(start: start, width: width, text: text, style: style)) }
    position += room + 2
  }

  /// Appends the line without spaces at its end, and begins the next.
  package mutating func end(to output: inout [UInt8]) {
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

  /// Appends as much of a piece as there is room for.
  ///
  /// - Returns: the columns that it takes.
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
