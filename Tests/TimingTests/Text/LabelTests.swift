import Testing
import Text

@Suite struct LabelTests {
  @Test func `any text of 1 to 1,024 bytes is accepted unchanged`() throws {
    let longest = String(repeating: "ü", count: 512)
    for text in ["a", "\u{1B}[31m\u{202E}", "\u{0}", longest] {
      #expect(try Label.checked(text).utf8.elementsEqual(text.utf8))
      #expect(try Label.checked(utf8: Array(text.utf8)).utf8.elementsEqual(text.utf8))
    }
  }

  @Test func `empty, long and invalid texts are refused`() {
    let long = String(repeating: "a", count: 1025)
    #expect(throws: LabelError.empty) { try Label.checked("") }
    #expect(throws: LabelError.empty) { try Label.checked(utf8: []) }
    #expect(throws: LabelError.tooLong(bytes: 1025)) { try Label.checked(long) }
    #expect(throws: LabelError.tooLong(bytes: 1025)) { try Label.checked(utf8: Array(long.utf8)) }
    #expect(throws: LabelError.invalidUTF8) { try Label.checked(utf8: [0x61, 0xFF]) }
    #expect(throws: LabelError.invalidUTF8) { try Label.checked(utf8: [0xC0, 0x80]) }
  }
}
