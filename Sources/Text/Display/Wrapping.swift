/// The treatment of words that are longer than a line.
package enum LongWords: Sendable {
  /// They are broken at the end of the line.
  case broken
  /// They make their line longer.
  case kept
}

extension StringProtocol {
  /// Splits the text into lines of at most `columns` columns, breaking at spaces.
  ///
  /// Repeated spaces count as one. A wide character takes two columns, even on a line of one.
  ///
  /// - Parameters:
  ///   - columns: the width of a line, at least one.
  ///   - longWords: the treatment of words that are longer than a line.
  /// - Returns: the lines without their ends; none for a text without words.
  /// - Complexity: linear, but for words longer than a line.
  package func wrapped(columns: Int, longWords: LongWords) -> [String] {
    var lines: [String] = []
    var used = 0
    for word in split(separator: " ") {
      let width = DisplayWidth.of(String(word))
      if !lines.isEmpty, used + 1 + width <= columns {
        lines[lines.count - 1] += " " + word
        used += 1 + width
      } else if width <= columns || longWords == .kept {
        lines.append(String(word))
        used = width
      } else {
        lines += String(word).pieces(columns: columns)
        used = lines.last.map(DisplayWidth.of) ?? 0
      }
    }
    return lines
  }
}

extension String {
  /// Splits the text into pieces of at most `columns` columns and at least one character.
  fileprivate func pieces(columns: Int) -> [String] {
    var pieces: [String] = []
    var rest = self
    while !rest.isEmpty {
      let fitting = DisplayWidth.prefix(of: rest, columns: columns).text.count
      pieces.append(String(rest.prefix(max(1, fitting))))
      rest.removeFirst(max(1, fitting))
    }
    return pieces
  }
}
