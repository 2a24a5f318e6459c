import Text
import Timing

@testable import Racing

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
