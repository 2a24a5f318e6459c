import Terminal
import Testing

struct KeyDecoderTests {
  @Test(arguments: [
    ("l", [Key.character("l")]), (" ", [.character(" ")]), ("\r", [.enter]), ("\n", [.enter]),
    ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]), ("\t", [.tab]), ("\u{1}", [.control("a")]),
    ("é中", [.character("é"), .character("中")]), ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]),
    ("\u{1B}[1;2D", [.shiftLeft]), ("\u{1B}[1;2C", [.shiftRight]), ("\u{1B}[5~", [.pageUp]),
    ("\u{1B}[6~", [.pageDown]), ("\u{1B}[H", [.home]), ("\u{1B}[4~", [.end]),
    ("\u{1B}[Z", [.backTab]), ("\u{1B}[[A", []), ("\u{1B}[201~x", [.character("x")]),
    ("\u{1B}OC\u{1B}ODq", [.right, .left, .character("q")]),
  ])
  func `the bytes of a terminal decode to keys`(text: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(text.utf8) == keys)
    #expect(!decoder.isWaiting)
  }

  @Test func `a key that arrives in pieces is one key`() {
    for text in ["\u{1B}[5~", "\u{1B}OA", "\u{1B}[[Aq", "中", "😀"] {
      var decoder = KeyDecoder()
      var keys: [Key] = []
      for byte in text.utf8 { keys += decoder.keys([byte]) }
      var other = KeyDecoder()
      #expect(keys == other.keys(text.utf8), "\(text.debugDescription)")
      #expect(keys.count == 1)
    }
  }

  @Test func `a paste that arrives in pieces is one key`() {
    let text = "l\u{1B}[200~ql\r\n\u{1B}[A中\u{1B}[201~r"
    let keys: [Key] = [.character("l"), .paste("ql\r\n\u{1B}[A中"), .character("r")]
    let bytes = Array(text.utf8)
    for first in bytes.indices {
      for second in first..<bytes.count {
        var decoder = KeyDecoder()
        let decoded =
          decoder.keys(bytes[..<first]) + decoder.keys(bytes[first..<second])
          + decoder.keys(bytes[second...])
        #expect(decoded == keys, "cut at \(first) and \(second)")
        #expect(!decoder.isWaiting)
      }
    }
  }

  @Test func `a long paste is cut to the length of a label, between characters`() {
    for character in ["a", "é", "中", "😀"] {
      var decoder = KeyDecoder()
      let text = "a" + String(repeating: character, count: 2_000)
      #expect(decoder.keys("\u{1B}[200~\(text)".utf8) == [])
      let count = (1_024 - 1) / character.utf8.count
      let kept = "a" + String(repeating: character, count: count)
      #expect(decoder.keys("\(text)\u{1B}[201~q".utf8) == [.paste(kept), .character("q")])
    }
  }

  @Test func `a paste or an escape is complete after a timeout, and invalid bytes are skipped`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys("\u{1B}[200~lq".utf8) == [])
    #expect(decoder.isPasting)
    #expect(decoder.flush() == [.paste("lq")])
    #expect(decoder.keys("q".utf8) == [.character("q")])
    #expect(decoder.keys([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.keys([0x1B, UInt8(ascii: "q")]) == [.escape, .character("q")])
    #expect(decoder.keys([0xFF, 0xC0, UInt8(ascii: "a")]) == [.character("a")])
    #expect(decoder.keys([0xE4, UInt8(ascii: "b")]) == [.character("b")])
    #expect(decoder.keys([0xED, 0xA0, 0x80, UInt8(ascii: "c")]) == [.character("c")])
    #expect(decoder.keys([0x00, 0x1C, UInt8(ascii: "d")]) == [.character("d")])
  }
}
