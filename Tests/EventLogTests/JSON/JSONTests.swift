import Foundation
import Testing
import Text
import TimingTestSupport

struct JSONTests {
  private func isValid(_ text: String) -> Bool {
    (try? JSONReader.read(text) { reader throws(JSONReader.Malformed) in try reader.skip() }) != nil
  }

  @Test(arguments: [
    "{}", "[]", " { } ", "null", "true", "false", "0", "-0", "1.5e-7", "\"\"",
    #"{"a":[1,{"b":null}],"c":"\ud83d\ude00\u0000\/"}"#, "[[],[[]]]\n",
  ])
  func `JSON is read`(_ text: String) { #expect(isValid(text)) }

  @Test(arguments: [
    "", " ", "{", "}", "[1,]", "{,}", #"{"a"}"#, #"{"a":1,}"#, "{a:1}", "nul", "nulll", "01", "-",
    "1.", ".5", "1e", "+1", "0x1", "NaN", "'a'", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\n\"",
    "[1 2]", "{} {}", "[1]]", "// a\n1", String(repeating: "[", count: 100_000),
  ])
  func `invalid JSON is refused`(_ text: String) { #expect(!isValid(text)) }

  private func integer(_ text: String) -> Int64? {
    try? JSONReader.read(text) { reader throws(JSONReader.Malformed) in try reader.integer() }
  }

  private func string(_ text: String) -> String? {
    try? JSONReader.read(text) { reader throws(JSONReader.Malformed) in try reader.string() }
  }

  @Test func `numbers other than 64-bit integers are refused`() {
    for number in [Int64.min, -1, 0, 7, 10, 9_007_199_254_740_993, .max] {
      #expect(JSONWriter.text(number) == "\(number)")
      #expect(integer("\(number)") == number)
    }
    for text in ["9223372036854775808", "-9223372036854775809", "1.0", "1e3", "", "-", "00"] {
      #expect(integer(text) == nil)
    }
  }

  @Test func `lone surrogates are refused`() {
    for text in [#""\ud83d""#, #""\ude00""#, #""\ud83dx""#, #""\ud83d\u0041""#] {
      #expect(string(text) == nil)
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

  @Test func `fields are written in order, without spaces`() {
    var json = JSONWriter()
    json.object {
      $0.field("session", 12)
      $0.field("name", "Tempo \"run\"")
      $0.field("label", String?.none)
      $0.field("tags", ["track", "a\\b"])
      $0.field("started_at", Moment(nanosecondsSince1970: 0))
      $0.field("running_time_ns", Duration.seconds(83.4))
      $0.object("plan") { $0.field("laps", Int?.none) }
      $0.object("nothing") { _ in }
      $0.array("laps") { laps in
        for number in 1...2 { laps.object { $0.field("number", number) } }
      }
      $0.field("exact", true)
    }
    let expected =
      #"{"session":12,"name":"Tempo \"run\"","label":null,"tags":["track","a\\b"],"#
      + #""started_at":"1970-01-01T00:00:00.000000000Z","running_time_ns":83400000000,"#
      + #""plan":{"laps":null},"nothing":{},"laps":[{"number":1},{"number":2}],"#
      + #""exact":true}"#
    #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
  }

  @Test func `control characters are escaped`() {
    let text = JSONWriter.text("\u{1B}[31m\u{7F}\u{9B}\n\t\u{0}\u{202E}\u{2028}ü😀")
    #expect(text == #""\u001b[31m\u007f\u009b\n\t\u0000\u202e\u2028ü😀""#)
  }

  @Test func `invalid UTF-8 becomes replacement characters`() {
    var bytes: [UInt8] = []
    bytes.append(jsonString: ([0x61, 0xFF, 0xC3, 0x62] as [UInt8]).span)
    #expect(String(decoding: bytes, as: UTF8.self) == "\"a\u{FFFD}\u{FFFD}b\"")
  }

  @Test(arguments: [
    (0.1, "0.1"), (1e300, "1e+300"), (-0.0, "-0.0"), (.leastNonzeroMagnitude, "5e-324"),
    (.infinity, "null"), (.nan, "null"), (100, "100.0"),
  ])
  func `reals have the fewest digits`(number: Double, text: String) {
    #expect(JSONWriter.text(number) == text)
  }

  @Test func `the reader and another parser read any string and number back`() throws {
    var seed = Seed()
    let origin = seed.description
    for _ in 0..<1000 {
      let string = String.random(using: &seed)
      let number = seed.nanoseconds()
      let real = Double(bitPattern: seed.next())
      #expect(self.string(JSONWriter.text(string)) == string, "\(origin)")
      #expect(integer(JSONWriter.text(number)) == number, "\(origin)")
      let fields: JSONFields = ["string": string, "number": number, "real": real]
      let read = try JSONDecoder().decode(Read.self, from: Data(JSONWriter.text(fields).utf8))
      #expect(read.string.utf8.elementsEqual(string.utf8), "\(origin)")
      #expect(read.number == number, "\(origin)")
      #expect(read.real == (real.isFinite ? real : nil), "\(origin)")
    }
  }

  private struct Read: Decodable {
    let string: String
    let number: Int64
    let real: Double?
  }
}
