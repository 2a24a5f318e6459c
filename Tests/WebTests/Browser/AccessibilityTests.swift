import ProcessTestSupport
import Testing

extension BrowserSuite {
  /// Every view is usable with keys, screen readers and weak eyes, by the rules of axe that a script in
  /// the page can check.
  @Suite struct AccessibilityTests {
    private let log: ServedLog
    private let views: [(address: String, element: String)]

    init() throws {
      log = try ServedLog()
      try log.startRace(bibs: 1...12)
      for bib in 1...12 { try log("cross", "\(bib)", "--ago", "\(500 - bib * 20)s") }
      try log("cross", "4", "3", "12", "5")
      try log("rule", "7", "dnf")
      try log("start", "training", "--also")
      try log("lap", "--session", "training")
      try log("lap", "--session", "training")
      let pad = try log(
        "serve", "1", "--pads", log.path("pads"), "--new-pad", "gate", "--listen",
        "127.0.0.1:\(log.port)"
      ).prefix { $0 != "\n" }
      try log.serve("--pads", log.path("pads"))
      views = [
        ("", ".sessions li"), ("1", ".notice"), ("1?list=category:W", ".board tbody tr"),
        ("1?view=charts", "figure:last-child svg"), ("1?view=passings", ".plain tbody tr"),
        ("1?view=newest", ".large li"), ("1?bib=4", ".one .plain tbody tr"),
        ("2", ".plain tbody tr"), (String(pad.dropFirst(log.address().count)), ".pad-press"),
      ].map { ($0.0, $0.1) }
    }

    /// Pins a runner, records on the pad, and corrects a result, so that the views have all they can
    /// have.
    private func fill(_ browser: Browser) throws {
      try browser.open(log.address("1?bib=4"))
      try browser.wait(for: "document.querySelector('.controls button')")
      try browser.click(".controls button")
      try browser.open(log.address(views[8].address))
      try browser.wait(for: "document.querySelector('.pad-keys')")
      try browser.type("5\u{E007}")
      try browser.wait(for: "document.querySelector('.pad-press.saved')")
      try log("rule", "5", "+10s", "--session", "1")
    }

    private func forEachView(_ body: (Browser, String) throws -> Void) throws {
      let browser = try BrowserSuite.browser()
      try fill(browser)
      for (address, element) in views {
        // Otherwise a new fragment alone loads nothing.
        try browser.open("about:blank")
        try browser.open(log.address(address))
        try browser.wait(for: "document.querySelector(arguments[0])", element)
        try body(browser, address)
      }
      #expect(try browser.consoleMessages().isEmpty)
    }

    @Test(arguments: [false, true], [1_280, 360])
    func `every view has names, labels, roles and enough contrast`(
      isDark: Bool, width: Int
    ) throws {
      let browser = try BrowserSuite.browser()
      try browser.resize(width: width, height: 800)
      try browser.prefer(isDark: isDark)
      try browser.open(log.address("1"))
      let source = "(() => {\(Self.rules)\nreturn faults })()"
      try fill(browser)
      for (address, element) in views {
        try browser.open("about:blank")
        try browser.open(log.address(address))
        try browser.wait(for: "document.querySelector(arguments[0])", element)
        #expect(try browser.value(source) as? [String] == [], "\(address)")
      }
    }

    @Test func `the Tab key reaches all that can be used, in the order of the page`() throws {
      try forEachView { browser, address in
        let stops = """
          [...document.querySelectorAll(
            "a[href], button, input, select, textarea, summary, [tabindex]")]
            .filter((each) => each.checkVisibility({ visibilityProperty: true }))
          """
        let count = try browser.value("\(stops).length") as? Int ?? 0
        _ = try browser.value("document.activeElement.blur()")
        for place in 0..<count {
          try browser.type("\u{E004}")
          let found =
            try browser.value(
              """
              [\(stops).indexOf(document.activeElement),
                getComputedStyle(document.activeElement).outlineStyle]
              """) as? [Any]
          #expect(found?.first as? Int == place, "\(address)")
          #expect(found?.last as? String == "solid", "\(address)")
        }
      }
    }

    @Test func `a change leaves the focus where it is`() throws {
      let browser = try BrowserSuite.browser()
      try fill(browser)
      try browser.open(log.address("1"))
      try browser.wait(for: "document.querySelector('.board aside summary')")
      for selector in ["aside summary", ".lists a", ".pins a"] {
        _ = try browser.value("document.querySelector(arguments[0]).focus()", selector)
        let former = try browser.text("document.activeElement.outerHTML")
        try log("cross", "10", "--session", "1")
        try browser.wait(forBoard: log.boardOfStandings())
        #expect(try browser.text("document.activeElement.outerHTML") == former)
      }
    }

    @Test func `the clock is a timer, and the correction alone speaks by itself`() throws {
      try forEachView { browser, address in
        let isPad = address.contains("view=pad")
        let hasClock = address.hasPrefix("1") || address == "2" || isPad
        let count = { (selector: String) in
          try browser.value("document.querySelectorAll(arguments[0]).length", selector) as? Int
        }
        #expect(try count("[role=timer]") == (hasClock ? 1 : 0), "\(address)")
        let speaking = try count("[aria-live]:not([aria-live=off]), [role=status], [role=alert]")
        if hasClock, !isPad { #expect(speaking == 1, "\(address)") }
      }
    }

    /// Collects the `faults` of a page.
    private static let rules = #"""
      const faults = []
      const all = (selector) => [...document.querySelectorAll(selector)]
      const say = (rule, elements) => {
        for (const each of elements) faults.push(rule + ": " + each.outerHTML.slice(0, 200))
      }
      const isSeen = (each) => each.checkVisibility({ visibilityProperty: true })
      const referred = (each, name) => (each.getAttribute(name) ?? "").split(/\s+/).filter((id) => id)
      const name = (each) => (each.getAttribute("aria-label")
        ?? (referred(each, "aria-labelledby").map((id) => document.getElementById(id)?.textContent)
          .join(" ") || each.textContent)).trim()
      const content = "a[href], button, input, select, textarea, summary, [tabindex]"

      // The document.
      if (document.documentElement.lang !== "en") faults.push("lang")
      if (!document.title.trim()) faults.push("title")
      if (all("h1").length !== 1) faults.push("one h1")
      if (all("main").length !== 1) faults.push("one main")
      if (/user-scalable|maximum-scale/.test(document.querySelector("meta[name=viewport]").content)) {
        faults.push("zoom")
      }
      say("outside of landmarks", all("body > :not(main, script)").filter(isSeen))
      let level = 0
      for (const each of all("h1, h2, h3, h4, h5, h6").filter(isSeen)) {
        const next = Number(each.tagName[1])
        if (next > level + 1) say("a level of headings is left out", [each])
        if (!each.textContent.trim()) say("a heading without text", [each])
        level = next
      }

      // Names and labels.
      say("no name", all("a[href], button, summary, [role=button], [role=timer], [role=group], "
        + "section[aria-label], nav").filter((each) => each.matches("nav, [role=timer], [role=group]")
          ? !each.getAttribute("aria-label") : !name(each)))
      say("no label", all("input, select, textarea, output[role]").filter((each) =>
        !([...(each.labels ?? [])].some((label) => label.textContent.trim())
          || each.getAttribute("aria-label"))))
      say("a label without the text that is seen", all("button[aria-label], a[aria-label]")
        .filter((each) => /\p{L}/u.test(each.textContent)
          && !each.ariaLabel.toLowerCase().includes(each.textContent.trim().toLowerCase())))
      say("a picture without a name", all("svg, img, [role=img]").filter((each) =>
        each.getAttribute("aria-hidden") !== "true"
          && !(each.getAttribute("role") === "img" && each.getAttribute("aria-label"))))
      say("a table without a name", all("table").filter((each) =>
        !each.getAttribute("aria-label") && !each.caption
          && !each.closest("[role=group][aria-label]")))
      say("a header without text", all("th").filter((each) =>
        !each.textContent.trim() && !each.getAttribute("aria-label")))
      say("a header of nothing", all("th").filter((each) => !each.scope))

      // Roles and references.
      const roles = ["timer", "status", "img", "group", "table", "rowgroup", "row", "columnheader",
        "rowheader", "cell"]
      say("unknown role", all("[role]").filter((each) => !roles.includes(each.getAttribute("role"))))
      const parents = { rowgroup: "table", row: "rowgroup", columnheader: "row", rowheader: "row",
        cell: "row" }
      for (const [role, parent] of Object.entries(parents)) {
        say("a " + role + " outside of a " + parent, all(`[role=${role}]`).filter((each) =>
          each.parentElement.getAttribute("role") !== parent))
      }
      const attributes = ["aria-label", "aria-live", "aria-current", "aria-pressed", "aria-hidden",
        "aria-labelledby", "aria-describedby"]
      say("unknown attribute", all("*").filter((each) => each.getAttributeNames().some((one) =>
        one.startsWith("aria-") && !attributes.includes(one))))
      say("pressed or not", all("[aria-pressed]").filter((each) =>
        each.tagName !== "BUTTON" || !["true", "false"].includes(each.ariaPressed)))
      say("a reference to nothing", all("[aria-labelledby], [aria-describedby], label[for]").filter(
        (each) => ["aria-labelledby", "aria-describedby", "for"].flatMap((one) => referred(each, one))
          .some((id) => !document.getElementById(id))))
      say("the same id twice", all("[id]").filter((each) =>
        all("[id]").some((other) => other !== each && other.id === each.id)))
      say("a list of something else", all("ul > :not(li), ol > :not(li), dl > :not(div, dt, dd), "
        + "dl > div > :not(dt, dd)"))
      say("an item without a list", all("li").filter((each) => !each.parentElement.matches("ul, ol")))

      // Keys.
      say("an order of its own", all("[tabindex]").filter((each) => each.tabIndex > 0))
      say("hidden but reached", all("[aria-hidden=true]").filter((each) =>
        each.matches(content) || each.querySelector(content)))
      say("controls in controls", all("a[href], button, summary, label button")
        .filter((each) => each.querySelector(content)))
      say("scrolled by no key", all("*").filter((each) =>
        ["auto", "scroll"].includes(getComputedStyle(each).overflowX)
          && each.scrollWidth > each.clientWidth + 1 && isSeen(each)
          && each.tabIndex < 0 && !each.querySelector(content)))

      // Contrast.
      const parse = (color) => (color.match(/[\d.]+/g) || []).map(Number)
      const over = (front, back) => {
        const alpha = front[3] ?? 1
        return [0, 1, 2].map((index) => front[index] * alpha + back[index] * (1 - alpha))
      }
      const behind = (each) => {
        if (!each) return [255, 255, 255]
        return over(parse(getComputedStyle(each).backgroundColor), behind(each.parentElement))
      }
      const light = (color) => color.map((value) => value / 255)
        .map((value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0)
      const opacity = (each) => each
        ? Number(getComputedStyle(each).opacity) * opacity(each.parentElement) : 1
      const isText = (node) => node.nodeType === 3 && node.textContent.trim()
      say("contrast", all("body *:not(script)").filter((each) =>
        isSeen(each) && [...each.childNodes].some(isText) && !each.closest(".unseen"))
        .filter((each) => {
          const style = getComputedStyle(each)
          const back = behind(each)
          const front = parse(each.closest("svg") ? style.fill : style.color)
          const shown = over([...front.slice(0, 3), (front[3] ?? 1) * opacity(each)], back)
          const [one, two] = [light(shown), light(back)]
          return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05) < 4.5
        }))
      """#
  }
}
