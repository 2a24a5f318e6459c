extension String {
  /// The text with a backslash before each special character.
  func backslashed(_ isSpecial: (Unicode.Scalar) -> Bool) -> String {
    unicodeScalars.map { isSpecial($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}

/// Splits a line into words as a shell does, with quotes and backslashes but without expansion.
///
/// - Words are separated by spaces, tabs and line feeds.
/// - Between single quotes every character is literal.
/// - Between double quotes a backslash escapes `"`, `\`, `$`, a backtick or a line feed, and is
///   literal otherwise.
/// - Elsewhere a backslash makes the next character literal; a backslash and a line feed are both
///   dropped.
/// - `''` is an empty word. `#`, `$`, `*`, `~` and the like are ordinary characters.
///
/// If `hasComments`, a `#` that is a word of its own begins a comment. In a shell any word that
/// begins with `#` does; here `#5` is a word.
///
/// - Complexity: O(the length of the line)
package func splitWords(
  _ line: String, hasComments: Bool = false
) throws(UnfinishedWord) -> [String] {
  // All special characters are ASCII, so single bytes suffice: a combining character after a quote
  // does not hide it.
  var splitter = WordSplitter()
  let bytes = line.utf8Span.span
  for index in bytes.indices {
    if hasComments, splitter.state == .between, bytes.beginsComment(at: index) { break }
    splitter.read(bytes[index])
  }
  return try splitter.finish(line)
}

/// Splits the part of a line before the cursor: its last word may lack its end, and is empty after
/// a space.
///
/// `quote` is the quote that is open there, if there is one.
func splitUnfinished(_ line: String) -> (words: [String], quote: Character?) {
  var splitter = WordSplitter()
  for byte in line.utf8 { splitter.read(byte) }
  let quote: Character? =
    switch splitter.state {
    case .single: "'"
    case .double, .doubleEscaped: "\""
    case .between, .word, .escaped: nil
    }
  splitter.endWord()
  return (splitter.words, quote)
}

extension Span<UInt8> {
  /// Whether the text has a `#` at an index that is a word of its own.
  fileprivate func beginsComment(at index: Int) -> Bool {
    self[index] == UInt8(ascii: "#")
      && (index + 1 == count || WordSplitter.isSeparator(self[index + 1]))
  }
}

/// The error for a line that ends within a word.
package struct UnfinishedWord: Error, Sendable, Equatable {
  /// The unfinished part.
  package enum Cause: Sendable {
    case singleQuote, doubleQuote, backslash
  }

  package let cause: Cause

  /// The column of the quote or the backslash in characters, from 1.
  package let column: Int

  /// The error in English.
  package var message: String {
    switch cause {
    case .singleQuote: "The quote ' in column \(column) is not closed."
    case .doubleQuote: "The quote \" in column \(column) is not closed."
    case .backslash: "No character follows the backslash in column \(column)."
    }
  }
}

private struct WordSplitter {
  enum State { case between, word, single, double, escaped, doubleEscaped }

  static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
  }

  var state = State.between
  var words: [String] = []
  var word: [UInt8] = []
  var offset = 0
  /// The offset of the open quote or backslash.
  var opened = 0

  mutating func read(_ byte: UInt8) {
    defer { offset += 1 }
    switch (state, byte) {
    // Most bytes are none of those below.
    case (.word, 0x2A...0x5B), (.word, 0x5D...0xFF): word.append(byte)
    case (.between, _) where Self.isSeparator(byte): break
    case (.word, _) where Self.isSeparator(byte): endWord()
    case (.between, UInt8(ascii: "'")), (.word, UInt8(ascii: "'")):
      (state, opened) = (.single, offset)
    case (.between, UInt8(ascii: "\"")), (.word, UInt8(ascii: "\"")):
      (state, opened) = (.double, offset)
    case (.between, UInt8(ascii: "\\")), (.word, UInt8(ascii: "\\")):
      (state, opened) = (.escaped, offset)
    case (.single, UInt8(ascii: "'")), (.double, UInt8(ascii: "\"")):
      state = .word
    case (.double, UInt8(ascii: "\\")):
      state = .doubleEscaped
    case (.escaped, UInt8(ascii: "\n")):
      state = word.isEmpty ? .between : .word
    case (.doubleEscaped, UInt8(ascii: "\n")):
      state = .double
    case (.doubleEscaped, _):
      if !"\"\\$`".utf8.contains(byte) { word.append(UInt8(ascii: "\\")) }
      word.append(byte)
      state = .double
    default:
      word.append(byte)
      if state == .between || state == .escaped { state = .word }
    }
  }

  mutating func endWord() {
    words.append(String(decoding: word, as: UTF8.self))
    word.removeAll(keepingCapacity: true)
    state = .between
  }

  mutating func finish(_ line: String) throws(UnfinishedWord) -> [String] {
    let cause: UnfinishedWord.Cause
    switch state {
    case .between: return words
    case .word:
      endWord()
      return words
    case .single: cause = .singleQuote
    case .double, .doubleEscaped: cause = .doubleQuote
    case .escaped: cause = .backslash
    }
    let before = String(decoding: line.utf8.prefix(opened), as: UTF8.self)
    throw UnfinishedWord(cause: cause, column: before.unicodeScalars.count + 1)
  }
}
