import CBaseline
import Racing
import Terminal
import Timing

/// Measures the fold, the standings and the board of races of growing size.
func races(_ bench: Bench) throws -> [Figure] {
  let large = try RaceCosts(runners: min(48_000, bench.events / 11))
  let crossings = large.invented.crossings.count.spaced
  return try raceCosts(bench).flatMap(\.figures) + large.figures + [
    large.all.figure("the fold of \(crossings) crossings; C"),
    Figure("the same", large.all.seconds(0), atMost: 1),
    large.earlier.figure("standings as of half-way; C"),
    Figure("a crossing added to the session on a screen", large.frames.seconds(3), atMost: 50e-3),
  ]
}

/// Draws the costs of races of growing size.
func raceCurve(_ bench: Bench) throws -> [Figure] {
  let costs = try raceCosts(bench)
  func line(_ name: String, isNeighbor: Bool = false, _ seconds: (RaceCosts) -> Double)
    -> Picture.Line
  {
    Picture.Line(name: name, seconds: costs.map(seconds), isNeighbor: isNeighbor)
  }
  var chart = Picture.Chart(title: "entries", sizes: costs.map(\.invented.runners))
  chart.lines = [
    line("a crossing") { $0.crossings.seconds(0) },
    line("in C", isNeighbor: true) { $0.crossings.seconds(1) },
    line("standings") { $0.standings.seconds(0) },
    line("in C", isNeighbor: true) { $0.standings.seconds(1) },
    line("board") { $0.frames.seconds(0) },
    line("its clock") { $0.frames.seconds(1) },
  ]
  try Picture(
    title: "The cost of a crossing, the standings and the board, as the number of entries grows",
    charts: [chart], ticks: [1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1]
  ).draw("Sources/Racing/Racing.docc/Resources/race-cost.svg")
  return costs.flatMap(\.figures)
}

private func raceCosts(_ bench: Bench) throws -> [RaceCosts] {
  try [10, 100, 1000, 10_000, 50_000].filter { $0 * 11 <= bench.events }
    .map { try RaceCosts(runners: $0) }
}

/// The costs of a race within this process, and in C.
private struct RaceCosts {
  let invented: InventedRace
  /// The seconds of each of the latest crossings.
  let crossings: Duel
  /// The seconds of all crossings.
  let all: Duel
  /// The seconds of `standings` at the end, and half-way.
  let standings: Duel
  let earlier: Duel
  /// The seconds of a frame of the board after a crossing, of one in which only time went on, of one
  /// that is made from all events, and of adding the crossing to the session before.
  let frames: Duel

  init(runners: Int) throws {
    // A small race is longer, so that there are enough crossings.
    invented = InventedRace(runners: runners, laps: max(11, 10_000 / runners))
    var race = Race()
    for event in try invented.entries() { race.apply(event) }
    let neighbor = baseline_race_new(Int32(runners))
    defer { baseline_race_free(neighbor) }
    let count = invented.crossings.count
    var times: [[Double]] = [[], []]
    // In turn, a thousand crossings each, so that other load affects both.
    for start in stride(from: 0, to: count, by: 1000) {
      let chunk = start..<min(start + 1000, count)
      for event in chunk.map(invented.event(ofCrossing:)) {
        times[0].append(timed { race.apply(event) })
      }
      for (runner, time) in invented.crossings[chunk] {
        times[1].append(timed { keep(Int64(baseline_race_cross(neighbor, Int32(runner), time))) })
      }
    }
    all = Duel(times: times.map { [$0.reduce(0, +)] })
    crossings = Duel(times: times.map { $0.suffix(90_000) })
    let (last, now) = (invented.crossings[count - 1].time, race.newestPlace)
    let rounds = runners < 10_000 ? 21 : 5
    func standings(_ part: Int) throws -> Duel {
      let finished = race
      return try Duel(
        rounds: rounds,
        [
          {
            timed { keep(Int64(finished.standings(atPlace: now / part)?.waves.count ?? 0)) }
          },
          { timed { keep(baseline_race_standings(neighbor, last / Int64(part))) } },
        ])
    }
    (self.standings, earlier) = (try standings(1), try standings(2))
    frames = try Self.frames(invented, rounds)
  }

  /// Draws the board on a screen of 120 columns and 30 rows, after each of some crossings before the
  /// first runner finishes.
  private static func frames(_ invented: InventedRace, _ rounds: Int) throws -> Duel {
    let known = invented.crossings.count * 2 / 3
    var race = Race()
    try race.applyAll { race in
      for event in try invented.entries() { race.apply(event) }
      for index in 0..<known { race.apply(invented.event(ofCrossing: index)) }
    }
    var scene = Scene(SessionBoard(number: 1, session: race.session))
    var cache = RaceBoard()
    scene.runners = cache.board(of: race, atPlace: race.newestPlace)
    let size = ScreenSize(columns: 120, rows: 30)
    var times: [[Double]] = [[], [], [], []]
    for event in (known..<known + rounds).map(invented.event(ofCrossing:)) {
      // The screen still has the board of the event before.
      let before = scene.board
      times[3].append(timed { scene.board = before.adding([event]) })
      guard let race = scene.board.race else { continue }
      var reading = event.reading
      func draw() {
        keep(Int64(Frame(scene, at: reading, size: size, charset: .utf8).rows.count))
      }
      times[0].append(
        timed {
          scene.runners = cache.board(of: race, atPlace: race.newestPlace)
          draw()
        })
      reading.ticks += .milliseconds(33)
      times[1].append(timed { draw() })
      times[2].append(
        timed {
          scene.runners = race.board(at: reading)
          draw()
        })
    }
    return Duel(times: times)
  }

  var figures: [Figure] {
    let entries = "of \(invented.runners.spaced) entries"
    return [
      crossings.figure("a crossing \(entries), median; C", quantile: 0.5),
      crossings.figure("its 99th percentile; C", quantile: 0.99),
      Figure("the same", crossings.times[0].quantile(0.99), atMost: 1e-3),
      standings.figure("standings \(entries); C"),
      Figure("the board \(entries) after a crossing", frames.seconds(0), atMost: 50e-3),
      Figure("while only time goes on", frames.seconds(1), atMost: 50e-3),
      Figure(what: "made from all events", ours: frames.seconds(2).time),
    ]
  }
}
