import ProcessTestSupport
import Testing

extension BrowserSuite {
  /// The layout of the views at all widths.
  @Suite struct BoardLayoutTests {
    private let log: ServedLog

    init() throws {
      log = try ServedLog()
      try log.startRace(bibs: 1...60)
      for bib in 1...60 { try log("cross", "\(bib)", "--ago", "\(500 - bib)s") }
      try log.serve()
    }

    private static let views = [
      "", "?view=charts", "?view=newest", "?list=passings", "?bib=4", "?view=pad",
    ]

    @Test(arguments: views, [320, 800, 2_560])
    func `nothing overflows`(view: String, width: Int) throws {
      let browser = try BrowserSuite.browser()
      try browser.resize(width: width, height: 900)
      try browser.open(log.address("1" + view))
      try browser.wait(for: "document.querySelector('main')")
      #expect(
        try browser.value("document.documentElement.scrollWidth <= innerWidth") as? Bool == true)
    }

    @Test(arguments: ["?view=passings", "?list=passings"])
    func `passings stand in their columns, by view and by list`(view: String) throws {
      let browser = try BrowserSuite.browser()
      try browser.resize(width: 1_024, height: 900)
      try browser.open(log.address("1" + view))
      try browser.wait(for: "document.querySelector('main td.bib')?.textContent === '60'")
      #expect(
        try browser.value("document.querySelector('main td.at').textContent !== ''") as? Bool
          == true)
    }

    @Test func `the first view of 60 runners is small`() throws {
      let page = try HTTPExchange(
        "GET", "/1", port: log.port, headers: ["Accept-Encoding": "gzip"])
      #expect(page.headers["content-encoding"] == "gzip")
      #expect(page.body.count <= 40_000)
    }
  }
}
