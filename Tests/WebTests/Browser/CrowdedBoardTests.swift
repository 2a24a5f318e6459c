import ProcessTestSupport
import Testing

extension BrowserSuite {
  /// A race of 211 runners with long bibs, names and laps.
  @Suite struct CrowdedBoardTests {
    private let log: ServedLog

    init() throws {
      log = try ServedLog()
      _ = try log.run(
        """
        { echo bib,name,team
          printf '"%s",Leonhard Alexander Euler,Königlich Preußische Akademie\\n' \\
            ABCDEFGHIJKLM,OP $(seq 1001 1209); } > entries.csv
        laptimer start Marathon --race '20 laps' --entries entries.csv --ago 3h > answers
        { for ago in 155m 128m 99m 68m; do seq 1001 1207 | sed "s/.*/cross & --ago $ago/"; done
          for ago in 120m 50m; do echo cross 1208 1209 --ago $ago; done
          printf '%s\\n' 'enter 1210' 'cross ABCDEFGHIJKLM,OP 1210 --ago 30s' 'cross --ago 20s'
        } | laptimer record > answers
        """)
      try log.serve()
    }

    private func open(_ view: String, width: Int, until element: String) throws -> Browser {
      let browser = try BrowserSuite.browser()
      try browser.resize(width: width, height: 844)
      try browser.open(log.address("1" + view))
      try browser.wait(for: "document.querySelector(arguments[0])", element)
      return browser
    }

    /// The words of elements that are on two lines.
    private func brokenWords(_ browser: Browser, _ selector: String) throws -> [String]? {
      try browser.value(
        """
        [...document.querySelectorAll(arguments[0])].flatMap((each) => {
          const text = each.querySelector("a")?.firstChild ?? each.firstChild
          return (text?.data ?? "").split(" ").filter((word) => {
            const range = document.createRange()
            range.setStart(text, text.data.indexOf(word))
            range.setEnd(text, text.data.indexOf(word) + word.length)
            return range.getClientRects().length > 1
          })
        })
        """, selector) as? [String]
    }

    @Test(arguments: [390, 1_440])
    func `announcers see numbers on one line, and who has no name`(width: Int) throws {
      let browser = try open("?view=newest", width: width, until: ".large li:nth-child(5)")
      let broken = try brokenWords(browser, ".large :is(.big, .bib)")
      // Beside a time, a phone has no room for the longest bib.
      #expect(broken?.filter { $0 != "ABCDEFGHIJKLM,OP" } == [])
      let names = try browser.value(
        "[...document.querySelectorAll('.large .who')].slice(0, 2).map((who) => who.textContent)")
      #expect(names as? [String] == ["nobody yet", ""])
    }

    @Test func `paper has a table with titles and teams, and nothing beside it`() throws {
      // The width of A4 between its margins.
      let browser = try open("", width: 703, until: ".board tbody .laps")
      try browser.devTools("Emulation.setEmulatedMedia", ["media": "print"])
      defer { _ = try? browser.devTools("Emulation.setEmulatedMedia", ["media": ""]) }
      let areShown = try ["thead .place", "tbody small", "figure", ".due", ".more button"].map {
        try browser.value("document.querySelector(arguments[0]).offsetHeight > 2", $0) as? Bool
      }
      #expect(areShown == [true, true, false, false, false])
    }

    @Test(arguments: ["", "?view=passings"], [320, 390, 800])
    func `no cells overlap, and no word of a name is in pieces`(view: String, width: Int) throws {
      let element = view.isEmpty ? ".more button" : ".panel h2"
      let browser = try open(view, width: width, until: element)
      try browser.click(element)
      try browser.wait(for: "document.querySelector('.plain td.name')")
      #expect(try brokenWords(browser, "tbody .name") == [])
      let faults = try browser.value(
        """
        [...document.querySelectorAll("tbody tr")].filter((row) => {
          const boxes = [...row.cells].filter((cell) => cell.textContent).map((cell) => {
            const text = document.createRange()
            text.selectNodeContents(cell)
            return text.getBoundingClientRect()
          })
          return boxes.some((one, index) => one.right > innerWidth
            || boxes.slice(index + 1).some((other) =>
              other.left + 1 < one.right && one.left + 1 < other.right
              && other.top + 4 < one.bottom && one.top + 4 < other.bottom))
        }).map((row) => row.innerText)
        """)
      #expect(faults as? [String] == [])
    }

    @Test func `runners beyond the first rows are pinned and due, too`() throws {
      _ = try open("", width: 390, until: ".pins").value(
        "localStorage.setItem(pins.name, JSON.stringify(arguments[0]))",
        ["1207", "ABCDEFGHIJKLM,OP", "1001", "1002", "1003", "1004"])
      let browser = try open("", width: 390, until: ".pins section:nth-child(5)")
      #expect(try browser.text("document.querySelector('.pins dt').textContent") == "to leader")
      let height = "document.querySelector('.pins').clientHeight"
      #expect(try browser.value("\(height) < innerHeight / 2") as? Bool == true)
      try browser.wait(for: "document.querySelector('.due .bib').textContent === '1208'")
      #expect(try browser.requests().contains { $0.contains("ABCDEFGHIJKLM%252COP") })
    }
  }
}
