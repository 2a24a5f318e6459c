import Terminal
import Testing

struct TextLineTests {
  @Test(arguments: [
    ("pit stop", "pit stop"), ("\npit\r\nstop\n", "pit stop"), ("a\tb", "a b"),
    ("a\u{1B}[2Jb\u{0}\u{9B}", "a[2Jb"), ("中 é 😀", "中 é 😀"), ("\n\n", ""), ("", ""),
  ])
  func `pasted text becomes one line without control characters`(pasted: String, text: String) {
    var line = TextLine()
    let hasChanged = line.handle(.paste(pasted))
    #expect(hasChanged == !text.isEmpty)
    #expect(line.text == text)
    #expect(line.cursor == text.count)
  }

  @Test func `a paste is inserted at the cursor, as far as it fits`() {
    var line = TextLine("ab")
    line.handle(.left)
    line.handle(.paste("xy"))
    #expect(line.text == "axyb")
    #expect(line.cursor == 3)
    line.handle(.paste(String(repeating: "中", count: 1_000)))
    #expect(line.text.utf8.count == 1_024)
    #expect(line.text.hasPrefix("axy中") && line.text.hasSuffix("中b"))
    let hasChanged = line.handle(.paste("z"))
    #expect(!hasChanged)
    #expect(line.text.utf8.count == 1_024)
  }
}
