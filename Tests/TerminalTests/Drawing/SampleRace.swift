import Racing
import Terminal
import Testing
import Text
import Timing
import TimingTestSupport

/// A sample race to draw, on a simulated machine.
enum SampleRace {
  static let names = [
    "Ada Lovelace", "Grace Hopper", "Joan Clarke", "Mary Jackson", "Katherine Johnson",
    "Hedy Lamarr",
  ]

  /// A race before its first crossing, in which each bib has one of the names.
  static func track(
    _ format: String = "20 laps", bibs: [String] = ["1", "2", "3", "4", "5", "6"],
    waves: [String: String] = [:]
  ) throws -> TimingTestSupport.Track {
    var track = TimingTestSupport.Track()
    try track.perform(
      .start(Event.Start(name: "Crit", plan: Plan(race: try RaceFormat(text: format)))))
    for (index, bib) in bibs.enumerated() {
      var entry = RaceEvent.Entry(bib: bib)
      entry.name = .set(names[index % names.count])
      if let wave = waves[bib] { entry.wave = .set(wave) }
      try track.perform(.race(.entered(entry)))
    }
    return track
  }

  /// A race after two laps and a part of the third, with a crossing without a bib.
  static func running() throws -> TimingTestSupport.Track {
    var track = try track()
    try track.cross("1 30", "2 0.5", "3 0.5", "4 1", "5 2.2", "6 3")
    try track.cross("3 25", "1 0.3", "2 4", "- 2", "5 0.1", "4 0.9")
    track.pass(.milliseconds(7_350))
    return track
  }
}

extension TimingTestSupport.Track {
  /// Records crossings as a bib and the seconds since the previous one; `-` is no bib.
  mutating func cross(_ crossings: String...) throws {
    for crossing in crossings {
      let words = crossing.split(separator: " ")
      pass(.seconds(Double(words[1]) ?? 0))
      let bib = words[0] == "-" ? nil : String(words[0])
      try perform(.race(.crossed(RaceEvent.Crossing(bib: bib))))
    }
  }
}
