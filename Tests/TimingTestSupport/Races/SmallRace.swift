package import Timing

/// The names in random races, and random formats and events that use them.
///
/// The small number of names and the short times make coincidences frequent.
package enum SmallRace {
  /// The bibs, one of which has leading zeros.
  package static let bibs = ["1", "2", "3", "10", "A7", "007"]
  /// The chips; one of them has a space.
  package static let chips = ["c1", "C 2", "c3"]
  package static let waves = ["B", "C"]
  /// The points of the course, in order.
  package static let points = ["A", "B", "finish"]

  /// Returns a valid format whose times are less than two minutes.
  package static func format(_ seed: inout Seed) -> RaceFormat {
    var format = RaceFormat(finish(&seed))
    if seed.chance(30) { format.lapped = .continue }
    if seed.chance(30) { format.first = .start }
    if seed.chance(30) { format.clock = .chip }
    if seed.chance(30) { format.limitFrom = .wave }
    if seed.chance(40) { format.ties = seed.chance(50) ? .shared : .bestLap }
    if seed.chance(20) { format.round = seed.chance(50) ? .up(.seconds(2)) : .down(.seconds(3)) }
    if seed.chance(20) { format.bunch = .seconds(2 + seed.below(3)) }
    if seed.chance(30) { format.minimumLap = .seconds(1 + seed.below(5)) }
    if seed.chance(30) { format.deadTime = 100 + seed.below(700) }
    if seed.chance(20) { format.pulled = .unranked }
    if seed.chance(20) { format.classified = 500 + seed.below(500) }
    if seed.chance(40) { format.doubles = seed.chance(20) ? nil : .seconds(1 + seed.below(8)) }
    if seed.chance(15) {
      format.windows = [
        RaceFormat.Window(
          point: points[seed.below(3)], earliest: .seconds(seed.below(20)),
          latest: seed.chance(50) ? nil : .seconds(20 + seed.below(40)))
      ]
    }
    return format
  }

  private static func finish(_ seed: inout Seed) -> RaceFormat.Finish {
    switch seed.below(11) {
    case 0, 1: .laps(1 + seed.below(5))
    case 2: .time(.seconds(5 + seed.below(60)), furtherLaps: nil)
    case 3, 4: .time(.seconds(5 + seed.below(40)), furtherLaps: seed.below(3))
    case 5: .points(points)
    case 6: .bestLaps(1 + seed.below(3), within: .seconds(20 + seed.below(60)))
    case 7: .elimination(every: 1 + seed.below(2))
    case 8: .backyard(.seconds(4 + seed.below(10)))
    case 9: .ownLap(after: .seconds(5 + seed.below(40)))
    default: .timeTrial(interval: seed.chance(40) ? nil : .seconds(1 + seed.below(5)))
    }
  }

  /// Returns an entry of the bib, or a change of it, with a random wave, chip and names.
  package static func entry(_ bib: String, _ seed: inout Seed) -> RaceEvent.Entry {
    var entry = RaceEvent.Entry(bib: bib)
    if seed.chance(35) { entry.wave = .set(waves[seed.below(2)]) }
    if seed.chance(10) { entry.wave = .lifted }
    if seed.chance(40) { entry.chips = .set([chips[seed.below(3)]]) }
    if seed.chance(5) { entry.chips = .lifted }
    if seed.chance(20) { entry.name = .set("Name \(seed.below(9))") }
    if seed.chance(20) { entry.first = .set("First") }
    if seed.chance(20) { entry.last = .set("Last") }
    if seed.chance(20) { entry.team = .set("T") }
    return entry
  }

  /// Returns a crossing of the bib, of a stranger without an entry, of a chip or of none of them,
  /// sometimes at a point.
  package static func crossing(
    _ bib: String, strangers: [String] = ["99"], _ seed: inout Seed
  ) -> RaceEvent.Crossing {
    var crossing = RaceEvent.Crossing()
    switch seed.below(10) {
    case 0: break
    case 1, 2: crossing.chip = ["C1", "c2", "c 3", "c4"][seed.below(4)]
    default: crossing.bib = seed.chance(95) ? bib : strangers[seed.below(strangers.count)]
    }
    if seed.chance(25) { crossing.point = points[seed.below(3)] }
    return crossing
  }

  /// Returns a ruling on a bib: a penalty or a status.
  package static func ruling(_ bib: String, _ seed: inout Seed) -> RaceEvent.Ruling {
    let decision: RaceEvent.Ruling.Decision =
      switch seed.below(3) {
      case 0: .time(.seconds(seed.chance(70) ? 1 + seed.below(8) : -1 - seed.below(40)))
      case 1: .laps(seed.chance(70) ? 1 : -1)
      default: .status(RaceEvent.Ruling.Status.allCases[seed.below(5)])
      }
    return RaceEvent.Ruling(bib: bib, decision)
  }

  /// Returns the start of a wave, sometimes with its own format.
  package static func gun(_ seed: inout Seed) -> RaceEvent {
    .waveStarted(wave: waves[seed.below(2)], race: seed.chance(20) ? format(&seed) : nil)
  }

  package static func plan(_ seed: inout Seed) -> RaceEvent {
    .wavePlanned(wave: waves[seed.below(2)], race: format(&seed))
  }
}
