/// A table in GitHub's Markdown, with aligned columns, so that the source is readable too.
///
/// Text is made harmless, and characters that begin markup are escaped. All rows are kept until the
/// end.
package struct MarkdownRows: GridRows {
  package var grid = Grid([])

  /// Creates the format.
  package init() {}

  package mutating func begin(_ columns: [Column], to output: inout [UInt8]) {
    grid = Grid(
      columns.map {
        var name: [UInt8] = []
        Self.append($0.name.utf8Span.span, to: &name)
        return Column(
          String(decoding: name, as: UTF8.self), $0.alignment, isOptional: $0.isOptional)
      })
  }

  package mutating func text(_ text: Span<UInt8>, to output: inout [UInt8]) {
    var escaped: [UInt8] = []
    Self.append(text, to: &escaped)
    grid.add(isNumber: false) { $0 += escaped }
  }

  package mutating func end(to output: inout [UInt8]) {
    guard !grid.columns.isEmpty else { return }
    let shown = grid.shownColumns
    for column in shown {
      let header = grid.columns[column].name
      append(Array(header.utf8)[...], width: DisplayWidth.of(header), column, to: &output)
    }
    output.append("|\n")
    for column in shown {
      let dashes = String(repeating: "-", count: width(column) - 1)
      output.append(grid.isRight(column) ? "| \(dashes): " : "| \(dashes)- ")
    }
    output.append("|\n")
    for row in 0..<grid.rowCount {
      for column in shown {
        let cell = grid.cell(row: row, column: column)
        append(grid.text(row: row, column: column), width: cell.width, column, to: &output)
      }
      output.append("|\n")
    }
  }

  package var keptBytes: Int { grid.keptBytes + grid.rowCount * grid.widths.reduce(0, +) }

  /// The width of a column: a delimiter row needs three dashes.
  private func width(_ column: Int) -> Int { max(3, grid.widths[column]) }

  private func append(
    _ text: ArraySlice<UInt8>, width: Int, _ column: Int, to output: inout [UInt8]
  ) {
    let padding = repeatElement(UInt8(ascii: " "), count: self.width(column) - width)
    output.append("| ")
    if grid.isRight(column) { output.append(contentsOf: padding) }
    output += text
    if !grid.isRight(column) { output.append(contentsOf: padding) }
    output.append(UInt8(ascii: " "))
  }

  /// Appends text with a backslash before characters that begin markup.
  private static func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
    var shown: [UInt8] = []
    Harmless.append(text, to: &shown)
    for byte in shown {
      switch Unicode.Scalar(byte) {
      case "\\", "|", "<", "&", "[", "*", "`": output.append(UInt8(ascii: "\\"))
      default: break
      }
      output.append(byte)
    }
  }
}
