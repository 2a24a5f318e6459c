import CBaseline
import Racing
import Terminal
import Timing

/// The cost of a race of some size in the fold, and in C.
struct RaceCosts {
  let runners: Int
  /// The seconds of each of the latest crossings.
  private(set) var crossings: [Double] = []
  private(set) var crossingsInC: [Double] = []
  /// The seconds of all crossings.
  private(set) var whole = 0.0
  private(set) var wholeInC = 0.0
  /// The seconds of `standings` at the end, and half-way, in several rounds.
  private(set) var standings: Duel?
  private(set) var standingsThen: Duel?
  /// The seconds of a frame of the board after a crossing, of one that is made from all events, and
  /// of one in which only time went on.
  private(set) var frameAfterCrossing = 0.0
  private(set) var frameAfterCorrection = 0.0
  private(set) var frameOfClock = 0.0
  /// The seconds in which a screen adds a crossing to what it shows.
  private(set) var arrival = 0.0
  /// The seconds of corrections by name.
  private(set) var corrections: [(name: String, seconds: Double)] = []

  /// The laps of each runner: a small race is longer, so that there are enough crossings.
  static func laps(of runners: Int) -> Int { max(11, 10_000 / runners) }

  /// Measures a race.
  init(runners: Int) throws {
    self.runners = runners
    let events = try RaceEvents(runners: runners, laps: Self.laps(of: runners))
    var race = Race()
    for event in events.entries { race.apply(event) }
    guard let neighbor = baseline_race_new(Int32(runners)) else { return }
    defer { baseline_race_free(neighbor) }
    measureCrossings(events, &race, neighbor)
    let (last, now) = (events.crossings[events.crossings.count - 1].time, race.newestPlace)
    let rounds = runners < 10_000 ? 21 : 5
    standings = try Duel(
      rounds: rounds,
      [
        { timed { keep(race.standings(atPlace: now)?.waves.count) } },
        { timed { keep(Int(baseline_race_standings(neighbor, last))) } },
      ])
    standingsThen = try Duel(
      rounds: rounds,
      [
        { timed { keep(race.standings(atPlace: now / 2)?.waves.count) } },
        { timed { keep(Int(baseline_race_standings(neighbor, last / 2))) } },
      ])
    measureFrames(events, rounds: rounds)
    measureCorrections(events, &race)
  }

  /// Draws the board on a screen of 120 columns and 30 rows, after each of some crossings before the
  /// first runner finishes.
  private mutating func measureFrames(_ events: RaceEvents, rounds: Int) {
    let known = events.crossings.prefix(events.crossings.count * 2 / 3)
    let last = events.crossings[known.endIndex..<known.endIndex + rounds]
    var race = Race()
    race.applyAll { race in
      for event in events.entries + known.map(\.event) { race.apply(event) }
    }
    var scene = Scene(SessionBoard(number: 1, session: race.session))
    var cache = RaceBoard()
    scene.runners = cache.board(of: race, atPlace: race.newestPlace)
    let size = ScreenSize(columns: 120, rows: 30)
    var (afterCrossing, afterCorrection, ofClock): ([Double], [Double], [Double]) = ([], [], [])
    var arrivals: [Double] = []
    for (_, _, event) in last {
      // The screen still has the board of the event before.
      let before = scene.board
      arrivals.append(timed { scene.board = before.adding([event]) })
      guard let race = scene.board.race else { return }
      var reading = event.reading
      func draw() {
        keep(Frame(scene, at: reading, size: size, charset: .utf8).rows.count)
      }
      afterCrossing.append(
        timed {
          scene.runners = cache.board(of: race, atPlace: race.newestPlace)
          draw()
        })
      reading.ticks += .milliseconds(33)
      ofClock.append(timed { draw() })
      afterCorrection.append(
        timed {
          scene.runners = race.board(at: reading)
          draw()
        })
    }
    frameAfterCrossing = afterCrossing.median
    frameAfterCorrection = afterCorrection.median
    frameOfClock = ofClock.median
    arrival = arrivals.median
  }

  /// Measures in turn, a thousand crossings each, so that other load affects both.
  private mutating func measureCrossings(
    _ events: RaceEvents, _ race: inout Race, _ neighbor: OpaquePointer
  ) {
    let all = events.crossings
    let first = all.count - min(all.count, 100_000) * 9 / 10
    for start in stride(from: 0, to: all.count, by: 1000) {
      let chunk = start..<min(start + 1000, all.count)
      for index in chunk {
        let seconds = timed { race.apply(all[index].event) }
        whole += seconds
        if index >= first { crossings.append(seconds) }
      }
      for index in chunk {
        let seconds = timed {
          keep(Int(baseline_race_cross(neighbor, all[index].runner, all[index].time)))
        }
        wholeInC += seconds
        if index >= first { crossingsInC.append(seconds) }
      }
    }
  }

  /// Corrects a crossing in the middle of the race, and a runner in the middle of the field.
  private mutating func measureCorrections(_ events: RaceEvents, _ race: inout Race) {
    var number = events.entries.count + events.crossings.count
    let end = events.crossings[events.crossings.count - 1].time
    let crossing = events.crossings[events.crossings.count / 2].event.id
    let bib = "\(runners / 2)"
    func event(_ kind: Event.Kind) -> Event {
      number += 1
      return events.event(kind, at: end, number: number)
    }
    for (name, kind) in [
      ("assign", Event.Kind.race(.assigned(crossing, bib: bib))),
      ("rule", .race(.ruled(RaceEvent.Ruling(bib: bib, .time(.seconds(10)))))),
    ] {
      let correction = event(kind)
      corrections.append((name, timed { race.apply(correction) }))
      let undo = event(.reverted(correction.id))
      corrections.append(("undo of \(name)", timed { race.apply(undo) }))
    }
  }
}

/// Uses a value, so that its computation cannot be left out.
private func keep(_ value: Int?) {
  kept &+= value ?? 0
}

/// Only the one thread of the benchmarks writes it; nothing reads it.
nonisolated(unsafe) private var kept = 0

/// Prints the costs of races of growing size.
func measureRaces(_ bench: Bench) throws {
  let costs = try raceCosts()
  print(
    """
    | entries | a crossing: median | p99 | in C: median | p99 | ratio | `standings` | in C | ratio \
    | board after a crossing | after a correction | its clock alone |
    |---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
    """)
  for cost in costs {
    let cells = [
      cost.runners.spaced, cost.crossings.median.time, cost.crossings.quantile(0.99).time,
      cost.crossingsInC.median.time, cost.crossingsInC.quantile(0.99).time,
      (cost.crossings.median / cost.crossingsInC.median).hundredths,
      (cost.standings?.seconds(0) ?? 0).time, (cost.standings?.seconds(1) ?? 0).time,
      (cost.standings?.ratio(0, to: 1) ?? 0).hundredths, cost.frameAfterCrossing.time,
      cost.frameAfterCorrection.time, cost.frameOfClock.time,
    ]
    print("| " + cells.joined(separator: " | ") + " |")
  }
  let large = try RaceCosts(runners: 48_000)
  print("\n" + Figure.header)
  let crossings = 48_000 * RaceCosts.laps(of: 48_000)
  var figures = [
    Figure(
      what: "the fold of \(crossings.spaced) crossings of 48,000 runners", ours: large.whole.time,
      neighbor: large.wholeInC.time, ratio: large.whole / large.wholeInC, target: .none)
  ]
  for (what, duel) in [
    ("its standings", large.standings), ("its standings as of half-way", large.standingsThen),
  ] {
    guard let duel else { continue }
    figures.append(
      Figure(
        what: what, ours: duel.seconds(0).time, neighbor: duel.seconds(1).time,
        ratio: duel.ratio(0, to: 1), target: .none))
  }
  for (what, seconds) in [
    ("a crossing added to the session on a screen", large.arrival),
    ("the board after a crossing", large.frameAfterCrossing),
    ("the board after a correction", large.frameAfterCorrection),
    ("the board while only time goes on", large.frameOfClock),
  ] {
    figures.append(
      Figure(what: what, ours: seconds.time, neighbor: "", ratio: .nan, target: .none))
  }
  for (name, seconds) in large.corrections {
    figures.append(
      Figure(what: "`\(name)`", ours: seconds.time, neighbor: "", ratio: .nan, target: .none))
  }
  for figure in figures { print(figure.line) }
}

/// The costs of races from 10 to 50,000 entries.
func raceCosts() throws -> [RaceCosts] {
  try [10, 100, 1000, 10_000, 50_000].map { try RaceCosts(runners: $0) }
}
