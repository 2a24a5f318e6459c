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

/// Scores a race by the rules in words, without code of the project.
///
/// 1. Each wave is scored separately. Its finish is the leader's crossing that completes the last
///    lap: a given one, or the first new one at or after a given time. A rider who is disqualified
///    or did not start is not the leader.
/// 2. The first crossing of another rider at or after the finish is the last one of that rider,
///    unless all ride on.
/// 3. The order is by laps, then by the time of the last crossing, then by bib. Pulled riders have
///    places among the finishers. Riders who did not finish, were disqualified or did not start
///    follow without a place. A rider who has not completed a lap has no place.
/// 4. Rereads are crossings too soon after the last one that counts: under 40 % of the median of
///    all intervals of the wave, if there are five.
/// 5. After a stop, a rider without a finish did not finish, and one without a crossing did not
///    start.
extension RaceOnPaper {
  /// A line of the results; times are milliseconds.
  package struct Line: Hashable, Sendable {
    package var place: Int?
    package var bib: Int
    package var status: String
    package var laps: Int
    /// The time of the last crossing that counts, from the gun of the wave.
    package var time: Int?
    /// The time behind the first; nil if the first has more laps.
    package var gap: Int?
    package var lapsDown: Int

    package init(
      place: Int?, bib: Int, status: String, laps: Int, time: Int?, gap: Int?, lapsDown: Int
    ) {
      self.place = place
      self.bib = bib
      self.status = status
      self.laps = laps
      self.time = time
      self.gap = gap
      self.lapsDown = lapsDown
    }
  }

  /// The results of a wave, by its number from 0.
  package func score(_ number: Int) -> [Line] {
    let wave = waves[number]
    let riders = riders.filter { $0.wave == number }
    // The sheet of each rider: the times of the laps.
    let shortest = rereadLimit(wave, riders)
    var sheets: [Int: [Int]] = [:]
    for rider in riders {
      var last = wave.gun
      var sheet: [Int] = []
      for time in countedTimes(rider, wave) where Double(time - last) >= shortest {
        sheet.append(time)
        last = time
      }
      sheets[rider.bib] = sheet
    }
    let out = riders.filter { $0.ruling == .dsq || $0.ruling == .dns }.map(\.bib)
    var finish = finish(wave, sheets.filter { !out.contains($0.key) })
    // If all ride on, each rider completes the given number of laps.
    if case .laps(let laps) = wave.finish, wave.allRideOn { finish = (laps, 0) }
    var isDone: [Int: Bool] = [:]
    if let finish {
      for (bib, sheet) in sheets {
        let laps =
          wave.allRideOn ? finish.lap : sheet.prefix { $0 < finish.time }.count + 1
        isDone[bib] = sheet.count >= laps
        sheets[bib] = Array(sheet.prefix(laps))
      }
    }
    var lines: [Line] = []
    for rider in riders {
      let sheet = sheets[rider.bib] ?? []
      var status = "running"
      if isDone[rider.bib] == true {
        status = "finished"
      } else if stop != nil {
        status = rider.crossings.isEmpty ? "dns" : "dnf"
      }
      lines.append(
        Line(
          place: nil, bib: rider.bib, status: rider.ruling?.rawValue ?? status, laps: sheet.count,
          time: sheet.last.map { $0 - wave.gun }, gap: nil, lapsDown: 0))
    }
    return places(lines)
  }

  /// The crossings of a rider between the gun and the stop, in order.
  private func countedTimes(_ rider: Rider, _ wave: Wave) -> [Int] {
    rider.crossings.filter { $0 >= wave.gun && $0 <= stop ?? $0 }.sorted()
  }

  private func rereadLimit(_ wave: Wave, _ riders: [Rider]) -> Double {
    guard dropsRereads else { return 0 }
    var intervals: [Int] = []
    for rider in riders {
      let times = [wave.gun] + countedTimes(rider, wave)
      intervals += zip(times.dropFirst(), times).map { $0 - $1 }
    }
    guard intervals.count >= 5 else { return 0 }
    intervals.sort()
    let half = intervals.count / 2
    let median =
      intervals.count.isMultiple(of: 2)
      ? Double(intervals[half - 1] + intervals[half]) / 2 : Double(intervals[half])
    return median * 2 / 5
  }

  /// The last lap of a wave, and the time at which its leader completed it; nil before.
  private func finish(_ wave: Wave, _ sheets: [Int: [Int]]) -> (lap: Int, time: Int)? {
    var most = 0
    let passages = sheets.values.flatMap { sheet in
      sheet.enumerated().map { (time: $0.element, lap: $0.offset + 1) }
    }
    for passage in passages.sorted(by: { ($0.time, $0.lap) < ($1.time, $1.lap) })
    where passage.lap > most {
      most = passage.lap
      switch wave.finish {
      case .laps(let laps): if most == laps { return (most, passage.time) }
      case .lapAfter(let time): if passage.time >= time { return (most, passage.time) }
      }
    }
    return nil
  }

  private func places(_ lines: [Line]) -> [Line] {
    let groups = ["dnf": 2, "dsq": 3, "dns": 4]
    func group(_ line: Line) -> Int { groups[line.status] ?? (line.laps > 0 ? 0 : 1) }
    var sorted = lines.sorted { one, two in
      (group(one), -one.laps, one.time ?? 0, one.bib)
        < (group(two), -two.laps, two.time ?? 0, two.bib)
    }
    guard let first = sorted.first else { return [] }
    for index in sorted.indices where group(sorted[index]) == 0 {
      sorted[index].place = index + 1
      sorted[index].lapsDown = first.laps - sorted[index].laps
      if sorted[index].lapsDown == 0, let time = sorted[index].time, let leader = first.time {
        sorted[index].gap = time - leader
      }
    }
    return sorted
  }
}
