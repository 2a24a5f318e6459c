import Terminal
import Testing

struct KeyDecoderTests {
  @Test(arguments: [
    ("l", [Key.character("l")]), (" ", [.character(" ")]), ("\r", [.enter]), ("\n", [.enter]),
    ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]), ("\t", [.tab]), ("\u{1}", [.control("a")]),
    ("é中", [.character("é"), .character("中")]), ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]),
    ("\u{1B}[1;2D", [.shiftLeft]), ("\u{1B}[1;2C", [.shiftRight]), ("\u{1B}[5~", [.pageUp]),
    ("\u{1B}[6~", [.pageDown]), ("\u{1B}[H", [.home]), ("\u{1B}[4~", [.end]),
    ("\u{1B}[Z", [.backTab]), ("\u{1B}[[A", []), ("\u{1B}[200~x", [.character("x")]),
    ("\u{1B}OC\u{1B}ODq", [.right, .left, .character("q")]),
  ])
  func `bytes of a terminal are told apart as keys`(text: String, keys: [Key]) {
    var decoder = KeyDecoder()
    #expect(decoder.keys(text.utf8) == keys)
    #expect(!decoder.isWaiting)
  }

  @Test func `keys that come in pieces are one key`() {
    for text in ["\u{1B}[5~", "\u{1B}OA", "\u{1B}[[Aq", "中", "😀"] {
      var decoder = KeyDecoder()
      var keys: [Key] = []
      for byte in text.utf8 { keys += decoder.keys([byte]) }
      var whole = KeyDecoder()
      #expect(keys == whole.keys(text.utf8), "\(text.debugDescription)")
      #expect(keys.count == 1)
    }
  }

  @Test func `an escape waits for more, and is a key when nothing comes`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.keys([0x1B, UInt8(ascii: "q")]) == [.escape, .character("q")])
  }

  @Test func `what is no UTF-8 and what is no key is passed over`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys([0xFF, 0xC0, UInt8(ascii: "a")]) == [.character("a")])
    #expect(decoder.keys([0xE4, UInt8(ascii: "b")]) == [.character("b")])
    #expect(decoder.keys([0xED, 0xA0, 0x80, UInt8(ascii: "c")]) == [.character("c")])
    #expect(decoder.keys([0x00, 0x1C, UInt8(ascii: "d")]) == [.character("d")])
  }
}
