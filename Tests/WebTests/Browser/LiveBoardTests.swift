import ProcessTestSupport
import Testing

extension BrowserSuite {
  /// The board while the log grows.
  @Suite struct LiveBoardTests {
    private let log: ServedLog

    init() throws {
      log = try ServedLog()
      try log.startRace(bibs: 1...6)
      try log.serve()
    }

    /// Waits until a runner has a number of laps on the page.
    private func wait(_ browser: Browser, for laps: Int, of bib: Int) throws {
      try browser.wait(
        for: """
          [...document.querySelectorAll("main table tr")].some((row) => {
            const cells = [...row.cells].map((cell) => cell.textContent.trim())
            return cells.includes("Runner " + arguments[0]) && cells.includes(arguments[1])
          })
          """, "\(bib)", "\(laps)", within: 60)
    }

    @Test func `the places are in the page before a script runs`() throws {
      try log("cross", "3")
      let page = try HTTPExchange("GET", "/1", port: log.port).text
      #expect(page.contains("Runner 3"))
      let browser = try BrowserSuite.browser()
      try browser.setScripts(areOn: false)
      try browser.open(log.address("1"))
      #expect(try browser.bibs.first == "3")
    }

    @Test func `a crossing of another process appears`() throws {
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("1"))
      try log("cross", "4")
      try wait(browser, for: 1, of: 4)
      #expect(try browser.bibs.first == "4")
      #expect(try browser.consoleMessages().isEmpty)
    }

    @Test func `a page needs one request and one stream, and ages change without requests`() throws
    {
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("1"))
      try browser.wait(for: "document.querySelector('[role=timer]')")
      let clock = try browser.shownText(of: "[role=timer]") ?? ""
      try browser.wait(
        for: "document.querySelector('[role=timer]').innerText !== arguments[0]", clock)
      let requests = try browser.requests()
      #expect(requests.count == 2, "\(requests)")
      #expect(requests.allSatisfy { $0.hasPrefix(log.address()) })
    }

    @Test func `names full of markup stay text`() throws {
      let name = "<img src=x onerror=alert(1)></script><script>alert(2)</script>&amp;\"'"
      try log("enter", "77", name)
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("1"))
      try browser.wait(forText: name)
      try log("cross", "77")
      try browser.wait(for: "document.querySelector('main table tbody').innerText.includes('77')")
      #expect(try browser.value("document.querySelectorAll('img').length") as? Int == 0)
      #expect(try browser.consoleMessages().isEmpty)
    }
  }
}
