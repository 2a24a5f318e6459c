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

/// A way to write rows of values, one value after the other.
///
/// `begin` once, then for each row a value for each column and `endRow`, at last `end`. Bytes are
/// appended to what the caller hands in and empties as it likes; text may be any bytes. A format
/// that aligns its columns keeps all rows until the end, the others none.
package protocol RowFormat {
  /// Begins with the columns.
  ///
  /// - Throws: when the format cannot tell the columns apart.
  mutating func begin(_ columns: [Column], to output: inout [UInt8]) throws(RowFormatError)
  /// Writes the value that is none.
  mutating func null(to output: inout [UInt8])
  /// Writes a whole number.
  mutating func integer(_ number: Int64, to output: inout [UInt8])
  /// Writes a real number.
  mutating func real(_ number: Double, to output: inout [UInt8])
  /// Writes text, whether it is valid UTF-8 or not.
  mutating func text(_ text: Span<UInt8>, to output: inout [UInt8])
  /// Writes bytes that are no text.
  mutating func blob(_ bytes: Span<UInt8>, to output: inout [UInt8])
  /// Ends a row.
  mutating func endRow(to output: inout [UInt8])
  /// Ends after the last row.
  mutating func end(to output: inout [UInt8])
  /// How many bytes of memory the rows take that are kept until the end, and will take when they
  /// are written then, about.
  var keptBytes: Int { get }
}

extension RowFormat {
  /// None: most write each row as it comes.
  package var keptBytes: Int { 0 }

  /// Writes text; null where there is none.
  package mutating func text(_ text: String?, to output: inout [UInt8]) {
    if let text { self.text(text.utf8Span.span, to: &output) } else { null(to: &output) }
  }

  /// Writes a whole number; null where there is none.
  package mutating func integer(_ number: Int?, to output: inout [UInt8]) {
    if let number { integer(Int64(number), to: &output) } else { null(to: &output) }
  }
}

/// A column of rows.
package struct Column: Hashable, Sendable {
  /// On which side its values stand, where columns are aligned.
  package enum Alignment: Sendable {
    /// Left.
    case left
    /// Right.
    case right
    /// Right when it holds numbers alone, else left.
    case byValues
  }

  /// What stands above it.
  package var name: String
  /// On which side its values stand.
  package var alignment: Alignment

  /// Makes a column.
  package init(_ name: String, _ alignment: Alignment = .byValues) {
    self.name = name
    self.alignment = alignment
  }
}

/// Why rows cannot be written in a format.
package enum RowFormatError: Error, Hashable {
  /// An object of JSON would have two fields of this name.
  case twoColumns(named: String)
}

/// How text stands out in a terminal: the parameters of ECMA-48's SGR.
package enum Style: String, Sendable {
  case bold = "1"
  case dim = "2"
  case green = "32"
  case yellow = "33"

  /// What turns it on.
  package var on: String { "\u{1B}[\(rawValue)m" }
  /// What turns all styles off.
  package static let off = "\u{1B}[0m"

  /// The text in this style; as it is, when colors are not wanted.
  package func applied(to text: String, if isWanted: Bool) -> String {
    isWanted && !text.isEmpty ? on + text + Self.off : text
  }
}
