import Arguments
import Text

extension Context {
  /// The format of rows: as `--format` says; else JSON with `--json`, and a table without.
  var tableFormat: TableFormat { values[Options.format] ?? (isJSON ? .json : .table) }

  /// What writes rows in that format, for where they go.
  func rows() -> any RowFormat {
    rows(in: tableFormat)
  }

  /// What writes rows in a format, for where they go.
  func rows(in format: TableFormat) -> any RowFormat {
    format.rows(
      isTerminal: isOnTerminal, width: terminalWidth, isColored: isColored,
      defusing: values[Options.defuse])
  }
}
