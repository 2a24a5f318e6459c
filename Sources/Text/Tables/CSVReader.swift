/// Reads comma-separated values (RFC 4180), record by record.
///
/// Lines end with LF, CRLF or CR, and a byte order mark is skipped. A first line `sep=;`, as Excel
/// reads it, names the separator. A cell whose first character is a quote extends to the closing
/// quote, also over line ends; a doubled quote in it is a quote. Spaces around a cell do not count.
package struct CSVReader {
  /// A value and the line on which it begins.
  package struct Cell: Hashable {
    /// The text without the quotes and without spaces around it.
    package var text: String
    /// The line, from 1.
    package var line: Int
  }

  /// The separators that are known, the usual one first.
  package static let separators: [UInt8] = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"),
  ]

  /// The separator of cells.
  package let separator: UInt8
  /// The line of the next byte, from 1.
  package private(set) var line = 1
  private let bytes: [UInt8]
  private var index = 0

  /// Creates a reader of a whole file; throws an error with the line if the bytes are not UTF-8.
  ///
  /// Unless the first line names the separator, it is the most frequent one in the first line that
  /// is not blank.
  package init(_ bytes: [UInt8]) throws(CSVError) {
    self.bytes = bytes
    if let line = Self.invalidLine(bytes) { throw CSVError(line: line, column: nil, .invalidUTF8) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    let named = Self.namedSeparator(bytes[index...])
    separator = named ?? Self.separator(of: bytes[index...])
    guard named != nil else { return }
    index += Self.separatorName.count + 1
    takeLineEnd()
  }

  /// Reads the next record that has any text, and skips blank ones; nil at the end.
  package mutating func record(atMost limit: Int) throws(CSVError) -> [Cell]? {
    while index < bytes.count {
      var cells: [Cell] = []
      var isBlank = true
      repeat {
        guard cells.count < limit else {
          throw CSVError(line: line, column: cells.count + 1, .tooManyCells(limit: limit))
        }
        let cell = try cell(cells.count + 1)
        isBlank = isBlank && cell.text.isEmpty
        cells.append(cell)
      } while takeSeparator()
      takeLineEnd()
      if !isBlank { return cells }
    }
    return nil
  }

  // MARK: Cells

  private mutating func cell(_ column: Int) throws(CSVError) -> Cell {
    skipSpaces()
    let start = index
    let first = line
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      let text = try quoted(column)
      skipSpaces()
      guard index == bytes.count || bytes[index] == separator || Self.endsLine(bytes[index]) else {
        throw CSVError(line: line, column: column, .textAfterQuote)
      }
      return Cell(text: Self.trimmed(text[...]), line: first)
    }
    while index < bytes.count, bytes[index] != separator, !Self.endsLine(bytes[index]) {
      index += 1
    }
    return Cell(text: Self.trimmed(bytes[start..<index]), line: first)
  }

  private mutating func quoted(_ column: Int) throws(CSVError) -> [UInt8] {
    let quote = UInt8(ascii: "\"")
    let first = line
    var text: [UInt8] = []
    index += 1
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == quote {
        guard index < bytes.count, bytes[index] == quote else { return text }
        index += 1
      } else if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && !isAtLineFeed) {
        line += 1
      }
      text.append(byte)
    }
    throw CSVError(line: first, column: column, .quoteNotClosed)
  }

  private var isAtLineFeed: Bool { index < bytes.count && bytes[index] == UInt8(ascii: "\n") }

  private mutating func skipSpaces() {
    while index < bytes.count, bytes[index] != separator,
      bytes[index] == 0x20 || bytes[index] == 0x09
    {
      index += 1
    }
  }

  private mutating func takeSeparator() -> Bool {
    guard index < bytes.count, bytes[index] == separator else { return false }
    index += 1
    return true
  }

  private mutating func takeLineEnd() {
    guard index < bytes.count else { return }
    let isReturn = bytes[index] == UInt8(ascii: "\r")
    index += 1
    if isReturn, isAtLineFeed { index += 1 }
    line += 1
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let isTrimmed =
      text.first.map { !$0.isWhitespace } ?? true && text.last.map { !$0.isWhitespace } ?? true
    return isTrimmed ? text : String(text.trimmed)
  }

  // MARK: The file

  private static let separatorName = Array("sep=".utf8)

  /// The separator that the first line names; nil if it names none.
  private static func namedSeparator(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    let line = bytes.prefix { !endsLine($0) }
    guard line.count == separatorName.count + 1, let separator = line.last,
      separator != UInt8(ascii: "\""),
      String(decoding: line, as: UTF8.self).lowercased().utf8.starts(with: separatorName)
    else { return nil }
    return separator
  }

  private static func separator(of bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts = separators.map { _ in 0 }
    var isQuoted = false
    var isBlank = true
    for byte in bytes {
      if endsLine(byte), !isQuoted {
        if !isBlank { break }
        continue
      }
      if byte != 0x20 { isBlank = false }
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted, let index = separators.firstIndex(of: byte) { counts[index] += 1 }
    }
    let most = counts.max() ?? 0
    return counts.firstIndex(of: most).map { separators[$0] } ?? UInt8(ascii: ",")
  }

  /// The first line that is not UTF-8; nil if all are.
  private static func invalidLine(_ bytes: [UInt8]) -> Int? {
    if String(validating: bytes, as: UTF8.self) != nil { return nil }
    let span = bytes.span
    var line = 1
    var index = 0
    while index < span.count {
      let byte = span[index]
      guard UTF8.decode(span, at: &index) != nil else { return line }
      let isReturn = byte == UInt8(ascii: "\r")
      if isReturn, index < span.count, span[index] == UInt8(ascii: "\n") { index += 1 }
      if isReturn || byte == UInt8(ascii: "\n") { line += 1 }
    }
    return nil
  }
}

/// The reason why a file is not comma-separated values.
package struct CSVError: Error, Hashable {
  /// A fault of a file.
  package enum Fault: Hashable, Sendable {
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// A quote is not closed before the end of the file.
    case quoteNotClosed
    /// A quoted cell is followed by other text.
    case textAfterQuote
    /// A record has more cells than the limit.
    case tooManyCells(limit: Int)
  }

  /// The line, from 1.
  package var line: Int
  /// The number of the cell, from 1; nil for a whole line.
  package var column: Int?
  package var fault: Fault

  package init(line: Int, column: Int?, _ fault: Fault) {
    self.line = line
    self.column = column
    self.fault = fault
  }
}
