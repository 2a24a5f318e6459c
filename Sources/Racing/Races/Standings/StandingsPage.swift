import Text
import Timing

/// The results as a page of HTML, which needs no other file and runs no script.
extension StandingsReport {
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
    if let start { page.element("p", start) }
    page.element("p", summary)
    for wave in standings.waves {
      page.raw("<section>\n")
      if let title = self.title(of: wave) { page.element("h2", title) }
      page.table(
        hasPoints ? StandingsSheet(pointsOf: wave, times) : StandingsSheet(wave, times, rulings))
      if hasLaps { writeLaps(of: wave, to: &page) }
      page.raw("</section>\n")
    }
    for sentence in sentences.joined() { page.element("p", sentence) }
    page.raw("</body>\n</html>\n")
    output = page.bytes
  }

  private func writeLaps(of wave: Standings.Wave, to page: inout HTMLWriter) {
    page.raw("<div class=\"laps\">\n")
    for row in wave.rows where row.hasPassages {
      page.raw("<article>\n")
      page.element("h3", row.name.map { "\(row.bib) \($0)" } ?? row.bib)
      page.table(StandingsSheet(lapsOf: row, times))
      page.raw("</article>\n")
    }
    page.raw("</div>\n")
  }

  private static let style = """
    :root { color-scheme: light dark; --line: #d8dedc; --faint: #56636b; --accent: #0b6e4b; }
    @media (prefers-color-scheme: dark) {
      :root { --line: #343c40; --faint: #a3b0b6; --accent: #5fdca6; }
    }
    body {
      font: 15px/1.4 system-ui, sans-serif; margin: 1.5em auto; max-width: 72em; padding: 0 1em;
      overflow-wrap: anywhere;
    }
    h1 { font-size: 2em; line-height: 1.2; margin: 0; }
    h3 { font-size: 1em; margin: 0; }
    p, small, th { color: var(--faint); }
    p { margin: .25em 0; }
    small { display: block; }
    .table { margin: 1em 0; overflow-x: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
    thead { border-bottom: 2px solid var(--accent); }
    tbody tr { border-bottom: 1px solid var(--line); }
    th { font-size: .8em; font-weight: normal; }
    th, td { padding: .35rem .5rem; text-align: start; vertical-align: baseline; }
    .n { text-align: end; white-space: nowrap; }
    section > .table > table { width: 100%; }
    section > .table td:first-child { font-weight: bold; }
    .laps { display: flex; flex-wrap: wrap; gap: 1em 2.5em; }
    article { break-inside: avoid; max-width: 100%; }
    article .table { margin: 0; }
    @media (max-width: 40em) {
      body { font-size: 13px; margin-top: 1em; padding: 0 .75em; }
      th, td { padding: .3rem .25rem; }
    }
    @media print {
      :root { color-scheme: light; --line: #bbb; --faint: #444; --accent: #000; }
      body { font-size: 8.5pt; margin: 0; max-width: none; padding: 0; }
      th, td { padding: .15rem .3rem; }
      .table { overflow: visible; }
      tr, h1, h2, h3 { break-inside: avoid; }
      h1, h2, h3 { break-after: avoid; }
    }
    @page { margin: 12mm; }

    """
}

extension HTMLWriter {
  /// Appends a table, with team and category below the name, so that it is less wide.
  fileprivate mutating func table(_ sheet: StandingsSheet) {
    let columns = sheet.columns
    let used = columns.indices.filter { index in
      !columns[index].isOptional || sheet.rows.contains { !$0[index].isEmpty }
    }
    let name = used.first { columns[$0].name == "name" && columns[$0].alignment == .left }
    let below = used.filter { index in
      name != nil && columns[index].alignment == .left
        && ["team", "category"].contains(columns[index].name)
    }
    let shown = used.filter { !below.contains($0) }
    raw("<div class=\"table\">\n<table>\n<thead>\n<tr>")
    for index in shown {
      raw("<th scope=\"col\"\(columns[index].alignment == .right ? " class=\"n\"" : "")>")
      text(columns[index].name)
      raw("</th>")
    }
    raw("</tr>\n</thead>\n<tbody>\n")
    for cells in sheet.rows {
      raw("<tr>")
      for index in shown {
        raw(columns[index].alignment == .right ? "<td class=\"n\">" : "<td dir=\"auto\">")
        if index == name {
          raw("<b>")
          text(cells[index])
          raw("</b>")
          let details = below.map { cells[$0] }.filter { !$0.isEmpty }
          if !details.isEmpty {
            raw("<small dir=\"auto\">")
            text(details.joined(separator: " · "))
            raw("</small>")
          }
        } else {
          text(cells[index])
        }
        raw("</td>")
      }
      raw("</tr>\n")
    }
    raw("</tbody>\n</table>\n</div>\n")
  }
}
