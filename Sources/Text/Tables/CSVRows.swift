/// Comma-separated values: RFC 4180 with a header row and LF.
///
/// A value is quoted if it contains a comma, a quote, CR or LF, begins or ends with a space, or is
/// an empty text: the quotes distinguish that from null. Bytes are written unchanged.
///
/// Spreadsheets run a text that begins with `=`, `+`, `-` or `@` as a formula. CSV has no syntax
/// against that, and a mark before the text would change the data for all other programs. With
/// `defusing`, an apostrophe precedes texts (not numbers) that begin with one of these, a tab, CR
/// or an apostrophe. Removing one leading apostrophe restores the data.
package struct CSVRows: SeparatedRows {
  let defusing: Bool
  /// Whether a terminal shows the rows: text is made harmless, which changes the data.
  let isTerminal: Bool
  package var isFirst = true
  package static var separator: UInt8 { UInt8(ascii: ",") }

  package mutating func text(_ text: Span<UInt8>, to output: inout [UInt8]) {
    separate(&output)
    guard isTerminal else { return append(text, to: &output) }
    var shown: [UInt8] = []
    Harmless.append(text, to: &shown)
    append(shown.span, to: &output)
  }

  private func append(_ text: Span<UInt8>, to output: inout [UInt8]) {
    let isDefused = defusing && Self.isRun(text)
    guard Self.needsQuotes(text) else {
      if isDefused { output.append(UInt8(ascii: "'")) }
      return output.append(span: text)
    }
    output.append(UInt8(ascii: "\""))
    if isDefused { output.append(UInt8(ascii: "'")) }
    for index in text.indices {
      if text[index] == UInt8(ascii: "\"") { output.append(UInt8(ascii: "\"")) }
      output.append(text[index])
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func needsQuotes(_ text: Span<UInt8>) -> Bool {
    guard !text.isEmpty else { return true }
    let space = UInt8(ascii: " ")
    if text[0] == space || text[text.count - 1] == space { return true }
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        return true
      default: continue
      }
    }
    return false
  }

  private static func isRun(_ text: Span<UInt8>) -> Bool {
    guard !text.isEmpty else { return false }
    return switch Unicode.Scalar(text[0]) {
    case "=", "+", "-", "@", "\t", "\r", "'": true
    default: false
    }
  }
}

/// Tab-separated values with a header row.
///
/// Tab, LF, CR and backslash in text are escaped as `\t`, `\n`, `\r`, `\\`, and null is `\N`, as in
/// PostgreSQL's COPY and MySQL; everything else is unchanged.
package struct TSVRows: SeparatedRows {
  /// Whether a terminal shows the rows: text is made harmless, which changes the data.
  let isTerminal: Bool
  package var isFirst = true
  package static var separator: UInt8 { UInt8(ascii: "\t") }

  package mutating func null(to output: inout [UInt8]) {
    separate(&output)
    output.append(#"\N"#)
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
}

/// A format whose values are separated by a byte, and whose rows end with LF.
package protocol SeparatedRows: RowFormat {
  /// The byte between two values.
  static var separator: UInt8 { get }
  /// Whether the next value is the first one of its row.
  var isFirst: Bool { get set }
}

extension SeparatedRows {
  package mutating func begin(_ columns: [Column], to output: inout [UInt8]) {
    for column in columns { text(column.name.utf8Span.span, to: &output) }
    endRow(to: &output)
  }

  /// Writes nothing for a missing value.
  package mutating func null(to output: inout [UInt8]) {
    separate(&output)
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

  package mutating func endRow(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  package mutating func end(to output: inout [UInt8]) {}

  /// Writes the separator before all values of a row but the first.
  mutating func separate(_ output: inout [UInt8]) {
    if !isFirst { output.append(Self.separator) }
    isFirst = false
  }
}
