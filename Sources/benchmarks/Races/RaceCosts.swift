import Live
import Racing
import Terminal
import Timing

/// Measures the fold and the board of races of growing size, within this process.
func races(_ bench: Bench) throws -> [Figure] {
  try [10, 100, 1000, 10_000, 48_000].filter { $0 * 11 <= bench.events }
    .flatMap(raceCosts(runners:))
}

private func raceCosts(runners: Int) throws -> [Figure] {
  // A small race is longer, so that there are enough crossings.
  let invented = InventedRace(runners: runners, laps: max(11, 10_000 / runners))
  var race = Race()
  for event in try invented.entries() { race.apply(event) }
  let times = invented.crossings.indices.map(invented.event(ofCrossing:)).map { event in
    timed { race.apply(event) }
  }
  let entries = "of \(runners.spaced) entries"
  let latest = Array(times.suffix(90_000))
  return [
    Figure("a crossing \(entries), median", latest.quantile(0.5), atMost: 50e-6),
    Figure("its 99th percentile", latest.quantile(0.99), atMost: 1e-3),
    Figure("all \(times.count.spaced) crossings", times.reduce(0, +), atMost: 1),
  ] + (try frames(invented, entries))
}

/// Draws the board on a screen of 120 columns and 30 rows, after each of some crossings before the
/// first runner finishes.
private func frames(_ invented: InventedRace, _ entries: String) throws -> [Figure] {
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
  var times: [[Double]] = [[], [], []]
  for event in (known..<known + 21).map(invented.event(ofCrossing:)) {
    // The screen still has the board of the event before.
    let before = scene.board
    times[2].append(timed { scene.board = before.adding([event]) })
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
  }
  func median(_ index: Int) -> Double { times[index].quantile(0.5) }
  return [
    Figure("the board \(entries) after a crossing", median(0), atMost: 50e-3),
    Figure("while only time goes on", median(1), atMost: 50e-3),
    Figure("a crossing added to the session on the screen", median(2), atMost: 50e-3),
  ]
}
