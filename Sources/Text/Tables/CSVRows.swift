/// Comma-separated values: RFC 4180 with a header row and LF.
///
/// A value is quoted where it has to be: when it holds a comma, a quote, CR or LF, begins or ends
/// with a space, or is an empty text, which alone tells it from null. Bytes are kept as they are,
/// so that what is written is what is read back.
///
/// Spreadsheets take a text for a formula that begins with `=`, `+`, `-` or `@`. No CSV can say
/// that it is none, and a mark in front would change the data for all other readers. `defusing`
/// puts such a mark there for those who ask: an apostrophe before texts, never numbers, that begin
/// with one of these, a tab, CR or an apostrophe. Taking off one leading apostrophe gives the data
/// back.
package struct CSVRows: RowFormat {
  private let defusing: Bool
  private let isTerminal: Bool
  private var isFirst = true

  /// Makes the format.
  ///
  /// - Parameters:
  ///   - defusing: whether an apostrophe is put before what a spreadsheet would run.
  ///   - isTerminal: whether a terminal shows the rows; text is then made harmless, and is no
  ///     longer exactly the data.
  package init(defusing: Bool = false, isTerminal: Bool = false) {
    self.defusing = defusing
    self.isTerminal = isTerminal
  }

  package mutating func begin(_ columns: [Column], to output: inout [UInt8]) {
    for column in columns { text(column.name.utf8Span.span, to: &output) }
    endRow(to: &output)
  }

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

  package mutating func endRow(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\n"))
    isFirst = true
  }

  package mutating func end(to output: inout [UInt8]) {}

  private mutating func separate(_ output: inout [UInt8]) {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    isFirst = false
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
