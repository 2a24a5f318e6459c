import ProcessTestSupport
import Testing

extension BrowserSuite {
  /// The layout of the views at all widths, their colors, and what keys and screen readers find.
  @Suite struct BoardLayoutTests {
    private let log: ServedLog

    init() throws {
      log = try ServedLog()
      try log.startRace(bibs: 1...60)
      for bib in 1...60 { try log("cross", "\(bib)", "--ago", "\(500 - bib)s") }
      try log.serve()
    }

    private static let views = ["", "?view=charts", "?view=newest", "?view=passings", "?bib=1"]

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

    @Test(arguments: views, [false, true])
    func `texts have a contrast of 4.5 or more`(view: String, isDark: Bool) throws {
      let browser = try BrowserSuite.browser()
      try browser.prefer(isDark: isDark)
      try browser.open(log.address("1" + view))
      try browser.wait(for: "document.querySelector('main h2, main table')")
      let weak =
        try browser.value(
          """
          (() => {
            const parse = (color) => (color.match(/[\\d.]+/g) || []).map(Number)
            const light = (color) => color.slice(0, 3).map((value) => value / 255)
              .map((value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
              .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0)
            const behind = (element) => {
              for (let each = element; each; each = each.parentElement) {
                const color = parse(getComputedStyle(each).backgroundColor)
                if (color.length === 3 || color[3] > 0.99) return color
              }
              return [255, 255, 255]
            }
            return [...document.querySelectorAll("body *")].filter((each) =>
              each.offsetParent && [...each.childNodes].some(
                (node) => node.nodeType === 3 && node.textContent.trim()))
              .filter((each) => {
                const [one, two] = [parse(getComputedStyle(each).color), behind(each)].map(light)
                return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05) < 4.5
              }).map((each) => each.tagName + " " + each.className + " " + each.textContent.trim())
          })()
          """) as? [String]
      #expect(weak == [])
    }

    @Test func `everything has a name, a label and a language`() throws {
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("1"))
      try browser.wait(for: "document.querySelector('main table')")
      let faults =
        try browser.value(
          """
          [
            ...[...document.querySelectorAll("button, a[href], [role=tab]")].filter((each) =>
              !(each.textContent.trim() || each.getAttribute("aria-label"))),
            ...[...document.querySelectorAll("input, select")].filter((each) =>
              !(each.labels?.length || each.getAttribute("aria-label"))),
            ...[...document.querySelectorAll("svg")].filter((each) =>
              !(each.getAttribute("aria-hidden") || each.getAttribute("aria-label")
                || each.getAttribute("role") === "img")),
            ...[...document.querySelectorAll("[tabindex]")].filter((each) => each.tabIndex > 0),
            ...[...document.querySelectorAll("[id]")].filter((each, index, all) =>
              all.some((other, place) => place < index && other.id === each.id)),
          ].map((each) => each.outerHTML)
          """) as? [String]
      #expect(faults == [])
      #expect(try browser.text("document.documentElement.lang") == "en")
      #expect(try browser.value("document.querySelectorAll('h1').length") as? Int == 1)
      #expect(try browser.value("document.querySelectorAll('[role=timer]').length") as? Int == 1)
      #expect(
        try browser.value(
          "document.querySelectorAll('[aria-live=polite], [role=status]').length") as? Int == 1)
    }

    @Test func `the first view of 60 runners is small`() throws {
      let page = try HTTPExchange(
        "GET", "/1", port: log.port, headers: ["Accept-Encoding": "gzip"])
      #expect(page.headers["content-encoding"] == "gzip")
      #expect(page.body.count <= 40_000)
    }
  }
}
