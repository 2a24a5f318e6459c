import ProcessTestSupport
import Testing

extension BrowserSuite {
  /// The pages of `serve --publish` on a plain web server.
  @Suite struct PublishedPageTests {
    private let log: ServedLog
    private let folder: String

    init() throws {
      log = try ServedLog()
      try log.startRace(bibs: 1...6)
      folder = log.path("site")
    }

    @Test func `a plain web server shows the same board`() throws {
      try log("cross", "4")
      try log.serve("--publish", folder)
      let files = try StaticFiles(of: folder)
      let browser = try BrowserSuite.browser()
      try browser.open("http://127.0.0.1:\(files.port)/1/")
      try browser.wait(forText: "Runner 4")
      #expect(try browser.bibs.first == "4")
      try log("cross", "2", "--ago", "30s")
      try browser.wait(
        for: "[...document.querySelectorAll('main table tr')].some((row) => "
          + "row.innerText.includes('Runner 2') && row.sectionRowIndex === 0)", within: 30)
      #expect(try browser.bibs.first == "2")
      #expect(try browser.consoleMessages().isEmpty)
    }

    @Test func `the folder is whole whenever the server is killed`() throws {
      for round in 1...Effort.times(5, long: 100) {
        try log("cross", "\(round % 6 + 1)")
        try log.serve("--publish", folder)
        usleep(useconds_t.random(in: 0..<20_000))
        log.kill()
        let page = String(decoding: contents(of: folder + "/1/index.html"), as: UTF8.self)
        let board = contents(of: folder + "/1/board.json")
        #expect(page.contains("</html>"))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(board)) }
      }
    }
  }
}
