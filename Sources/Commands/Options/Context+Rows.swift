import Arguments

extension Context {
  /// The format of rows: as `--format` says; else JSON with `--json`, and a table without.
  var tableFormat: TableFormat { values[Options.format] ?? (isJSON ? .json : .table) }

  /// What writes rows in that format, for where they go.
  func rows() -> any RowFormat {
    let width = terminalWidth
    return tableFormat.rows(isTerminal: width != nil, width: width, isColoured: isColored)
  }
}
