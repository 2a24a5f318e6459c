import Host
import Text

extension Context {
  /// Prints the rows of a table, cut to the width of the terminal.
  func print(_ grid: Grid, hasHeader: Bool = false, isCut: Bool = true) {
    grid.write(
      hasHeader: hasHeader, width: isCut ? terminalWidth : nil, isColored: isColored,
      to: &output.bytes)
  }

  /// Prints rows of cells in aligned columns.
  func print(_ rows: [[String]], _ alignments: [Column.Alignment], isCut: Bool = true) {
    var grid = Grid(alignments.map { Column("", $0) })
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
