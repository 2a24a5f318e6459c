/// Tab-separated values: a row a line, a header row first, cut apart by tabs and LF alone.
///
/// Tab, LF, CR and the backslash within text are escaped `\t`, `\n`, `\r`, `\\`, and null is `\N`,
/// as PostgreSQL's COPY and MySQL do; all else is as it is.
package struct TSVRows: RowFormat {
  private let isTerminal: Bool
  private var isFirst = true

  /// Makes the format.
  ///
  /// - Parameter isTerminal: whether a terminal shows the rows; text is then made harmless, and is
  ///   no longer exactly the data.
  package init(isTerminal: Bool = false) {
    self.isTerminal = isTerminal
  }

  package mutating func begin(_ columns: [Column], to output: inout [UInt8]) {
    for column in columns { text(column.name.utf8Span.span, to: &output) }
    endRow(to: &output)
  }

  package mutating func null(to output: inout [UInt8]) {
    separate(&output)
    output.append(#"\N"#)
  }

  package mutating func integer(_ number: Int64, to output: inout [UInt8]) {
    separate(&output)
    output.append(decimal: number)
  }

  package mutating func real(_ number: Double, to output: inout [UInt8]) {
    separate(&output)
    output.append("\(number)")
  }

  package mutating func blob(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    separate(&output)
    for index in bytes.indices { output.append(hexadecimal: bytes[index]) }
  }

  package mutating func text(_ text: Span<UInt8>, to output: inout [UInt8]) {
    separate(&output)
    guard !isTerminal else { return Harmless.append(text, to: &output) }
    for index in text.indices {
      switch Unicode.Scalar(text[index]) {
      case "\t": output.append(#"\t"#)
      case "\n": output.append(#"\n"#)
      case "\r": output.append(#"\r"#)
      case "\\": output.append(#"\\"#)
      default: output.append(text[index])
      }
    }
  }

  package mutating func endRow(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  package mutating func end(to output: inout [UInt8]) {}

  private mutating func separate(_ output: inout [UInt8]) {
    if !isFirst { output.append(UInt8(ascii: "\t")) }
    isFirst = false
  }
}
