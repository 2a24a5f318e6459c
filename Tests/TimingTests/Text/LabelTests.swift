import Testing
import Text

@Suite struct LabelTests {
  @Test func `any text of 1 to 1,024 bytes is accepted unchanged`() throws {
    for text in ["a", "\u{1B}[31m\u{202E}", "\u{0}", String(repeating: "ü", count: 512)] {
      #expect(try Label.checked(text).utf8.elementsEqual(text.utf8))
    }
  }

  @Test func `empty and long texts are refused`() {
    let long = String(repeating: "a", count: 1025)
    #expect(throws: LabelError.empty) { try Label.checked("") }
    #expect(throws: LabelError.tooLong(bytes: 1025)) { try Label.checked(long) }
  }
}
