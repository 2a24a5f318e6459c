import CSodium
import Foundation
import Testing
import Text

@testable import Web

/// The pages as they are sent: names are text, and nothing runs but what is hashed.
@Suite struct PagesTests {
  private static let hostile =
    "</script><script>alert(1)</script><img src=x onerror=\"a\">&'\u{202E}"

  private func document(runners: Int, name: (Int) -> String) -> BoardDocument {
    var document = BoardDocument(
      session: 3, uid: EventID(high: 0x7000, low: 1 << 63), list: .overall)
    document.header = [
      BoardCell("title", name(0)), BoardCell("detail", "20 laps · \(runners) entered"),
      BoardCell("phase_text", "Running"),
    ]
    document.columns = BoardDocument.columns([
      "place": "Place", "bib": "Bib", "name": "Name", "last": "Last", "gap": "Gap",
    ])
    document.groups = [[]]
    document.rows = (0..<runners).map { row($0, of: runners, name: name($0)) }
    document.count = runners
    return document
  }

  private func row(_ index: Int, of runners: Int, name: String) -> BoardRow {
    let (place, tenth) = ("\(index + 1)", index % 10)
    let texts = [
      ("place", place), ("bib", place), ("name", name), ("team", "Team \(index % 9)"),
      ("laps", "16"), ("last", "1:3\(tenth).\(index % 7)"), ("best", "1:3\(index % 8).\(tenth)"),
      ("gap", "+\(index).\(tenth)"), ("interval", "+0.\(tenth)"),
    ]
    let since = 1_564_000_000_000 + Int64(index) * 7_919_123_457
    let places: [Int] = (0..<16).map { lap in (index * 7 + lap * 3) % runners + 1 }
    let numbers: [BoardCell] = [
      BoardCell("group", .number(0)), BoardCell("since_ns", .number(since)),
      BoardCell("expect_ns", .number(99_800_000_000 - Int64(index) * 123_456_789)),
      BoardCell("places", .numbers(places)),
    ]
    return BoardRow(key: place, cells: texts.map { BoardCell($0.0, $0.1) } + numbers)
  }

  private func board(
    _ document: BoardDocument, showsRows: Bool = true, isPad: Bool = false,
    isPublished: Bool = false
  ) -> (response: WebResponse, page: String) {
    let response = Pages.board(
      document, as: "7f3a91c2.812.0", clock: 0, showsRows: showsRows, isPad: isPad,
      isPublished: isPublished)
    return (response, String(decoding: response.body, as: UTF8.self))
  }

  /// The contents of the elements with a start tag.
  private func contents(of tag: String, until end: String, in page: String) -> [String] {
    page.components(separatedBy: tag).dropFirst().map { $0.components(separatedBy: end)[0] }
  }

  @Test func namesAreText() throws {
    let plain = board(document(runners: 12) { _ in "Ada" }).page
    let page = board(document(runners: 12) { _ in Self.hostile }).page
    for tag in ["<script", "</script", "<img"] {
      #expect(
        page.components(separatedBy: tag).count == plain.components(separatedBy: tag).count)
    }
    #expect(!page.contains("<img"))
    let json = try #require(
      contents(
        of: "<script type=\"application/json\" id=\"board\">", until: "</script>", in: page
      ).first)
    let list = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let rows = try #require(list["rows"] as? [[String: Any]])
    #expect(rows.count == 12)
    #expect(rows.allSatisfy { $0["name"] as? String == Harmless.text(Self.hostile) })
  }

  @Test(arguments: [false, true])
  func policyNamesWhatIsInThePage(isPad: Bool) throws {
    let (response, page) = board(document(runners: 2) { _ in "Ada" }, isPad: isPad)
    let policy = try #require(
      response.headers.first { $0.name == "Content-Security-Policy" }?.value)
    #expect(policy.hasPrefix("default-src 'none'; "))
    #expect(!policy.contains("unsafe"))
    let scripts = contents(of: "<script>", until: "</script>", in: page)
    let styles = contents(of: "<style>", until: "</style>", in: page)
    #expect(scripts.count == (isPad ? 3 : 5))
    #expect(styles.count == 1)
    for text in scripts + styles {
      var digest = [UInt8](repeating: 0, count: 32)
      crypto_hash_sha256(&digest, Array(text.utf8), UInt64(text.utf8.count))
      let hash = Data(digest).base64EncodedString()
      #expect(policy.contains("'sha256-\(hash)'"))
    }
    #expect(policy.components(separatedBy: "'sha256-").count == scripts.count + styles.count + 1)
  }

  @Test func pageOfAFileHasItsPolicy() {
    let page = board(document(runners: 2) { _ in "Ada" }, isPublished: true).page
    #expect(page.contains("data-source=\"board.json\""))
    #expect(page.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src"))
  }

  @Test func noElementHasAStyleOrAHandler() {
    let page = board(document(runners: 60) { "Runner \($0)" }).page
    let markup = page.replacing(/<(script|style)[^>]*>(.|\n)*?<\/(script|style)>/, with: "")
    #expect(!markup.contains("style="))
    #expect(!markup.contains(/\son[a-z]+=/))
  }

  @Test func firstRowsAreInThePage() {
    let rows = { (page: String) in page.components(separatedBy: "<tr><td").count - 1 }
    let many = document(runners: 200) { "Runner \($0)" }
    #expect(rows(board(many).page) == 60)
    #expect(rows(board(many, showsRows: false).page) == 0)
    #expect(!board(many, showsRows: false).page.contains("Runner 7"))
  }

  @Test func rowsWithoutAScriptHaveHeadingsAndStatus() {
    var race = document(runners: 3) { "Runner \($0)" }
    race.groups = [[BoardCell("title", "Wave A")], [BoardCell("title", "Wave <B>")]]
    race.rows[2].cells[9] = BoardCell("group", .number(1))
    race.rows[2].cells += [BoardCell("state", "finished"), BoardCell("notes", "+10s")]
    race.header.append(BoardCell("footer", "Places are provisional."))
    let page = board(race).page
    let headings = contents(of: "scope=\"rowgroup\">", until: "<", in: page)
    #expect(headings == ["Wave A", "Wave &lt;B&gt;"])
    #expect(page.contains("finished · +10s · Team 2") && page.contains("Running · Places are prov"))
  }

  @Test func firstViewIsSmall() {
    let assets = [
      PackageResources.board_css, PackageResources.labels_js, PackageResources.board_js,
      PackageResources.charts_js, PackageResources.stream_js, PackageResources.views_js,
      PackageResources.sha256_js, PackageResources.pad_js,
    ]
    #expect(assets.map(\.count).reduce(0, +) <= 100_000)
    let body = board(document(runners: 60) { "Runner Number \($0 * 7919 % 1000)" }).response.body
    #expect(Compression.gzip(body).count <= 40_000)
  }
}
