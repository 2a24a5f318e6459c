/// A table for people: a header row, columns aligned by display width, two spaces between them.
///
/// Text is made harmless; null is empty. Keeps all rows until the end.
package struct AlignedRows: RowFormat {
  private var grid = Grid([])
  private let columnsOfTerminal: Int?
  private let isColored: Bool

  /// Makes the format.
  ///
  /// - Parameters:
  ///   - width: the columns of the terminal, to which lines are cut; nil: lines stay whole.
  ///   - isColored: whether styles are shown, the header's among them.
  package init(width: Int? = nil, isColored: Bool = false) {
    columnsOfTerminal = width
    self.isColored = isColored
  }

  package mutating func begin(_ columns: [Column], to output: inout [UInt8]) {
    grid = Grid(columns.map { Column(Harmless.text($0.name), $0.alignment) })
  }

  package mutating func null(to output: inout [UInt8]) {
    grid.add { _ in }
  }

  package mutating func integer(_ number: Int64, to output: inout [UInt8]) {
    grid.add(isNumber: true) { $0.append(decimal: number) }
  }

  package mutating func real(_ number: Double, to output: inout [UInt8]) {
    grid.add(isNumber: true) { $0.append("\(number)") }
  }

  package mutating func text(_ text: Span<UInt8>, to output: inout [UInt8]) {
    add(text, nil)
  }

  /// Writes text in a style.
  package mutating func text(_ text: String, _ style: Style?, to output: inout [UInt8]) {
    add(text.utf8Span.span, style)
  }

  package mutating func blob(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    var digits: [UInt8] = []
    for index in bytes.indices { digits.append(hexadecimal: bytes[index]) }
    grid.add(isNumber: false) { $0 += digits }
  }

  package mutating func endRow(to output: inout [UInt8]) {}

  package mutating func end(to output: inout [UInt8]) {
    guard !grid.columns.isEmpty else { return }
    var line = TableLine(width: columnsOfTerminal, isColored: isColored)
    for (column, header) in grid.columns.enumerated() {
      let text = Array(header.name.utf8)[...]
      line.add(text, width: DisplayWidth.of(header.name), style: .bold, in: column, of: grid)
    }
    line.end(to: &output)
    for row in 0..<grid.rowCount {
      for column in grid.columns.indices {
        let cell = grid.cell(row: row, column: column)
        line.add(
          grid.text(row: row, column: column), width: cell.width, style: cell.style, in: column,
          of: grid)
      }
      line.end(to: &output)
    }
  }

  package var keptBytes: Int {
    // Nothing is padded behind the last column, and nothing is longer than the terminal is wide.
    let padded = grid.widths.dropLast().reduce(0, +)
    return grid.keptBytes + grid.rowCount * min(padded, columnsOfTerminal ?? .max)
  }

  private mutating func add(_ text: Span<UInt8>, _ style: Style?) {
    var shown: [UInt8] = []
    Harmless.append(text, to: &shown)
    grid.add(isNumber: false, style: style) { $0 += shown }
  }
}
