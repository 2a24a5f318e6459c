import Testing
import Text
import TimingTestSupport

@testable import Arguments

struct ShellWordsTests {
  @Test(arguments: [
    ("", []), (" \t ", []), ("lap", ["lap"]), ("  lap \t x\ny ", ["lap", "x", "y"]),
    (#"lap "Hole 7" --ago 2s"#, ["lap", "Hole 7", "--ago", "2s"]), (#"'' "" x''"#, ["", "", "x"]),
    (#"a'b c'"d e"f"#, ["ab cd ef"]), (#"'a\b"c'"#, [#"a\b"c"#]),
    (#""a\"b\\c\$d\`e\f'""#, [#"a"b\c$d`e\f'"#]),
    (#"a\ b \'c \" \\ \n"#, ["a b", "'c", "\"", "\\", "n"]),
    ("a\\\nb \\\n c \"d\\\ne\"", ["ab", "c", "de"]), ("a\\\n b", ["a", "b"]),
    ("# $HOME * ~ `x` $(y) ;", ["#", "$HOME", "*", "~", "`x`", "$(y)", ";"]),
    ("é👍🏽\u{A0}x", ["é👍🏽\u{A0}x"]),
    ("\"a\u{301} b\" c", ["a\u{301} b", "c"]),
    ("\"\u{301}a b\" c", ["\u{301}a b", "c"]),
    ("a\u{0}b\u{1B}", ["a\u{0}b\u{1B}"]),
  ])
  func `a line is split as a shell splits it`(line: String, words: [String]) throws {
    #expect(try splitWords(line) == words)
  }

  @Test(
    arguments: [
      ("lap 'Hole 7", .singleQuote, 5), ("\"", .doubleQuote, 1), (#"é "x\""#, .doubleQuote, 3),
      (#""x\"#, .doubleQuote, 1), (#"a\"#, .backslash, 2), (#"'a' "b" 'c"#, .singleQuote, 9),
    ] as [(String, UnfinishedWord.Cause, Int)])
  func `open quotes have their columns`(line: String, cause: UnfinishedWord.Cause, column: Int) {
    #expect(throws: UnfinishedWord(cause: cause, column: column)) { try splitWords(line) }
  }

  @Test func `the error is rendered in English`() {
    #expect(
      UnfinishedWord(cause: .singleQuote, column: 5).message
        == "The quote ' in column 5 is not closed.")
    #expect(
      UnfinishedWord(cause: .backslash, column: 2).message
        == "No character follows the backslash in column 2.")
  }

  @Test func `splitting restores quoted random words`() throws {
    var random = Seed()
    let alphabet: [Unicode.Scalar] = Array(
      "ab '\"\\$`#*~!\n\t\r;|&<>(){}[]-=é\u{301}\u{0}\u{1F44D}".unicodeScalars)
    for _ in 0..<2_000 {
      let words = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        var word = ""
        for _ in 0..<Int.random(in: 0...8, using: &random) {
          word.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
        }
        return word
      }
      let line = words.map(\.shellQuoted).joined(separator: " ")
      let restored = try splitWords(line)
      #expect(restored.map { Array($0.utf8) } == words.map { Array($0.utf8) }, "\(random): \(line)")
    }
  }

  @Test func `a long line is split in linear time`() throws {
    let words = Array(repeating: "it's a", count: 100_000)
    #expect(try splitWords(words.map(\.shellQuoted).joined(separator: " ")) == words)
    #expect(try splitWords(String(repeating: "x", count: 1_000_000)).count == 1)
  }
}
