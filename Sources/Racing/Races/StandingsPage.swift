import Text
import Timing

/// The results as a page of HTML, which needs no other file and runs no script.
extension StandingsReport {
  /// Writes the page.
  func writePage(to output: inout [UInt8]) {
    var page = HTMLWriter(bytes: output)
    page.raw(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="color-scheme" content="light dark">

      """)
    page.element("title", title)
    page.raw("<style>\n\(Self.style)</style>\n</head>\n<body>\n")
    page.element("h1", title)
    page.element("p", summary)
    for wave in standings.waves {
      page.raw("<section>\n")
      if let title = self.title(of: wave) { page.element("h2", title) }
      page.table(
        hasPoints ? StandingsSheet(pointsOf: wave, times) : StandingsSheet(wave, times, rulings))
      if hasLaps { writeLaps(of: wave, to: &page) }
      page.raw("</section>\n")
    }
    for sentence in lapSentences + unknownCrossings + sentencesOnContradictions {
      page.element("p", sentence)
    }
    page.raw("</body>\n</html>\n")
    output = page.bytes
  }

  private func writeLaps(of wave: Standings.Wave, to page: inout HTMLWriter) {
    for row in wave.rows where row.hasPassages {
      page.raw("<article>\n")
      page.element("h3", row.name.map { "\(row.bib) \($0)" } ?? row.bib)
      page.table(StandingsSheet(lapsOf: row, times))
      page.raw("</article>\n")
    }
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #ccc; --head: #f2f2f2; }
    @media (prefers-color-scheme: dark) { :root { --line: #444; --head: #222; } }
    body { font: 16px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; }
    table { border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums; }
    th, td { border-bottom: 1px solid var(--line); padding: .25em .75em; text-align: start; }
    th { background: var(--head); }
    .n { text-align: end; white-space: nowrap; }
    td { overflow-wrap: anywhere; }
    .n, th { overflow-wrap: normal; }
    @media print {
      :root { color-scheme: light; --line: #999; --head: #fff; }
      body { font-size: 10pt; margin: 0; max-width: none; padding: 0; }
      thead { display: table-header-group; }
      tr, h1, h2, h3 { break-inside: avoid; }
      h1, h2, h3 { break-after: avoid; }
    }
    @page { margin: 15mm; }

    """
}

/// Writes HTML.
private struct HTMLWriter {
  var bytes: [UInt8]

  /// Appends markup.
  mutating func raw(_ markup: String) {
    bytes.append(markup)
  }

  /// Appends a text: control characters are made visible, and markup is shown as text.
  mutating func text(_ text: String) {
    for byte in Harmless.text(text).utf8 {
      switch Unicode.Scalar(byte) {
      case "&": bytes.append("&amp;")
      case "<": bytes.append("&lt;")
      case ">": bytes.append("&gt;")
      case "\"": bytes.append("&quot;")
      case "'": bytes.append("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  /// Appends a line with an element whose content is a text.
  mutating func element(_ name: String, _ text: String) {
    raw("<\(name) dir=\"auto\">")
    self.text(text)
    raw("</\(name)>\n")
  }

  /// Appends a table.
  mutating func table(_ sheet: StandingsSheet) {
    let columns = sheet.columns
    raw("<table>\n<thead>\n<tr>")
    for column in columns {
      raw(column.isNumeric ? "<th scope=\"col\" class=\"n\">" : "<th scope=\"col\">")
      text(column.title)
      raw("</th>")
    }
    raw("</tr>\n</thead>\n<tbody>\n")
    for row in sheet.rows {
      raw("<tr>")
      for (column, cell) in zip(columns, row) {
        raw(column.isNumeric ? "<td class=\"n\">" : "<td dir=\"auto\">")
        text(cell)
        raw("</td>")
      }
      raw("</tr>\n")
    }
    raw("</tbody>\n</table>\n")
  }
}
