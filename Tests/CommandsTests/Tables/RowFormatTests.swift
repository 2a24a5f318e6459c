import Testing
import Text

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
  ) throws {
    #expect(try rows(format) == text)
  }

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
