import Testing
import Text

@Suite struct AlignedRowsTests {
  private func list(width: Int? = nil, isColored: Bool = false) -> String {
    var rows = AlignedRows(width: width, isColored: isColored)
    var output: [UInt8] = []
    rows.begin([Column("#", .right), Column("name"), Column("best", .right)], to: &output)
    for (number, name, best) in [(1, "Tempo run", "01:23.4"), (12, "中文字", "59.9")] {
      rows.integer(number, to: &output)
      rows.grid.add(name, number == 1 ? .green : nil)
      rows.text(best, to: &output)
      rows.endRow(to: &output)
    }
    rows.end(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func `columns are aligned, and lines are cut to the terminal width with an ellipsis`() {
    #expect(
      list() == """
         #  name          best
         1  Tempo run  01:23.4
        12  中文字        59.9

        """)
    #expect(list(width: 22) == list())
    #expect(
      list(width: 21) == """
         #  name          be…
         1  Tempo run  01:23…
        12  中文字        59…

        """)
    #expect(
      list(width: 8) == """
         #  nam…
         1  Tem…
        12  中 …

        """)
  }

  @Test(arguments: 1...30) func `no line is wider than the terminal`(width: Int) {
    for line in list(width: width).split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= width)
    }
  }

  @Test func `colors surround only the text, and only if requested`() {
    #expect(
      list(isColored: true) == """
         \u{1B}[1m#\u{1B}[0m  \u{1B}[1mname\u{1B}[0m          \u{1B}[1mbest\u{1B}[0m
         1  \u{1B}[32mTempo run\u{1B}[0m  01:23.4
        12  中文字        59.9

        """)
    #expect(list(width: 8, isColored: true).contains("\u{1B}[32mTem\u{1B}[0m…"))
  }
}
