import Testing
import Timing
import TimingTestSupport
import Text

/// Everything shown adds up: laps for people are differences of truncated splits.
@Suite struct ShownLapsTests {
  /// A session with a lap after each of these spans.
  private func laps(_ spans: [Duration], minimum: Duration? = nil) throws -> [Lap] {
    var track = Track()
    try track.perform(.start(Event.Start(plan: Plan(minimumLap: minimum))))
    for span in spans {
      track.pass(span)
      try track.perform(.lap(label: nil))
    }
    return track.session.laps
  }

  @Test func `splits shown as 02.8 and 05.5 are 02.7 apart`() throws {
    let laps = try laps([.milliseconds(2_880), .milliseconds(2_710)])
    #expect(laps[1].lap == .milliseconds(2_710))
    let label = StopwatchLabel()
    let shown = laps.map { $0.shown(label) }
    #expect(shown.map { label.text(of: $0.split) } == ["00:02.8", "00:05.5"])
    #expect(shown.map { label.text(of: $0.lap) } == ["00:02.8", "00:02.7"])
  }

  @Test func `a lap that is shown as short as an earlier one is not the best`() throws {
    // Exactly 2.75 s and 2.71 s; both are shown as 02.7.
    let laps = try laps([.milliseconds(2_750), .milliseconds(2_710)])
    #expect(Statistics(laps)?.bestLap == 2)
    #expect(Statistics(laps.map { $0.shown(StopwatchLabel()) })?.bestLap == 1)
  }

  @Test func `with nine decimal places nothing is truncated`() throws {
    let laps = try laps([.nanoseconds(2_880_000_001), .nanoseconds(2_719_999_999)])
    #expect(laps.map { $0.shown(StopwatchLabel(precision: 9)) } == laps)
  }

  @Test func `every column of a random session adds up at every precision`() throws {
    var seed = Seed()
    for _ in 0..<200 {
      let spans = (0..<(1 + seed.below(30))).map { _ in
        Duration.nanoseconds(Int64(seed.below(1 << (10 + seed.below(30)))))
      }
      let laps = try laps(spans, minimum: seed.chance(50) ? .milliseconds(seed.below(500)) : nil)
      for precision in 0...9 { check(laps, StopwatchLabel(precision: precision), "\(seed)") }
    }
  }

  /// Adds up the texts of a session's laps.
  private func check(_ laps: [Lap], _ label: StopwatchLabel, _ seed: String) {
    let shown = laps.map { $0.shown(label) }
    var sum = Duration.zero
    for (lap, exact) in zip(shown, laps) {
      #expect(text(of: lap.split, label) == text(of: exact.split, label), "\(seed)")
      #expect(sum + text(of: lap.lap, label) == text(of: lap.split, label), "\(seed)")
      if lap.number != nil { sum += text(of: lap.lap, label) }
    }
    guard let figures = Statistics(shown) else { return }
    let best = text(of: figures.best, label)
    let counted = shown.filter { $0.number != nil }
    #expect(counted.first { text(of: $0.lap, label) == best }?.number == figures.bestLap, "\(seed)")
    for lap in counted {
      #expect(best + text(of: lap.lap - figures.best, label) == text(of: lap.lap, label), "\(seed)")
    }
  }

  /// The time that a text shows.
  private func text(of time: Duration, _ label: StopwatchLabel) -> Duration {
    (try? Duration(text: label.text(of: time))) ?? .seconds(-1)
  }
}
