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

extension Standings {
  /// A crit of three laps: Ada wins, Bob is a lap down, Cy is out.
  static var crit: Standings {
    var ada = Row(bib: "17", "Ada Lovelace", laps: [61_040, 120_080, 182_320])
    ada.position = 1
    ada.team = "Engine"
    ada.category = "W"
    ada.status = .finished
    var eve = Row(bib: "4", "Eve", laps: [62_000, 121_000, 182_410])
    eve.position = 2
    eve.category = "M"
    eve.status = .finished
    eve.penaltyTime = .seconds(10)
    eve.time = .milliseconds(192_410)
    var bob = Row(bib: "23", "Bob", laps: [70_000, 185_000])
    bob.position = 3
    bob.team = "Engine"
    bob.category = "M"
    bob.status = .finished
    bob.others = [
      Passage(
        number: 0, split: .milliseconds(71_500), lap: .milliseconds(1500), point: nil,
        event: EventID(high: 2, low: 9), flags: .short)
    ]
    var cy = Row(bib: "007", "Cy", laps: [])
    cy.status = .dns
    cy.flags = .notSeen
    var standings = Standings(format: RaceFormat(.laps(3)))
    standings.phase = .finished
    standings.runningTime = .seconds(200)
    standings.waves = [Wave(name: nil, format: standings.format, rows: [ada, eve, bob, cy])]
    standings.waves[0].rows.setGaps(standings.format)
    standings.unknown = [
      Unknown(chip: "0A1B", bib: nil, crossings: 3), Unknown(chip: nil, bib: "99", crossings: 1),
      Unknown(chip: nil, bib: nil, crossings: 2),
    ]
    return standings
  }
}

extension Standings.Row {
  /// The order of the rows of these tests.
  fileprivate var result: (Int, Duration) { (-laps, time ?? .zero) }

  /// A runner with laps that end at these times, in milliseconds.
  init(bib: String, _ name: String?, laps splits: [Int64]) {
    self.init(bib: bib)
    self.name = name
    for (index, split) in splits.enumerated() {
      let before = index > 0 ? splits[index - 1] : 0
      passages.append(
        Standings.Passage(
          number: index + 1, split: .milliseconds(split), lap: .milliseconds(split - before),
          point: nil, event: EventID(high: 2, low: UInt64(index + 1)), flags: []))
    }
    laps = splits.count
    time = passages.last?.split
    last = passages.last?.lap
    best = passages.map(\.lap).min()
    event = passages.last?.event
  }
}
