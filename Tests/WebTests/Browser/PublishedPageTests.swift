import Foundation
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

    @Test func `each view of a published page asks for its own file only`() throws {
      try log("cross", "4", "--ago", "2m")
      try log("cross", "4", "2")
      try log.serve("--publish", folder)
      // A web space may have it below any folder.
      let files = try StaticFiles(of: log.path(""))
      let site = "http://127.0.0.1:\(files.port)/site/"
      let browser = try BrowserSuite.browser()
      try browser.open(site)
      try browser.click("main a")
      try browser.wait(forText: "Runner 4")
      #expect(try browser.value("document.querySelectorAll('.lists a').length") as? Int == 2)
      try browser.click(".tabs a[href*=charts]")
      try browser.wait(for: "document.querySelector('figure svg')")
      #expect(try browser.value("document.querySelectorAll('figure').length") as? Int == 1)
      try browser.open("\(site)1/?bib=4")
      try browser.wait(forText: "Pin")
      #expect(try browser.column("lap") == ["2", "1"])
      #expect(try browser.column("place") == ["1", "1"])
      #expect(try browser.value("document.querySelector('select')") is NSNull?)
      for view in ["passings", "newest"] {
        try browser.open("\(site)1/?view=\(view)")
        try browser.wait(forText: "Runner 2")
      }
      let others = try browser.requests().filter {
        !$0.hasPrefix(site) || $0.contains("/api/") || $0.contains("/live/")
      }
      #expect(others.isEmpty)
      #expect(try browser.consoleMessages().isEmpty)
    }

    @Test func `each list has a page, which goes on by itself and links the others`() throws {
      let name = "Übung/ü?#%\"<b>"
      try log("enter", "9", "Runner 9", "--category", name)
      try log("cross", "2", "3", "9", "4")
      try log.serve("--publish", folder)
      let files = try StaticFiles(of: log.path(""))
      let site = "http://127.0.0.1:\(files.port)/site/1/"
      let browser = try BrowserSuite.browser()
      try browser.open(site)
      func follow(_ title: String) throws {
        let link =
          "[...document.querySelectorAll('.lists a')].find("
          + "(link) => link.textContent === arguments[0])"
        try browser.wait(for: link, title)
        _ = try browser.value(link + ".click()", title)
        try browser.wait(for: "document.querySelector('h2')?.textContent === arguments[0]", title)
      }
      for category in ["W", name, "M"] {
        try follow(category)
        try browser.wait(forBoard: log.boardOfStandings(["--category", category]))
      }
      try log("cross", "5", "1")
      try browser.wait(forBoard: log.boardOfStandings(["--category", "M"]))
      try follow("Overall")
      try browser.wait(forBoard: log.boardOfStandings())
      #expect(try browser.text("location.href") == site)
      let requests = try browser.requests()
      #expect(requests.allSatisfy { $0.hasPrefix(site) && !$0.contains("/live/") }, "\(requests)")
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
