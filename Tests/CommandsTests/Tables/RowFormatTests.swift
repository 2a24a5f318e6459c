import Foundation
import ProcessTestSupport
import Testing
import Text
import TimingTestSupport

@Suite struct RowFormatTests {
  private func rows(_ format: TableFormat, width: Int? = nil) throws -> String {
    try render(format.rows(width: width), [Column("lap"), Column("label"), Column("time")]) {
      rows, output in
      rows.integer(1, to: &output)
      rows.text("Hole 7, \"the pit\"|", to: &output)
      rows.real(28.5, to: &output)
      rows.endRow(to: &output)
      rows.integer(-20, to: &output)
      rows.text("中文\t\u{1B}", to: &output)
      rows.real(.infinity, to: &output)
      rows.endRow(to: &output)
      rows.null(to: &output)
      rows.text("", to: &output)
      rows.blob(([0, 0xAB] as [UInt8]).span, to: &output)
      rows.endRow(to: &output)
    }
  }

  @Test(arguments: TableFormat.allCases)
  func `only aligned formats keep rows, and they report the size`(_ format: TableFormat) throws {
    var rows = format.rows()
    var output: [UInt8] = []
    try rows.begin([Column("i")], to: &output)
    for number in 0..<1000 {
      rows.integer(number, to: &output)
      rows.endRow(to: &output)
    }
    let isAligned = [.table, .markdown].contains(format)
    #expect((rows.keptBytes > 10_000) == isAligned)
    #expect(output.isEmpty == isAligned)
  }

  @Test(
    arguments: [
      (
        .table,
        #"""
        lap  label               time
          1  Hole 7, "the pit"|  28.5
        -20  中文\t\u{1B}        inf
                                 00ab

        """#
      ),
      (
        .csv,
        """
        lap,label,time
        1,"Hole 7, ""the pit""|",28.5
        -20,中文\t\u{1B},inf
        ,"",00ab

        """
      ),
      (
        .tsv,
        """
        lap\tlabel\ttime
        1\tHole 7, "the pit"|\t28.5
        -20\t中文\\t\u{1B}\tinf
        \\N\t\t00ab

        """
      ),
      (
        .json,
        #"""
        [{"lap":1,"label":"Hole 7, \"the pit\"|","time":28.5},
        {"lap":-20,"label":"中文\t\u001b","time":null},
        {"lap":null,"label":"","time":"00ab"}]

        """#
      ),
      (
        .ndjson,
        #"""
        {"lap":1,"label":"Hole 7, \"the pit\"|","time":28.5}
        {"lap":-20,"label":"中文\t\u001b","time":null}
        {"lap":null,"label":"","time":"00ab"}

        """#
      ),
      (
        .markdown,
        #"""
        | lap | label               | time |
        | --: | ------------------- | ---- |
        |   1 | Hole 7, "the pit"\| | 28.5 |
        | -20 | 中文\\t\\u{1B}      | inf  |
        |     |                     | 00ab |

        """#
      ),
    ] as [(TableFormat, String)])
  func `each format aligns, quotes or escapes the values that need it`(
    format: TableFormat, text: String
  ) throws { #expect(try rows(format) == text) }

  @Test(arguments: TableFormat.allCases)
  func `a document without rows is valid`(format: TableFormat) throws {
    let text = try render(format.rows(), [Column("lap"), Column("n")]) { _, _ in }
    let expected =
      switch format {
      case .table: "lap  n\n"
      case .csv: "lap,n\n"
      case .tsv: "lap\tn\n"
      case .json: "[]\n"
      case .ndjson: ""
      case .markdown: "| lap | n   |\n| --- | --- |\n"
      }
    #expect(text == expected)
  }

  @Test(arguments: [TableFormat.json, .ndjson])
  func `two columns with the same name are refused in JSON`(format: TableFormat) {
    #expect(throws: RowFormatError.twoColumns(named: "n")) {
      try render(format.rows(), [Column("n"), Column("m"), Column("n")]) { _, _ in }
    }
  }
}

func render(
  _ format: any RowFormat, _ columns: [Column],
  _ write: (inout any RowFormat, inout [UInt8]) throws -> Void
) throws -> String {
  var format = format
  var output: [UInt8] = []
  try format.begin(columns, to: &output)
  try write(&format, &output)
  format.end(to: &output)
  return String(decoding: output, as: UTF8.self)
}

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

@Suite struct CSVRowsTests {
  private func csv(_ texts: [[String]], defusing: Bool = false) throws -> String {
    let columns = (texts.first ?? []).indices.map { Column("c\($0)") }
    return try render(TableFormat.csv.rows(defusing: defusing), columns) { rows, output in
      for row in texts {
        for text in row { rows.text(text, to: &output) }
        rows.endRow(to: &output)
      }
    }
  }

  @Test func `a text is quoted only if necessary, and a formula is unchanged by default`() throws {
    let texts = ["a b", " a", "a ", " ", "", "a,b", "a\"b", "a\nb", "a\rb", "a\tb", "'a'"]
    #expect(
      try csv([texts]).drop { $0 != "\n" }
        == "\na b,\" a\",\"a \",\" \",\"\",\"a,b\",\"a\"\"b\",\"a\nb\",\"a\rb\",a\tb,'a'\n")
    #expect(try csv([["=1+1", "@x"]]) == "c0,c1\n=1+1,@x\n")
  }

  @Test func `defusing puts an apostrophe before formulas and apostrophes`() throws {
    let texts = ["=1+1", "+1", "-1", "@x", "\tx", "'x", "x=1", "=a,b"]
    #expect(
      try csv([texts], defusing: true).split(separator: "\n").last
        == "'=1+1,'+1,'-1,'@x,'\tx,''x,x=1,\"'=a,b\"")
    let number = try render(TableFormat.csv.rows(defusing: true), [Column("n")]) { rows, output in
      rows.integer(-1, to: &output)
      rows.endRow(to: &output)
    }
    #expect(number == "n\n-1\n")
  }

  @Test func `Python reads back any text`() throws {
    var seed = Seed()
    let origin = seed.description
    // Not all versions of Python read null bytes. With newline='' they keep a CR within quotes.
    let texts = (0..<300).map { _ in
      (0..<3).map { _ in String.random(using: &seed).replacing("\u{0}", with: "") }
    }
    let script = """
      import csv, io, json, sys
      text = sys.stdin.buffer.read().decode('utf-8')
      json.dump(list(csv.reader(io.StringIO(text, newline=''))), sys.stdout)
      """
    let printed = try Child.output(of: ["python3", "-c", script], input: csv(texts))
    let rows = try #require(JSONSerialization.jsonObject(with: Data(printed.utf8)) as? [[String]])
    try #require(rows.count == texts.count + 1, "\(origin)")
    for (row, text) in zip(rows.dropFirst(), texts) {
      #expect(row.map { Array($0.utf8) } == text.map { Array($0.utf8) }, "\(origin)")
    }
  }
}
