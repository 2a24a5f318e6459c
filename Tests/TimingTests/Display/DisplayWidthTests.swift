import Testing
import Timing
import Text

@Suite struct DisplayWidthTests {
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
}
