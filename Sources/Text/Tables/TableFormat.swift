/// The formats of `--format`.
package enum TableFormat: String, CaseIterable, Sendable {
  case table, csv, tsv, json, ndjson, markdown

  /// Makes what writes rows in this format.
  ///
  /// - Parameters:
  ///   - isTerminal: whether a terminal shows them; nothing in them is then obeyed by it.
  ///   - width: the columns of the terminal that shows them; nil when there is none.
  ///   - isColored: whether colors are wanted.
  ///   - defusing: whether, in CSV, an apostrophe is put before what a spreadsheet would run.
  /// - Returns: a writer that has not begun yet.
  package func rows(
    isTerminal: Bool = false, width: Int? = nil, isColored: Bool = false,
    defusing: Bool = false
  ) -> any RowFormat {
    switch self {
    case .table: AlignedRows(width: width, isColored: isColored)
    case .csv: CSVRows(defusing: defusing, isTerminal: isTerminal)
    case .tsv: TSVRows(isTerminal: isTerminal)
    case .json: JSONRows(lines: false)
    case .ndjson: JSONRows(lines: true)
    case .markdown: MarkdownRows()
    }
  }
}
