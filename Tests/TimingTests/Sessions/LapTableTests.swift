import Testing
import Text
import TimingTestSupport

@testable import Timing

/// The rows of the laps, as `show` and the live screen draw them.
struct LapTableTests {
  private func table(_ seconds: [Int64], labels: [String?] = []) throws -> (LapTable, [Lap]) {
    var track = Track()
    try track.perform(.start(Event.Start(plan: Plan(minimumLap: .seconds(5)))))
    for (index, lap) in seconds.enumerated() {
      track.pass(.seconds(lap))
      try track.perform(.lap(label: labels.indices.contains(index) ? labels[index] : nil))
    }
    return (LapTable(track.session.laps, StopwatchLabel()), track.session.laps)
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
