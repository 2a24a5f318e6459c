import Timing
import Text

extension String {
  /// The text in lines of so many columns, broken at spaces; a word that is wider than a line is
  /// broken where the line ends.
  ///
  /// - Parameter columns: the width of a line, at least one; a wide character takes two, even if a
  ///   line has but one.
  /// - Returns: the lines, none for no text.
  func wrapped(to columns: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ").map({ String($0) }) {
      if let line = lines.last, DisplayWidth.of(line) + 1 + DisplayWidth.of(word) <= columns {
        lines[lines.count - 1] += " " + word
        continue
      }
      var rest = word
      while DisplayWidth.of(rest) > columns {
        let fitting = DisplayWidth.prefix(of: rest, columns: columns).text.count
        lines.append(String(rest.prefix(max(1, fitting))))
        rest.removeFirst(max(1, fitting))
      }
      if !rest.isEmpty { lines.append(rest) }
    }
    return lines
  }
}
