import Foundation
import ProcessTestSupport
import Testing

extension BrowserSuite {
  /// The browser itself, and the relay, on a page of a static web server.
  @Suite struct DriverTests {
    private let folder: ScratchFolder
    private let files: StaticFiles

    init() throws {
      folder = try ScratchFolder()
      let page = """
        <!doctype html><title>A page</title><link rel="icon" href="data:,">
        <style>
          body { background: white }
          @media (prefers-color-scheme: dark) { body { background: black } }
        </style>
        <p>Plain</p><button>Press</button>
        <table><tr><th>Bib</th></tr><tr><td> 17 </td></tr></table>
        <script>
          document.querySelector("p").textContent = "Scripted"
          document.querySelector("button").onclick = () => { console.error("pressed") }
        </script>
        """
      try writeFile(page.utf8, to: folder("page.html"))
      try writeFile("one".utf8, to: folder("text"))
      files = try StaticFiles(of: folder.path)
    }

    private var page: String { "http://127.0.0.1:\(files.port)/page.html" }

    @Test func `a page is shown, clicked, and its messages and requests are known`() throws {
      let browser = try BrowserSuite.browser()
      try browser.open(page)
      try browser.wait(forText: "Scripted")
      #expect(try browser.table("table") == [["Bib"], ["17"]])
      #expect(try browser.requests() == [page])
      try browser.click("button")
      #expect(try browser.consoleMessages().contains { $0.contains("pressed") })
    }

    @Test func `a page is shown without scripts`() throws {
      let browser = try BrowserSuite.browser()
      try browser.setScripts(areOn: false)
      try browser.open(page)
      #expect(try browser.shownText(of: "p") == "Plain")
    }

    @Test func `a page has the size and the colors asked for`() throws {
      let browser = try BrowserSuite.browser()
      try browser.open(page)
      try browser.resize(width: 320, height: 480)
      try browser.prefer(isDark: true)
      #expect(try browser.value("innerWidth") as? Int == 320)
      #expect(
        try browser.text("getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)")
      #expect(try browser.screenshot().starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test func `a wait for nothing ends`() throws {
      let browser = try BrowserSuite.browser()
      try browser.open(page)
      #expect(throws: Browser.Timeout.self) {
        try browser.wait(forText: "never", within: 0.2)
      }
    }

    @Test func `a relay cuts, swallows and resumes`() throws {
      let relay = try Relay(to: files.port)
      #expect(try HTTPExchange("GET", "/text", port: relay.port).text == "one")
      relay.cut()
      #expect(throws: Child.Failure.self) { try HTTPExchange("GET", "/text", port: relay.port) }
      relay.swallow()
      let socket = try LoopbackSocket(to: relay.port)
      try socket.write(Array("GET /text HTTP/1.0\r\n\r\n".utf8))
      let deadline = Date(timeIntervalSinceNow: Child.timeout)
      while relay.lostBytes == 0, Date() < deadline { usleep(1_000) }
      relay.resume()
      #expect(try HTTPExchange("GET", "/text", port: relay.port).text == "one")
      var waiting = pollfd(fd: socket.file, events: Int16(POLLIN), revents: 0)
      #expect(poll(&waiting, 1, 200) == 0)
    }
  }
}
