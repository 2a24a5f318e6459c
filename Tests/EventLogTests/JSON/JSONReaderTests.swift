import Testing
import Timing
import TimingTestSupport

@testable import EventLog
@testable import Logbook
import Text

struct JSONReaderTests {
  private func isValid(_ text: String) -> Bool {
    do {
      try JSONReader.read(text) { reader throws(JSONReader.Malformed) in try reader.skip() }
      return true
    } catch {
      return false
    }
  }

  @Test(arguments: [
    "{}", "[]", " { } ", "null", "true", "false", "0", "-0", "1.5e-7", "\"\"",
    #"{"a":[1,{"b":null}],"c":"\ud83d\ude00\u0000\/"}"#, "[[],[[]]]\n",
  ])
  func `JSON is read`(_ text: String) {
    #expect(isValid(text))
  }

  @Test(arguments: [
    "", " ", "{", "}", "[1,]", "{,}", #"{"a"}"#, #"{"a":1,}"#, "{a:1}", "nul", "nulll", "01", "-",
    "1.", ".5", "1e", "+1", "0x1", "NaN", "'a'", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\n\"",
    "[1 2]", "{} {}", "[1]]", "// a\n1", String(repeating: "[", count: 100_000),
  ])
  func `invalid JSON is refused`(_ text: String) {
    #expect(!isValid(text))
  }

  @Test func `written JSON is read back`() throws {
    var seed = Seed()
    for _ in 0..<2000 {
      let text = String.random(using: &seed)
      var json = JSONWriter()
      json.element(text)
      let written = String(decoding: json.bytes, as: UTF8.self)
      let read = try JSONReader.read(written) { reader throws(JSONReader.Malformed) in
        try reader.string()
      }
      #expect(read == text, "\(seed)")
      let number = seed.nanoseconds()
      let same = try JSONReader.read("\(number)") { reader throws(JSONReader.Malformed) in
        try reader.integer()
      }
      #expect(same == number, "\(seed)")
    }
  }

  @Test func `numbers other than 64-bit integers are refused`() {
    func integer(_ text: String) -> Int64? {
      try? JSONReader.read(text) { reader throws(JSONReader.Malformed) in try reader.integer() }
    }
    #expect(integer("-9223372036854775808") == .min)
    #expect(integer("9223372036854775807") == .max)
    for text in ["9223372036854775808", "-9223372036854775809", "1.0", "1e3", "", "-", "00"] {
      #expect(integer(text) == nil)
    }
  }

  @Test func `lone surrogates are refused`() {
    for text in [#""\ud83d""#, #""\ude00""#, #""\ud83dx""#, #""\ud83d\u0041""#] {
      let read = try? JSONReader.read(text) { reader throws(JSONReader.Malformed) in
        try reader.string()
      }
      #expect(read == nil)
    }
  }

  @Test func `the reader agrees with Python's on random texts`() throws {
    let python = """
      import json, sys
      def is_valid(text):
          try: json.loads(text)
          except ValueError: return False
          return True
      print(''.join('01'[is_valid(line[:-1])] for line in sys.stdin))
      """
    var seed = Seed()
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"", "1", "-1.5e3", "true", "null", " ", "\\u0041",
      "0",
    ]
    let texts = (0..<20_000).map { _ in
      (0..<Int.random(in: 1...8, using: &seed))
        .compactMap { _ in parts.randomElement(using: &seed) }.joined()
    }
    let theirs = try OtherProgram(
      "python3", "-c", python, input: Array((texts.joined(separator: "\n") + "\n").utf8)
    ).output
    for (text, theirs) in zip(texts, theirs) {
      #expect(isValid(text) == (theirs == "1"), "\(text), \(seed)")
    }
    #expect(theirs.count == texts.count + 1)
  }
}
