import Testing
import Timing

@testable import Terminal
import Text

struct WrappingTests {
  @Test(arguments: [
    ("", 5, []), ("ab cd", 5, ["ab cd"]), ("ab cd", 4, ["ab", "cd"]), ("ab  cd ", 9, ["ab cd"]),
    ("a bcdefgh ij", 4, ["a", "bcde", "fgh", "ij"]), ("a bcdefg hi", 5, ["a", "bcdef", "g hi"]),
    ("中文中 文", 5, ["中文", "中 文"]), ("中文", 1, ["中", "文"]),
  ])
  func `text wraps at spaces, and a long word breaks at the end of the line`(
    text: String, columns: Int, lines: [String]
  ) {
    #expect(text.wrapped(columns: columns, longWords: .broken) == lines)
  }

  @Test func `wrapping keeps all characters, and no line is too wide`() {
    let text = "Session 12 läuft, 中文 'laptimer stop --session 12' stops it."
    for columns in 2...70 {
      let lines = text.wrapped(columns: columns, longWords: .broken)
      #expect(lines.allSatisfy { DisplayWidth.of($0) <= columns })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}
