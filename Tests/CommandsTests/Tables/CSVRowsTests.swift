import Foundation
import ProcessTestSupport
import Testing
import TimingTestSupport
import Text

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
    let printed = try output(of: ["python3", "-c", script], input: csv(texts))
    let read = try JSONSerialization.jsonObject(with: printed) as? [[String]]
    let rows = try #require(read)
    try #require(rows.count == texts.count + 1, "\(origin)")
    for (row, text) in zip(rows.dropFirst(), texts) {
      #expect(row.map { Array($0.utf8) } == text.map { Array($0.utf8) }, "\(origin)")
    }
  }

  private func output(of command: [String], input: String) throws -> Data {
    let child = try Child(command, input: .pipe)
    // The script reads all input before it prints, so that the pipes cannot deadlock.
    try child.write(input)
    child.closeInput()
    return Data(child.outputToEnd())
  }
}
