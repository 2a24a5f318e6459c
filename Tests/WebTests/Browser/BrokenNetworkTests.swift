import ProcessTestSupport
import Testing

extension BrowserSuite {
  /// The board while the server and the network fail.
  @Suite struct BrokenNetworkTests {
    private let log: ServedLog

    init() throws {
      log = try ServedLog()
      try log.startRace(bibs: 1...6)
      // A relay gives the server's address a port of its own.
      try log.serve("--host", "127.0.0.1")
    }

    @Test func `the page goes on after the server was killed and started`() throws {
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("1"))
      try log("cross", "4", "--ago", "90s")
      try browser.wait(forBoard: log.boardOfStandings())
      for bib in 1...3 {
        log.kill()
        try log("cross", "4", "--ago", "\(90 - 20 * bib)s")
        try log("cross", "\(bib)")
        try log.serve()
        try browser.wait(forBoard: log.boardOfStandings())
        try log("cross", "5", "--ago", "\(50 - 10 * bib)s")
        try browser.wait(forBoard: log.boardOfStandings())
      }
    }

    @Test func `a page of a session that is not shown any more says so`() throws {
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("1"))
      try log("cross", "4")
      try browser.wait(forBoard: log.boardOfStandings())
      log.kill()
      try log("discard", "1")
      try log.serve("--host", "127.0.0.1", "--all")
      try browser.wait(forText: "This session is not shown any more.")
      try log("undo")
      _ = try browser.value("document.dispatchEvent(new Event('visibilitychange'))")
      try browser.wait(for: "!document.body.innerText.includes('not shown any more')")
    }

    @Test(arguments: [false, true])
    func `the page goes on after the network was gone, and says its age meanwhile`(
      isSwallowing: Bool
    ) throws {
      let relay = try Relay(to: log.port)
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("1", port: relay.port))
      try log("cross", "4", "--ago", "90s")
      try browser.wait(forBoard: log.boardOfStandings())
      try browser.wait(forText: "Live")
      if isSwallowing { relay.swallow() } else { relay.cut() }
      let before = try log.boardOfStandings()
      try log("cross", "4", "--ago", "30s")
      try log("cross", "5")
      // The page measures 20 seconds of silence; nothing but its clock has to pass them.
      _ = try browser.value(
        """
        (() => {
          const now = performance.now.bind(performance)
          performance.now = () => now() + 21_000
        })()
        """)
      try browser.wait(forText: "Stale · nothing heard for 2")
      try browser.wait(forBoard: before)
      relay.resume()
      try browser.wait(forBoard: log.boardOfStandings())
      try browser.wait(for: "!document.body.innerText.includes('Stale')")
      try log("cross", "6")
      try browser.wait(forBoard: log.boardOfStandings())
      #expect(try log.boardOfStandings().count == 6)
    }

    @Test func `the page asks by itself where a network holds streams back`() throws {
      let browser = try BrowserSuite.browser()
      let remove = try browser.addScript(
        "EventSource = class { readyState = 0; addEventListener() {} close() {} }")
      defer { remove() }
      try browser.open(log.address("1"))
      for bib in ["4", "5"] {
        try log("cross", bib)
        try browser.wait(forBoard: log.boardOfStandings())
      }
      #expect(try browser.requests().contains { $0.contains("poll=1") })
      #expect(try browser.consoleMessages() == [])
    }
  }
}
