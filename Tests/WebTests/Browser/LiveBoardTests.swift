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

    @Test func `another format has other titles on a page that is open`() throws {
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("1"))
      let title = "document.querySelector('thead th.laps')?.textContent === arguments[0]"
      try browser.wait(for: title, "Laps")
      try log("plan", "--race", "points A finish")
      try browser.wait(for: title, "Points")
      try log("cross", "4", "--point", "A")
      try browser.wait(for: "document.querySelector('tbody .bib').textContent === '4'")
      #expect(try browser.consoleMessages().isEmpty)
    }

    @Test func `a page needs one request and one stream, and ages change without requests`() throws
    {
      try log("cross", "4", "--ago", "50s")
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("1"))
      for selector in ["[role=timer]", ".age", ".live"] {
        try browser.wait(for: "document.querySelector(arguments[0])?.innerText", selector)
        let text = try browser.shownText(of: selector) ?? ""
        try browser.wait(
          for: "document.querySelector(arguments[0]).innerText !== arguments[1]", selector, text)
      }
      let requests = try browser.requests()
      #expect(requests.count == 2, "\(requests)")
      #expect(requests.allSatisfy { $0.hasPrefix(log.address()) })
    }

    @Test func `no view has a message on the console, or asks another machine`() throws {
      try log("cross", "4", "--ago", "90s")
      try log("start", "Training", "--also", "--ago", "5m")
      try log("lap", "--session", "2")
      let browser = try BrowserSuite.browser()
      let views = [
        ("", "Training"), ("1", "Runner 4"), ("1?list=category%3AM", "Runner 3"),
        ("1?view=charts", "Lap times"), ("1?view=passings", "Runner 4"),
        ("1?view=newest", "Runner 4"), ("1?bib=4", "Runner 4"), ("1?delay=1", "Runner 4"),
        ("1?delay=60", "Shown with a delay of 60 s."), ("2", "Training"),
      ]
      for (view, text) in views {
        try browser.open(log.address(view))
        try browser.wait(forText: text)
        try log("cross", "4", "--session", "1")
        try browser.wait(for: "document.readyState === 'complete'")
        #expect(try browser.consoleMessages() == [], "\(view)")
        let requests = try browser.requests()
        #expect(requests.allSatisfy { $0.hasPrefix(log.address()) }, "\(view): \(requests)")
      }
    }

    @Test func `each tab beside the list of passings shows its own view`() throws {
      try log("cross", "4", "--ago", "1m")
      let browser = try BrowserSuite.browser()
      for (tab, element) in [(1, "td.laps"), (2, "figure svg"), (4, ".large li")] {
        try browser.open(log.address("1?list=passings&view=charts"))
        try browser.wait(for: "document.querySelector('.passings td.at')")
        try browser.click(".tabs a:nth-child(\(tab))")
        try browser.wait(for: "document.querySelector('main ' + arguments[0])", element)
      }
      #expect(try browser.consoleMessages().isEmpty)
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
