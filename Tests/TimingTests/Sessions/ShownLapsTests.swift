import Testing
import Text
import TimingTestSupport

@testable import Timing

/// Everything shown adds up: laps for people are differences of truncated splits.
@Suite struct ShownLapsTests {
  private func laps(_ spans: [Duration], minimum: Duration? = nil) throws -> [Lap] {
    var track = try Track.started(Event.Start(plan: Plan(minimumLap: minimum)))
    for span in spans { try track.perform(.lap(label: nil), after: span) }
    let counted = track.session.laps.filter { $0.number != nil }
    for places in 0...9 {
      let shown = counted.map { $0.shown(StopwatchLabel(precision: places)).lap }
      #expect(track.session.summary.stopwatch.bests[places: places] == shown.min())
    }
    return track.session.laps
  }

  @Test func `every column of a random session adds up at every precision`() throws {
    var seed = Seed()
    for _ in 0..<200 {
      let spans = (0..<(1 + seed.below(30))).map { _ in
        Duration.nanoseconds(Int64(seed.below(1 << (10 + seed.below(30)))))
      }
      let laps = try laps(spans, minimum: seed.chance(50) ? .milliseconds(seed.below(500)) : nil)
      for precision in 0...9 { check(laps, StopwatchLabel(precision: precision), "\(seed)") }
      #expect(laps.map { $0.shown(StopwatchLabel(precision: 9)) } == laps, "\(seed)")
    }
  }

  private func check(_ laps: [Lap], _ label: StopwatchLabel, _ seed: String) {
    let shown = laps.map { $0.shown(label) }
    var sum = Duration.zero
    for (lap, exact) in zip(shown, laps) {
      #expect(text(of: lap.split, label) == text(of: exact.split, label), "\(seed)")
      #expect(sum + text(of: lap.lap, label) == text(of: lap.split, label), "\(seed)")
      if lap.number != nil { sum += text(of: lap.lap, label) }
    }
    guard let figures = AlikeLaps(shown).largest?.statistics else { return }
    let best = text(of: figures.best, label)
    let counted = shown.filter { $0.number != nil }
    #expect(counted.first { text(of: $0.lap, label) == best }?.number == figures.bestLap, "\(seed)")
    for lap in counted {
      #expect(best + text(of: lap.lap - figures.best, label) == text(of: lap.lap, label), "\(seed)")
    }
  }

  private func text(of time: Duration, _ label: StopwatchLabel) -> Duration {
    (try? Duration(text: label.text(of: time))) ?? .seconds(-1)
  }

  private func table(_ seconds: [Int64]) throws -> (LapTable, [Lap]) {
    let laps = try laps(seconds.map { .seconds($0) }, minimum: .seconds(5))
    return (LapTable(laps, StopwatchLabel()), laps)
  }

  @Test func `a lap far from the others has a bar that is cut`() throws {
    let (table, laps) = try table([10, 10, 12, 10, 100])
    let rows = laps.map(table.row)
    #expect(table.longestLap == .seconds(100))
    #expect(table.longestBar == .seconds(18))
    #expect(
      rows.map { $0.bar(columns: 9, blocks: true) } == [
        "█████", "█████", "██████", "█████", "████████»",
      ])
    #expect(rows[4].bar(columns: 4, blocks: false) == "###>")
  }

  @Test func `laps that are alike in length have bars in proportion to the longest`() throws {
    let (table, laps) = try table([10, 12, 14])
    #expect(table.longestBar == .seconds(14))
    #expect(laps.map { table.row(of: $0).difference } == ["best", "+00:02.0", "+00:04.0"])
    #expect(laps.allSatisfy { (table.row(of: $0).bar ?? 2) <= 1 })
  }

  @Test func `a lap that does not count has neither bar nor difference`() throws {
    let (table, laps) = try table([10, 1, 10])
    let row = table.row(of: laps[1])
    #expect(row.number == "-)")
    #expect(row.bar == nil)
    #expect(row.bar(columns: 9, blocks: true) == "")
    #expect(row.difference == "")
    #expect(row.flags == ["short"])
  }

  @Test func `no laps have no bars`() throws {
    let (table, _) = try table([])
    #expect(table.longestBar == .zero)
    #expect(table.commonFlags == [])
  }
}
