import Testing
import Text
import Timing
import TimingTestSupport

struct EventIDsTests {
  private let moment = Moment(nanosecondsSince1970: 1_800_000_000_123_456_789)

  @Test func `ids of one millisecond increase`() {
    var seed = Seed()
    var ids = EventIDs()
    let made = (0..<1000).map { _ in ids.next(at: moment, using: &seed) }
    #expect(made == made.sorted(), "\(seed)")
    #expect(Set(made).count == made.count, "\(seed)")
    #expect(made.allSatisfy { $0.description.hasPrefix("01a3185c-507b-7") }, "\(seed)")
    #expect(made.allSatisfy { "89ab".contains(Array($0.description)[19]) }, "\(seed)")
  }

  @Test func `ids are unique for any random numbers`() {
    var lowest = Constant(number: 0)
    var ids = EventIDs()
    let made = (0..<3).map { _ in ids.next(at: moment, using: &lowest) }
    #expect(made == made.sorted() && Set(made).count == 3)
  }

  @Test func `a moment before the last one keeps its own milliseconds`() {
    var seed = Seed()
    var ids = EventIDs()
    _ = ids.next(at: moment, using: &seed)
    let id = ids.next(at: Moment(nanosecondsSince1970: 1_000_000), using: &seed)
    #expect(id.description.hasPrefix("00000000-0001-7"), "\(seed)")
  }

  @Test func `the highest id is followed by a random one`() {
    var highest = Constant(number: .max)
    var ids = EventIDs()
    let first = ids.next(at: moment, using: &highest)
    #expect(first.description == "01a3185c-507b-7fff-bfff-ffffffffffff")
    var lowest = Constant(number: 0)
    let second = ids.next(at: moment, using: &lowest)
    #expect(second.description == "01a3185c-507b-7000-8000-000000000000")
  }

  private let text = "01a3185c-507b-7fa9-b0cd-e2f345678901"

  @Test func `every digit has its value, in either case`() {
    #expect(EventID(text) == EventID(high: 0x01a3_185c_507b_7fa9, low: 0xb0cd_e2f3_4567_8901))
    #expect(EventID(text.uppercased()) == EventID(text))
    #expect(EventID(text)?.description == text)
  }

  @Test func `a text of another length is refused`() {
    for text in ["", String(text.dropLast()), text + "0", "0" + text] {
      #expect(EventID(text) == nil, "\(text)")
    }
  }

  @Test func `any other character at any place is refused`() {
    for place in text.utf8.indices {
      for character in UInt8.min...UInt8.max {
        var bytes = Array(text.utf8)
        bytes[text.utf8.distance(from: text.startIndex, to: place)] = character
        let isDash = text.utf8[place] == UInt8(ascii: "-")
        let isDigit = Character(UnicodeScalar(character)).isHexDigit && character < 128
        let id = bytes.withUnsafeBufferPointer { EventID(utf8: $0) }
        #expect(
          (id != nil) == (isDash ? character == UInt8(ascii: "-") : isDigit),
          "\(character) at \(place)")
      }
    }
  }

  @Test func `chips are compared in upper case, without spaces`() {
    for (chip, comparable) in [
      ("0A1B", "0A1B"), ("0a1b", "0A1B"), (" 0a 1B\t", "0A1B"), ("58-001~", "58-001~"), ("", ""),
      ("\u{E9}1", "\u{C9}1"), ("0\u{2003}1", "01"), ("straße", "STRASSE"),
      ("\u{212A}9", "K9"), ("cafe\u{301}", "CAF\u{C9}"),
    ] { #expect(Array(RaceEvent.comparable(chip: chip).utf8) == Array(comparable.utf8)) }
  }

  @Test func `each ASCII character is compared as it is in upper case, unless it is a space`() {
    for byte in UInt8.min..<0x80 {
      let character = Character(UnicodeScalar(byte))
      let expected = character.isWhitespace ? "" : character.uppercased()
      #expect(RaceEvent.comparable(chip: "\(character)A") == expected + "A")
    }
  }
}

private struct Constant: RandomNumberGenerator {
  let number: UInt64

  mutating func next() -> UInt64 { number }
}
