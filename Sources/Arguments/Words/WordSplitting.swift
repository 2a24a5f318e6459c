/// A line split into words as a shell does it, with quotes and backslash, and without expansion.
///
/// - Words are separated by spaces, tabs and line feeds.
/// - Between single quotes everything stands for itself.
/// - Between double quotes a backslash takes the meaning from `"`, `\`, `$`, a backtick or a line
///   feed, and stands for itself otherwise.
/// - Elsewhere a backslash makes the character behind it stand for itself; with a line feed behind
///   it, both are dropped.
/// - `''` is an empty word. `#`, `$`, `*`, `~` and the like are ordinary characters.
///
/// - Parameter line: any text.
/// - Returns: the words, none for an empty line.
/// - Throws: where a quote was opened that is never closed, or a backslash stands last.
/// - Complexity: O(the length of the line)
package func splitWords(_ line: String) throws(UnfinishedWord) -> [String] {
  // All characters that mean something here are ASCII, so bytes can be looked at alone: a letter
  // that combines with a quote before it does not hide it.
  var splitter = WordSplitter()
  for byte in line.utf8 { splitter.read(byte) }
  return try splitter.finish(line)
}

/// A line that ends within a word.
package struct UnfinishedWord: Error, Sendable, Equatable {
  /// What the line lacks.
  package enum Cause: Sendable {
    case singleQuote, doubleQuote, backslash
  }

  package let cause: Cause

  /// The place of the quote or the backslash in the line, in characters, the first being 1.
  package let column: Int

  /// What is wrong, in words.
  package var message: String {
    switch cause {
    case .singleQuote: "The quote ' in column \(column) is not closed."
    case .doubleQuote: "The quote \" in column \(column) is not closed."
    case .backslash: "Nothing stands behind the backslash in column \(column)."
    }
  }
}

private struct WordSplitter {
  enum State { case between, word, single, double, escaped, doubleEscaped }

  var state = State.between
  var words: [String] = []
  var word: [UInt8] = []
  var offset = 0
  /// Where the quote or the backslash stands that is being read.
  var opened = 0

  mutating func read(_ byte: UInt8) {
    defer { offset += 1 }
    switch (state, byte) {
    case (.between, UInt8(ascii: " ")), (.between, UInt8(ascii: "\t")),
      (.between, UInt8(ascii: "\n")):
      break
    case (.word, UInt8(ascii: " ")), (.word, UInt8(ascii: "\t")), (.word, UInt8(ascii: "\n")):
      endWord()
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
