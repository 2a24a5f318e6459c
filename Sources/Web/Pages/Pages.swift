import CSodium
import Text

/// The pages of the scoreboard: HTML with all that it needs, so that one request shows it.
enum Pages {
  /// A session on the page of the list.
  typealias Row = (number: Int, name: String, phase: String, time: String, detail: String)

  /// The rows that the page itself shows; the script adds the others.
  private static let mostRows = 60

  private static let style = PackageResources.board_css
  private static let script = [
    PackageResources.labels_js, PackageResources.board_js, PackageResources.charts_js,
    PackageResources.stream_js, PackageResources.views_js,
  ]
  private static let padScript = [
    PackageResources.labels_js, PackageResources.sha256_js, PackageResources.pad_js,
  ]

  /// Returns the page with the sessions that are shown.
  static func list(_ rows: [Row]) -> WebResponse {
    page("Laptimer") { page in
      page.raw("<main class=\"sessions\">\n<h1>Sessions</h1>\n")
      if rows.isEmpty { page.element("p", "No session is shown now.") }
      page.raw("<ul>\n")
      for row in rows {
        page.raw("<li><a href=\"\(row.number)/\">")
        page.element("b", row.name)
        page.element("span", row.time, attributes: "class=\"time\"")
        page.element("span", row.phase, attributes: "class=\"phase \(row.phase)\"")
        page.element("small", row.detail)
        page.raw("</a></li>\n")
      }
      page.raw("</ul>\n</main>\n")
    }
  }

  /// The page for addresses at which nothing is shown.
  static let missing = page("Not shown", status: 404) { page in
    page.raw("<main class=\"sessions\">\n<h1>This page or session is not shown.</h1>\n")
    page.raw("<p><a href=\"/\">All sessions</a></p>\n</main>\n")
  }

  /// Creates the page of a list of a session.
  ///
  /// Without `showsRows`, a delayed page gets its rows later. A pad records crossings. A published page
  /// reads the file `board.json` beside it, instead of the server's stream.
  static func board(
    _ document: BoardDocument, as token: String, clock: some JSONValue, showsRows: Bool = true,
    isPad: Bool = false, isPublished: Bool = false
  ) -> WebResponse {
    let title = document.header["title"]
    return page(title, scripts: isPad ? padScript : script, isPublished: isPublished) { page in
      page.raw(isPad ? "<main id=\"pad\" class=\"pad\">\n" : "<main id=\"main\">\n")
      page.element("h1", title)
      page.element("p", document.header["detail"])
      page.element("p", document.header["phase_text", "footer"])
      if showsRows, !isPad { table(of: document, &page) }
      page.raw("</main>\n<script type=\"application/json\" id=\"board\">")
      var shown = document
      if !showsRows { (shown.rows, shown.passings, shown.notes) = ([], [], []) }
      // A script ends at its end tag, wherever it stands.
      for byte in shown.json(as: token, clock: clock) {
        if byte == UInt8(ascii: "<") { page.raw("\\u003c") } else { page.bytes.append(byte) }
      }
      page.raw("</script>\n")
    }
  }

  private static func page(
    _ title: String, status: Int = 200, scripts: [[UInt8]] = [], isPublished: Bool = false,
    content: (inout HTMLWriter) -> Void
  ) -> WebResponse {
    var page = HTMLWriter()
    page.raw(
      """
      <!DOCTYPE html>
      <html lang="en"\(isPublished ? " data-source=\"board.json\"" : "")>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="data:,">

      """)
    if isPublished {
      page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy(scripts))\">\n")
    }
    page.element("title", title)
    page.raw("<style>")
    page.bytes += style
    page.raw("</style>\n</head>\n<body>\n")
    content(&page)
    for script in scripts {
      page.raw("<script>")
      page.bytes += script
      page.raw("</script>\n")
    }
    page.raw("</body>\n</html>\n")
    return WebResponse(
      status: status, type: "text/html; charset=utf-8", body: page.bytes,
      headers: [("Content-Security-Policy", policy(scripts) + "; frame-ancestors 'none'")])
  }

  private static func table(of document: BoardDocument, _ page: inout HTMLWriter) {
    // Statuses, notes and teams of a race have no columns.
    let isRace = document.columns.contains { $0["column"] == "gap" }
    page.raw("<table>\n<thead>\n<tr>")
    for column in document.columns {
      page.element("th", column["title"], attributes: "scope=\"col\"")
    }
    if isRace { page.element("th", "Status", attributes: "scope=\"col\"") }
    page.raw("</tr>\n</thead>\n<tbody>\n")
    var group: BoardCell?
    for row in document.rows.prefix(mostRows) {
      let next = row.cells.first { $0.name == "group" }
      if next != group, case .number(let number)? = next?.value,
        case let title = document.groups[Int(number)]["title", "detail"], !title.isEmpty
      {
        page.raw("<tr class=\"group\">")
        page.element("th", title, attributes: "colspan=\"12\" scope=\"rowgroup\"")
        page.raw("</tr>\n")
      }
      group = next
      page.raw("<tr>")
      for column in document.columns { page.element("td", row.cells[column["column"]]) }
      if isRace { page.element("td", row.cells["state", "notes", "team"]) }
      page.raw("</tr>\n")
    }
    page.raw("</tbody>\n</table>\n")
  }

  /// The policy by which a page loads and runs nothing but itself.
  private static func policy(_ scripts: [[UInt8]]) -> String {
    let hashes = scripts.map { "'sha256-\(hash(of: $0))'" }.joined(separator: " ")
    return """
      default-src 'none'; connect-src 'self'; img-src data:; \
      style-src 'sha256-\(hash(of: style))'; script-src \(hashes.isEmpty ? "'none'" : hashes); \
      base-uri 'none'; form-action 'none'
      """
  }

  /// The SHA-256 of bytes in Base64.
  private static func hash(of bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return digest.base64(forAddresses: false)
  }
}

extension [UInt8] {
  /// The bytes in Base64; for addresses, with its other alphabet and without padding.
  func base64(forAddresses: Bool) -> String {
    let variant =
      forAddresses ? sodium_base64_VARIANT_URLSAFE_NO_PADDING : sodium_base64_VARIANT_ORIGINAL
    var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(count, variant))
    sodium_bin2base64(&text, text.count, self, count, variant)
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
