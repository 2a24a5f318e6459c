import Testing
import Timing

struct ComparableChipTests {
  @Test func `chips are compared in upper case, without spaces`() {
    for (chip, comparable) in [
      ("0A1B", "0A1B"), ("0a1b", "0A1B"), (" 0a 1B\t", "0A1B"), ("58-001~", "58-001~"), ("", ""),
      ("\u{E9}1", "\u{C9}1"), ("0\u{2003}1", "01"), ("straße", "STRASSE"),
    ] {
      #expect(RaceEvent.comparable(chip: chip) == comparable)
    }
  }

  @Test func `each ASCII character is compared as it is in upper case, unless it is a space`() {
    for byte in UInt8.min..<0x80 {
      let character = Character(UnicodeScalar(byte))
      let expected = character.isWhitespace ? "" : character.uppercased()
      #expect(RaceEvent.comparable(chip: "\(character)A") == expected + "A")
    }
  }
}
