/// A race as a scorer at the line writes it down: the waves, the bibs and the times of crossings.
///
/// Times are milliseconds from the start of the race.
package struct RaceOnPaper: Sendable {
  /// The rule that ends a wave.
  package enum Finish: Sendable {
    /// The leader completes a number of laps.
    case laps(Int)
    /// A rider completes a new lap at or after a time in milliseconds from the start of the race.
    case lapAfter(Int)
  }

  /// A ruling of a referee.
  package enum Ruling: String, Sendable, CaseIterable {
    case dns, dnf, dsq, pulled
  }

  /// Riders who start together.
  package struct Wave: Sendable {
    /// The name; nil: it starts with the race.
    package var name: String?
    package var gun: Int
    package var finish: Finish
    /// Whether lapped riders continue up to the full distance.
    package var allRideOn = false
  }

  package struct Rider: Sendable {
    package var bib: Int
    /// The number of the wave, from 0.
    package var wave: Int
    package var ruling: Ruling?
    /// The crossings of the line, in any order.
    package var crossings: [Int] = []
  }

  package var waves: [Wave] = []
  package var riders: [Rider] = []
  /// Whether crossings sooner than 40 % of the median interval are rereads.
  package var dropsRereads = false
  /// The time of the stop; nil before it.
  package var stop: Int?
}

extension RaceOnPaper {
  /// Makes a random race of up to three waves.
  ///
  /// Half of the races have only whole seconds, so that riders have equal times.
  package init(_ seed: inout Seed) {
    dropsRereads = seed.chance(50)
    let unit = seed.chance(50) ? 1000 : seed.chance(50) ? 100 : 1
    let first = Wave(gun: 0, finish: .random(&seed), allRideOn: seed.chance(25))
    waves = [first]
    for name in ["B", "C"].prefix(seed.below(3)) {
      var wave = first
      wave.name = name
      wave.gun = waves[waves.count - 1].gun + seed.below(120_000) / unit * unit
      if seed.chance(50) { wave.finish = .random(&seed) }
      waves.append(wave)
    }
    var bibs = Array(1...99)
    for _ in 0..<(1 + seed.below(14)) {
      var rider = Rider(
        bib: bibs.remove(at: seed.below(bibs.count)), wave: seed.below(waves.count))
      if seed.chance(15) { rider.ruling = Ruling.allCases[seed.below(4)] }
      // A lap takes from 40 to 80 s, and some riders have equal laps.
      let lap = 40_000 + seed.below(40_000)
      let spread = seed.chance(20) ? 1 : 8_000
      var time = waves[rider.wave].gun
      if seed.chance(5) { rider.crossings.append(time - 1000 * seed.below(30)) }
      for _ in 0..<seed.below(12) {
        time += max(unit, (lap + seed.below(spread)) / unit * unit)
        // The reader sometimes misses a chip, or reads it again.
        if !seed.chance(4) { rider.crossings.append(time) }
        if seed.chance(8) { rider.crossings.append(time + unit * (1 + seed.below(5_000 / unit))) }
      }
      rider.crossings = Array(Set(rider.crossings.filter { $0 >= 0 }))
      riders.append(rider)
    }
    let last = riders.flatMap(\.crossings).max() ?? 0
    if seed.chance(50) { stop = last + 1000 * seed.below(20) }
    if seed.chance(10) { stop = last / 2 }
  }

  /// The time of the latest crossing, start or stop.
  package var end: Int {
    max(stop ?? 0, riders.flatMap(\.crossings).max() ?? 0, waves.last?.gun ?? 0)
  }

  /// All crossings, ordered by time.
  package var crossings: [(bib: Int, time: Int)] {
    riders.flatMap { rider in rider.crossings.map { (bib: rider.bib, time: $0) } }
      .sorted { ($0.time, $0.bib) < ($1.time, $1.bib) }
  }
}

extension RaceOnPaper.Finish {
  fileprivate static func random(_ seed: inout Seed) -> Self {
    seed.chance(50) ? .laps(1 + seed.below(9)) : .lapAfter(60_000 + 1000 * seed.below(400))
  }

  /// The finish in the syntax of `--race`.
  package var text: String {
    switch self {
    case .laps(let laps): laps == 1 ? "1 lap" : "\(laps) laps"
    case .lapAfter(let time): "\(time / 1000)s, finish lap"
    }
  }
}
