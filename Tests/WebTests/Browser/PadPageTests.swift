import Foundation
import ProcessTestSupport
import Testing

extension BrowserSuite {
  /// Two pads, each behind a network of its own.
  @Suite struct PadPageTests {
    private let log: ServedLog
    private let first: (relay: Relay, address: String)
    private let second: (relay: Relay, address: String)

    init() throws {
      let log = try ServedLog()
      try log.startRace(bibs: 1...6)
      func pad(_ name: String) throws -> (Relay, String) {
        let relay = try Relay(to: log.port)
        let said = try log(
          "serve", "1", "--pads", log.path("pads"), "--new-pad", name, "--listen",
          "127.0.0.1:\(relay.port)")
        return (relay, said.split(separator: "\n").first.map(String.init) ?? "")
      }
      (first, second) = (try pad("gate"), try pad("tent"))
      try log.serve("--pads", log.path("pads"), "--host", "127.0.0.1")
      self.log = log
    }

    /// The bibs of the crossings of a pad, with the times of the crossings.
    private func crossings(of pad: String) throws -> [(bib: String, at: Date)] {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      return try log.events().filter { $0["source"] as? String == "pad \(pad)" }
        .compactMap { event in
          guard event["kind"] as? String == "crossed", let at = event["at"] as? String,
            let bib = (event["data"] as? [String: Any])?["bib"] as? String
          else { return nil }
          return (bib, try style.parse(String(at.prefix(23)) + "Z"))
        }
    }

    /// Waits until the log has this count of crossings of a pad.
    private func wait(for count: Int, of pad: String) throws {
      let deadline = Date(timeIntervalSinceNow: 60)
      while try crossings(of: pad).count < count, Date() < deadline {}
    }

    @Test func `a pad says which one it is, and at once if the laptop does not know it`() throws {
      let browser = try BrowserSuite.browser()
      try browser.open(first.address)
      try browser.wait(forText: "Pad gate")
      try browser.wait(for: "document.querySelector('.pad-state').textContent === ''")
      try browser.open("about:blank")
      try browser.open(String(first.address.dropLast(8)) + "12345678")
      try browser.wait(forText: "The laptop does not know this pad: scan its code again.")
    }

    @Test func `a pad shows the running time, and a stop`() throws {
      let browser = try BrowserSuite.browser()
      try browser.open(first.address)
      let text = "document.querySelector('.pad-clock')?.textContent"
      try browser.wait(for: "/^\\d+:\\d\\d$/.test(\(text))")
      let shown = try #require(try browser.value(text) as? String)
      try browser.wait(for: "\(text) !== arguments[0]", shown)
      try log("stop")
      let json = try JSONSerialization.jsonObject(with: Data(log("show", "1", "--json").utf8))
      let details = try #require(json as? [String: Any])
      let seconds = (details["running_time_ns"] as? Int ?? 0) / 1_000_000_000
      let stopped = "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
      try browser.wait(for: "\(text) === arguments[0]", stopped)
    }

    @Test func `a refused correction can be forgotten`() throws {
      let browser = try BrowserSuite.browser()
      try browser.open(first.address)
      try browser.type("1\u{E007}")
      try browser.wait(for: "document.querySelector('.pad-press.saved')")
      let crossing = try #require(try log.events().last?["version"] as? Int)
      try log("remove", "@\(crossing)")
      try browser.click("[aria-label='Correct 1']")
      try browser.type("2\u{E007}")
      try browser.wait(for: "document.querySelector('[aria-label=\"Forget 1\"]')", within: 5)
      try browser.click("[aria-label='Forget 1']")
      try browser.wait(for: "document.querySelector('.pad-unsent').hidden")
      #expect(try browser.shownText(of: ".pad-press b") == "1")
    }

    @Test func `a phone offers bibs without digits, and a keyboard types all characters`() throws {
      try log("enter", "GUEST", "Ada")
      let browser = try BrowserSuite.browser()
      try browser.open(first.address)
      try browser.wait(for: "document.querySelector('.pad-hint')", within: 5)
      try browser.click(".pad-hint")
      try browser.type("\u{E007}#7/ü x")
      #expect(try browser.shownText(of: ".pad-press b") == "GUEST")
      #expect(try browser.shownText(of: ".pad-bib") == "#7/ü x")
    }

    @Test func `every press is there once, at its own time, and a wrong bib is mended`() throws {
      let browser = try BrowserSuite.browser()
      let home = try browser.windows()
      defer {
        for window in (try? browser.windows()) ?? [] where !home.contains(window) {
          try? browser.switchTo(window: window)
          try? browser.closeWindow()
        }
        if let window = home.first { try? browser.switchTo(window: window) }
      }
      var presses: [String: [(bib: String, from: Date, to: Date)]] = [:]
      func press(_ bib: String, on pad: String) throws {
        let from = Date()
        try browser.type(bib + "\u{E007}")
        presses[pad, default: []].append((bib, from, Date()))
        try browser.wait(
          for: "document.querySelector('.pad-press b')?.textContent === arguments[0]", bib)
      }
      func open(_ pad: (relay: Relay, address: String)) throws -> String {
        let window = try browser.openWindow()
        try browser.open(pad.address)
        try browser.wait(for: "document.querySelector('.pad-keys')")
        return window
      }
      func wait(forSaved count: Int) throws {
        try browser.wait(
          for: """
            document.querySelectorAll(".pad-press.saved").length === arguments[0]
              && document.querySelector(".pad-unsent").hidden
            """, count, within: 60)
      }

      let gate = try open(first)
      try press("1", on: "gate")
      try wait(forSaved: 1)
      let tent = try open(second)
      try press("2", on: "tent")
      try wait(forSaved: 1)

      // The answer to one press is lost; another never arrives.
      try browser.switchTo(window: gate)
      first.relay.swallowAnswers()
      try press("3", on: "gate")
      try self.wait(for: 2, of: "gate")
      first.relay.cut()
      second.relay.swallow()
      try press("4", on: "gate")
      try browser.closeWindow()
      try browser.switchTo(window: tent)
      try press("5", on: "tent")
      try press("6", on: "tent")
      try browser.wait(forText: "2 not recorded")
      second.relay.cut()

      first.relay.resume()
      second.relay.resume()
      try wait(forSaved: 3)
      let again = try open(first)
      try wait(forSaved: 3)

      for (pad, presses) in presses {
        let recorded = try crossings(of: pad).sorted { $0.at < $1.at }
        #expect(recorded.map(\.bib) == presses.map(\.bib))
        for (crossing, press) in zip(recorded, presses) {
          #expect(press.from.addingTimeInterval(-0.3) <= crossing.at, "\(press)")
          #expect(crossing.at <= press.to.addingTimeInterval(0.3), "\(press)")
        }
      }

      try browser.switchTo(window: again)
      try browser.click("[aria-label='Correct 4']")
      try browser.type("6\u{E007}")
      try browser.wait(
        for: """
          document.querySelector(".pad-press.saved b").textContent === "6"
            && document.querySelector(".pad-unsent").hidden
          """)
      let rows = try log.boardOfStandings()
      #expect(rows.filter { $0[1] == "6" }.map { $0[3] } == ["2"])
      #expect(rows.filter { $0[1] == "4" }.map { $0[3] } == [""])
    }
  }
}
