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

    @Test(arguments: [320, 1_280])
    func `who has finished is said once, on a line of the row`(width: Int) throws {
      try log("plan", "--race", "1 lap")
      try log("enter", "61")
      let browser = try BrowserSuite.browser()
      try browser.resize(width: width, height: 900)
      try browser.open(log.address("1"))
      try browser.wait(for: "document.querySelector('tr.finished .flag')")
      let said =
        try browser.value(
          """
          [...document.querySelector("tr.finished").querySelectorAll(".status, .flag")]
            .filter((mark) => mark.getClientRects().length > 0)
            .map((mark) => (mark.textContent || mark.getAttribute("aria-label"))
              + (mark.getBoundingClientRect().bottom <= mark.closest("tr")
                .querySelector(".last").getBoundingClientRect().bottom ? "" : " below the others"))
          """) as? [String]
      #expect(said == ["finished"])
    }

    @Test(arguments: [320, 1_280]) func `labels of charts are apart and whole`(width: Int) throws {
      try log("cross", "1")
      let browser = try BrowserSuite.browser()
      try browser.resize(width: width, height: 900)
      try browser.open(log.address("1?view=charts"))
      try browser.wait(for: "document.querySelectorAll('figure svg').length === 3")
      let faults =
        try browser.value(
          """
          [...document.querySelectorAll("figure svg")].flatMap((picture) => {
            const labels = [...picture.querySelectorAll("text.axis")]
            const boxes = labels.map((label) => label.getBoundingClientRect())
            const frame = picture.getBoundingClientRect()
            const cut = [...picture.querySelectorAll("text")].filter((label) =>
              label.getBoundingClientRect().left < frame.left
              || label.getBoundingClientRect().right > frame.right)
            return cut.concat(labels.filter((label, index) => boxes.some((other, place) => place < index
              && other.left < boxes[index].right && boxes[index].left < other.right
              && other.top + 2 < boxes[index].bottom && boxes[index].top + 2 < other.bottom)))
              .map((label) => label.textContent)
          })
          """) as? [String]
      #expect(faults == [])
    }

    @Test func `the first view of 60 runners is small`() throws {
      let page = try HTTPExchange(
        "GET", "/1", port: log.port, headers: ["Accept-Encoding": "gzip"])
      #expect(page.headers["content-encoding"] == "gzip")
      #expect(page.body.count <= 40_000)
    }
  }
}
