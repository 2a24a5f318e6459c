/// The formats of `--format`.
package enum TableFormat: String, CaseIterable, Sendable {
  case table, csv, tsv, json, ndjson, markdown

  /// Whether it is read by people, so that everything shown adds up.
  package var isForPeople: Bool { self == .table || self == .markdown }

  /// Whether records are JSON objects, which contain more than rows.
  package var isJSON: Bool { self == .json || self == .ndjson }

  /// Whether each record is a line, or lines, of its own, so that a list needs no end.
  package var isEndless: Bool { [.csv, .tsv, .ndjson].contains(self) }

  /// Creates a writer of rows in this format; if a terminal shows them, text is made harmless.
  ///
  /// The width is nil without a terminal. If `defusing`, an apostrophe precedes texts in CSV that a
  /// spreadsheet would run.
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

/// A format that writes rows value by value.
///
/// Call `begin` once; for each row, write a value for each column and call `endRow`; finally call
/// `end`. Bytes are appended to the caller's buffer, which the caller may empty at any time; text
/// may be any bytes. A format that aligns its columns keeps all rows until the end.
package protocol RowFormat {
  /// Writes the header with the columns; throws if the format needs unique names and two columns
  /// have the same.
  mutating func begin(_ columns: [Column], to output: inout [UInt8]) throws(RowFormatError)
  /// Writes a missing value.
  mutating func null(to output: inout [UInt8])
  /// Writes a whole number.
  mutating func integer(_ number: Int64, to output: inout [UInt8])
  /// Writes a real number.
  mutating func real(_ number: Double, to output: inout [UInt8])
  /// Writes text, which may be invalid UTF-8.
  mutating func text(_ text: Span<UInt8>, to output: inout [UInt8])
  /// Writes bytes that are not text.
  mutating func blob(_ bytes: Span<UInt8>, to output: inout [UInt8])
  /// Ends a row.
  mutating func endRow(to output: inout [UInt8])
  /// Ends after the last row.
  mutating func end(to output: inout [UInt8])
  /// The approximate memory for rows that are kept until the end, including their output, in bytes.
  var keptBytes: Int { get }
}

/// A value of a row.
package enum Cell {
  case null
  case integer(Int64)
  case text(String)
}

extension RowFormat {
  /// Writes a value.
  package mutating func cell(_ cell: Cell, to output: inout [UInt8]) {
    switch cell {
    case .null: null(to: &output)
    case .integer(let number): integer(number, to: &output)
    case .text(let text): self.text(text, to: &output)
    }
  }

  /// Zero: most formats write each row immediately.
  package var keptBytes: Int { 0 }

  /// Writes text, or null for nil.
  package mutating func text(_ text: String?, to output: inout [UInt8]) {
    if let text { self.text(text.utf8Span.span, to: &output) } else { null(to: &output) }
  }

  /// Writes a whole number, or null for nil.
  package mutating func integer(_ number: Int?, to output: inout [UInt8]) {
    if let number { integer(Int64(number), to: &output) } else { null(to: &output) }
  }
}

/// A column of rows.
package struct Column: Hashable, Sendable {
  /// The alignment of a column's values.
  package enum Alignment: Sendable {
    /// Left.
    case left
    /// Right.
    case right
    /// Right if all values are numbers, else left.
    case byValues
  }

  /// The title.
  package var name: String
  package var alignment: Alignment
  /// Whether formats for people leave the column out if all its values are empty.
  package var isOptional: Bool
  /// Whether the values are cut in a narrow terminal, so that the numbers to the right fit.
  package var isElastic: Bool

  /// Creates a column.
  package init(
    _ name: String, _ alignment: Alignment = .byValues, isOptional: Bool = false,
    isElastic: Bool = false
  ) {
    self.name = name
    self.alignment = alignment
    self.isOptional = isOptional
    self.isElastic = isElastic
  }
}

/// The reason why a format cannot write rows.
package enum RowFormatError: Error, Hashable {
  /// A JSON object would have two fields of this name.
  case twoColumns(named: String)
}

/// A style of text in a terminal: the parameter of ECMA-48's SGR.
package enum Style: String, Sendable {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case lightRed = "91"
  case lightGreen = "92"

  /// The escape sequence that turns the style on.
  package var on: String { "\u{1B}[\(rawValue)m" }
  /// The escape sequence that turns all styles off.
  package static let off = "\u{1B}[0m"

  /// The text in this style, if wanted; else unchanged.
  package func applied(to text: String, if isWanted: Bool) -> String {
    isWanted && !text.isEmpty ? on + text + Self.off : text
  }
}
