import Arguments
import Text

extension Context {
  /// The format of rows: that of `--format`, else JSON with `--json`, else a table.
  var tableFormat: TableFormat { values[Options.format] ?? (isJSON ? .json : .table) }

  /// Creates the writer of rows in that format for the output.
  func rows() -> any RowFormat {
    rows(in: tableFormat)
  }

  /// Creates the writer of rows in a format for the output.
  func rows(in format: TableFormat) -> any RowFormat {
    format.rows(
      isTerminal: isOnTerminal, width: terminalWidth, isColored: isColored,
      defusing: values[Options.defuse])
  }
}
