import Foundation
import ProcessTestSupport
import Testing
import TimingTestSupport

extension BrowserSuite {
  /// The page beside what the command line says, after each event of random sessions.
  @Suite struct BoardAgreementTests {
    private let log: ServedLog

    init() throws { log = try ServedLog() }

    @Test(arguments: [("20 laps", nil), ("3 laps", nil), ("9m", nil), ("9m + 1 lap", "W")])
    func `the board of a race equals its standings`(format: String, category: String?) throws {
      try log.startRace(bibs: 1...6, format: format)
      try log.serve()
      let browser = try BrowserSuite.browser()
      try browser.open(log.address(category.map { "1?list=category%3A\($0)" } ?? "1"))
      var seed = Seed()
      // Undo does not come back to the entries soon.
      for bib in 1...6 { try log("cross", "\(bib)", "--ago", "\(500 - bib)s") }
      var crossings: [Int] = []
      for _ in 0..<Effort.times(25, long: 400) {
        let bib = "\(1 + seed.below(7))"
        let ago = "\(seed.below(500_000))ms"
        switch seed.below(10) {
        case 0:
          try log.attempt("undo")
          // The race itself stays.
          if try log("show", "1", "--json").contains(#""phase":"ready""#) {
            try log.attempt("redo")
          }
        case 1: try log.attempt("redo")
        case 2: try log.attempt("rule", bib, ["dnf", "ok", "+10s", "-1lap"][seed.below(4)])
        case 3 where !crossings.isEmpty:
          try log.attempt("assign", "@\(crossings[seed.below(crossings.count)])", bib)
        case 4 where !crossings.isEmpty:
          try log.attempt("remove", "@\(crossings[seed.below(crossings.count)])")
        case 5: try log("cross", "--ago", ago)
        default: try log.attempt("cross", bib, "--ago", ago)
        }
        crossings = try log.events().filter { $0["kind"] as? String == "crossed" }
          .compactMap { $0["version"] as? Int }
        let filter = category.map { ["--category", $0] } ?? []
        try browser.wait(forBoard: log.boardOfStandings(filter))
      }
      #expect(try browser.consoleMessages().isEmpty, "\(seed)")
    }

    @Test func `the board of a race with waves equals its standings`() throws {
      try log.startRace(bibs: 1...6)
      for bib in 3...6 { try log("enter", "\(bib)", "--wave", bib < 5 ? "B" : "C") }
      try log("wave", "B", "--ago", "9m")
      try log.serve()
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("1"))
      try browser.wait(forBoard: log.boardOfStandings())
      try log("wave", "C", "--ago", "8m")
      var seed = Seed()
      for _ in 0..<Effort.times(10, long: 100) {
        try log("cross", "\(1 + seed.below(6))", "--ago", "\(seed.below(400_000))ms")
        try browser.wait(forBoard: log.boardOfStandings())
      }
      #expect(try browser.consoleMessages().isEmpty, "\(seed)")
      // Each chart has the runners of one wave, once one of them has a lap.
      for bib in [1, 3, 5] { try log("cross", "\(bib)") }
      try browser.open(log.address("1?view=charts"))
      for wave in ["Without a wave", "Wave B", "Wave C"] {
        try browser.wait(forText: "Places after each lap · \(wave)")
      }
      let labels = try browser.value(
        """
        [...document.querySelectorAll("figure")].find((one) =>
          one.textContent.startsWith("Places after each lap · Wave B")).querySelectorAll(".name").length
        """)
      #expect(labels as? Int ?? 9 <= 2)
    }

    @Test(arguments: [false, true])
    func `the page of a session equals what show prints`(hasCourse: Bool) throws {
      if hasCourse {
        try log("start", "--course", "Loop", "--segments", "Out,Far,Back", "--ago", "30m")
        for ago in ["28m", "27m", "25m"] { try log("lap", "--ago", ago) }
      }
      let session = hasCourse ? 2 : 1
      let course = hasCourse ? ["--course", "Loop"] : []
      try log.attempt(["start", "Session", "--ago", "10m"] + course)
      try log.serve()
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("\(session)"))
      var seed = Seed()
      for _ in 0..<Effort.times(15, long: 200) {
        switch seed.below(6) {
        case 0: try log.attempt("undo")
        case 1: try log.attempt("redo")
        case 2: try log.attempt("remove", "\(1 + seed.below(4))")
        default: try log.attempt("lap", "--ago", "\(seed.below(500_000))ms")
        }
        try browser.wait(forLaps: log.lapsOfShow(session))
      }
      #expect(try browser.consoleMessages().isEmpty, "\(seed)")
    }
  }
}
