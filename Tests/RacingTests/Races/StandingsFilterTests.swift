import Testing
import Text
import Timing
import TimingTestSupport

@testable import Racing

struct StandingsFilterTests {
  @Test func `a category is ranked again among itself`() {
    let rows = Standings.crit.filtered(category: "M").waves[0].rows
    #expect(rows.map(\.bib) == ["4", "23"])
    #expect(rows.map(\.position) == [1, 2])
    #expect(rows.map(\.gap) == [.zero, nil])
    #expect(rows.map(\.gapLaps) == [0, 1])
    #expect(rows.map(\.interval) == [.zero, nil])
  }

  @Test func `a wave is shown alone, and an unknown one is empty`() {
    var standings = Standings.crit
    let format = RaceFormat(.laps(2))
    standings.waves.append(Standings.Wave(name: "B", format: format, rows: []))
    #expect(standings.filtered(wave: "B").waves.map(\.name) == ["B"])
    #expect(standings.filtered(wave: "B").format == format)
    #expect(standings.filtered(wave: "C").waves.isEmpty)
    #expect(standings.filtered() == standings)
    #expect(standings.filtered(category: "none").waves.map(\.rows) == [[], []])
  }

  @Test func `teams are together, by their best-placed runner`() {
    let grouped = Standings.crit.groupedByTeam()
    #expect(grouped.waves[0].rows.map(\.bib) == ["17", "23", "4", "007"])
    #expect(grouped.waves[0].rows.map(\.position) == [1, 3, 2, nil])
    let report = StandingsReport(
      session: 3, uid: EventID(high: 1, low: 2), name: nil, position: 1, standings: grouped)
    var output: [UInt8] = []
    #expect(throws: Never.self) { try report.write(.rows(.markdown), to: &output) }
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    #expect(lines.first == "# Race 3")
    // The interval is to the place before, not to the line before.
    #expect(lines.contains { $0.contains("| Eve ") && $0.contains("| +00:10.1 | +00:10.1 |") })
  }

  @Test func `random results are ranked as by counting`() {
    var seed = Seed()
    for _ in 0..<1000 {
      var standings = Standings.crit
      var rows = (0..<seed.below(12)).map { bib in
        var row = Standings.Row(
          bib: "\(bib)", nil,
          laps: (0..<seed.below(3)).map { Int64(1000 * ($0 + 1) + seed.below(3)) })
        row.category = ["A", "B"][seed.below(2)]
        return row
      }
      rows.sort { $0.result < $1.result }
      for index in rows.indices where rows[index].laps > 0 {
        rows[index].position = 1 + rows.count { $0.result < rows[index].result }
      }
      standings.waves[0].rows = rows
      for row in standings.filtered(category: "A").waves[0].rows {
        let list = rows.filter { $0.category == "A" }
        let better = list.count { $0.result < row.result }
        #expect(row.position == (row.laps > 0 ? 1 + better : nil), "\(seed)")
        guard row.position != nil, let first = list.first, let time = row.time else { continue }
        #expect(row.gapLaps == first.laps - row.laps, "\(seed)")
        #expect(row.gap == (row.laps == first.laps ? first.time.map { time - $0 } : nil), "\(seed)")
      }
    }
  }

  @Test func `a sort of many texts has the natural order`() {
    var bibs = ["", "0", "00", "007", "7", "07", "10", "9", "A7", "A07", "A10", "-1", "1A", "é"]
    bibs += ["999999999999999999999", "9223372036854775807", "9223372036854775808"]
    for left in bibs {
      for right in bibs {
        #expect(
          (NaturalText(left) < NaturalText(right)) == left.precedesNaturally(right),
          "\(left), \(right)")
      }
    }
    #expect(bibs.sortedNaturally { $0 } == bibs.sorted { $0.precedesNaturally($1) })
  }
}

extension Standings.Row {
  /// The order of the rows of these tests.
  fileprivate var result: (Int, Duration) { (-laps, time ?? .zero) }
}
