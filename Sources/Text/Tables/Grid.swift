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
