import Testing
import Text
import TimingTestSupport

@Suite struct DisplayTests {
  /// Blocks have a resolution of an eighth of a column, and marks of a whole one.
  @Test(arguments: [
    (1.0, "██████████", true), (0.5, "█████", true), (0.55, "█████▌", true), (0.0125, "▏", true),
    (0.0001, "▏", true), (0, "", true), (-1, "", true), (2, "██████████", true), (.nan, "", true),
    (0.99, "█████████▉", true),
    (1.0, "##########", false), (0.54, "#####", false), (0.001, "#", false), (0, "", false),
  ])
  func `a bar shows a fraction`(fraction: Double, bar: String, areBlocks: Bool) {
    #expect(Bar.text(fraction, columns: 10, blocks: areBlocks) == bar)
  }

  @Test(arguments: [
    ("", 0), ("lap 7", 5), ("Zürich", 6), ("Zu\u{308}rich", 6), ("中文", 4), ("ｆｕｌｌ", 8), ("한글", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("カタカナ", 8), ("ｶﾀｶﾅ", 4), ("😀", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2),
    ("🇩🇪", 2),
    ("❤", 1), ("❤\u{FE0F}", 2), ("⌚", 2), ("1\u{FE0F}\u{20E3}", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("a\u{200B}b", 2),
    ("\u{AD}", 1), ("…", 1), ("█▌", 2), ("é", 1), ("ส้ม", 2), ("नमस्ते", 4), ("\u{FEFF}", 0),
  ])
  func `text is measured as a terminal shows it`(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    ("lap", 3, "lap"), ("laps", 3, "la…"), ("laps", 1, "…"), ("laps", 0, ""), ("", 0, ""),
    ("中文字", 6, "中文字"), ("中文字", 5, "中文…"), ("中文字", 4, "中…"), ("👩‍👩‍👧‍👦👍🏽", 3, "👩‍👩‍👧‍👦…"),
  ])
  func `text is cut between characters`(text: String, columns: Int, cut: String) {
    #expect(DisplayWidth.cut(text, to: columns) == cut)
  }

  @Test(arguments: [
    ("Tempo run", "Tempo run"), ("Zürich 🏃‍♀️", "Zürich 🏃‍♀️"), (#"a\nb"#, #"a\nb"#),
    ("a\nb\tc\r", #"a\nb\tc\r"#), ("\u{1B}[31mred", #"\u{1B}[31mred"#), ("\u{0}", #"\u{0}"#),
    ("\u{7F}\u{9B}31m", #"\u{7F}\u{9B}31m"#), ("abc\u{202E}txt.exe", #"abc\u{202E}txt.exe"#),
    ("~\u{7F}\u{80}\u{9F}\u{A0}", "~\\u{7F}\\u{80}\\u{9F}\u{A0}"),
    ("\u{2066}a\u{2069}", #"\u{2066}a\u{2069}"#),
    ("\u{206A}\u{206B}\u{206C}", #"\u{206A}\u{206B}\u{206C}"#),
    ("\u{206D}\u{206E}\u{206F}\u{2070}", "\\u{206D}\\u{206E}\\u{206F}\u{2070}"),
    ("\u{200E}\u{200F}\u{61C}", #"\u{200E}\u{200F}\u{61C}"#),
    ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#), ("\r\n", #"\r\n"#), ("e\u{301}", "e\u{301}"),
    (
      "\u{DFFFF}\u{E0000}\u{E0041}\u{E007F}\u{E0080}",
      "\u{DFFFF}\\u{E0000}\\u{E0041}\\u{E007F}\u{E0080}"
    ),
    ("", ""),
  ])
  func `control characters are escaped, everything else is unchanged`(text: String, shown: String) {
    #expect(Harmless.text(text) == shown)
  }

  @Test(
    arguments: [
      ([0x61, 0xFF, 0x62], #"a\xFFb"#), ([0xC3], #"\xC3"#), ([0xC0, 0xAF], #"\xC0\xAF"#),
      ([0xED, 0xA0, 0x80], #"\xED\xA0\x80"#), ([0xF4, 0x90, 0x80, 0x80], #"\xF4\x90\x80\x80"#),
      ([0xE2, 0x82, 0xAC, 0xE2, 0x82], #"€\xE2\x82"#), ([0x9B, 0x33], #"\x9B3"#),
    ] as [([UInt8], String)])
  func `invalid bytes are shown one by one`(bytes: [UInt8], shown: String) {
    var output: [UInt8] = []
    Harmless.append(bytes.span, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == shown)
  }

  @Test func `random bytes never give control characters`() {
    var seed = Seed()
    for _ in 0..<2000 {
      let bytes = (0..<20).map { _ in UInt8.random(in: 0...255, using: &seed) }
      var output: [UInt8] = []
      Harmless.append(bytes.span, to: &output)
      let shown = String(validating: output, as: UTF8.self)
      #expect(shown?.unicodeScalars.contains(where: Harmless.isObeyed) == false, "\(seed)")
    }
  }

  @Test func `scalars are decoded as the standard library does`() {
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let bytes = Array(String(scalar).utf8)
      var index = 0
      guard UTF8.decode(bytes.span, at: &index) == scalar, index == bytes.count else {
        Issue.record("U+\(String(value, radix: 16))")
        return
      }
    }
  }

  @Test func `bytes are valid to the decoder when they are to the standard library`() {
    var seed = Seed()
    for _ in 0..<20_000 {
      // Mostly lead and continuation bytes, so that many sequences are nearly valid.
      let bytes = (0..<4).map { _ in UInt8.random(in: 0x70...255, using: &seed) }
      var index = 0
      var valid = true
      while index < bytes.count { valid = UTF8.decode(bytes.span, at: &index) != nil && valid }
      #expect(valid == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes), \(seed)")
    }
  }
}
