import Host
import Text

extension Grid {
  /// Creates a table without a header.
  init(_ alignments: [Column.Alignment]) { self.init(alignments.map { Column("", $0) }) }

  /// Adds the next cell, a text that is made harmless.
  mutating func add(_ text: String, _ style: Style? = nil) {
    add(text: text.utf8Span.span, style: style)
  }
}

extension Context {
  /// Prints the rows of a table, cut to the width of the terminal.
  func print(_ grid: Grid, isCut: Bool = true) {
    var line = TableLine(width: isCut ? terminalWidth : nil, isColored: isColored)
    for row in 0..<grid.rowCount {
      for column in grid.columns.indices {
        let cell = grid.cell(row: row, column: column)
        line.add(
          grid.text(row: row, column: column), width: cell.width, style: cell.style, in: column,
          of: grid)
      }
      line.end(to: &output.bytes)
    }
  }

  /// Prints rows of cells in aligned columns.
  func print(_ rows: [[String]], _ alignments: [Column.Alignment], isCut: Bool = true) {
    var grid = Grid(alignments)
    for cell in rows.joined() { grid.add(cell) }
    print(grid, isCut: isCut)
  }

  /// Moments in the local time zone.
  var localTime: LocalTime { LocalTime(clock: world.localClock()) }

  /// Prints records as rows or objects.
  func print<Record>(
    _ records: [Record], in format: TableFormat, _ fields: [Field<Record>]
  ) throws(RowFormatError) {
    var list = RecordList(format, rows(in: format), fields)
    try list.begin(to: &output.bytes)
    for record in records { list.append(record, to: &output.bytes) }
    list.end(to: &output.bytes)
  }
}
