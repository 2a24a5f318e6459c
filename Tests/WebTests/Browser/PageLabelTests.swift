import ProcessTestSupport
import Testing
import TimingTestSupport

@testable import Text

extension BrowserSuite {
  /// The two texts that the page writes by itself, beside those of the program.
  @Suite struct PageLabelTests {
    private let log: ServedLog

    init() throws {
      log = try ServedLog()
      try log.startRace(bibs: 1...1)
      try log.serve()
    }

    /// Times up to the largest integer that a number of JavaScript holds, many of them at an edge.
    private func times(_ seed: inout Seed) -> [Int64] {
      (0..<100_000).map { index in
        let unit = [1, 1_000_000, 100_000_000, 1_000_000_000, 60_000_000_000, 3_600_000_000_000]
          .map { Int64($0) }[seed.below(6)]
        let most = min(Int64(1) << Int64(1 + seed.below(53)), (1 << 53) - 1)
        let time = Int64(seed.below(Int(most))) / unit * unit + Int64(seed.below(3) - 1)
        return index % 5 == 0 ? -time : time
      }
    }

    @Test func `clocks and ages are those of the program`() throws {
      var seed = Seed()
      let times = times(&seed)
      let expected = times.map { time in
        (0...3).map { digits in
          var label = StopwatchLabel(precision: digits)
          label.isShort = true
          let time = Duration.nanoseconds(time)
          return time < .zero ? CountdownLabel().text(of: time) : label.text(of: time)
        } + [AgeLabel().text(of: .nanoseconds(time))]
      }
      let browser = try BrowserSuite.browser()
      try browser.open(log.address("1"))
      try browser.wait(for: "window.laptimer")
      let faults =
        try browser.value(
          """
          arguments[0].flatMap((time, index) => {
            const { clock, age } = window.laptimer
            const texts = [0, 1, 2, 3].map((digits) => clock(time, digits)).concat(age(time))
            const expected = arguments[1][index]
            return texts.every((text, place) => text === expected[place])
              ? [] : [`${time}: ${texts}, not ${expected}`]
          })
          """, times, expected) as? [String]
      #expect(faults?.prefix(10) == [], "\(seed)")
    }
  }
}
