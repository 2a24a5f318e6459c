import Timing

/// The first completion of each lap by the runners of a wave whose laps can end its race: all that
/// its end depends on.
struct FirstCompletions {
  /// The places by lap, from the first; nil for a lap that is not known.
  private var places: [Duration?] = []

  /// The most laps of a runner.
  var mostLaps: Int { places.count }

  /// The place of the first completion of a lap; nil if it is not known.
  subscript(lap: Int) -> Duration? {
    places.indices.contains(lap - 1) ? places[lap - 1] : nil
  }

  /// The first lap that nobody completed before a place, if somebody has completed it.
  func firstLap(notBefore place: Duration) -> Int? {
    places.firstIndex { first in first.map { $0 >= place } ?? false }.map { $0 + 1 }
  }

  /// Adds the completion of a lap, from 1.
  mutating func add(_ place: Duration, lap: Int) {
    while places.count < lap { places.append(nil) }
    if places[lap - 1].map({ place < $0 }) ?? true { places[lap - 1] = place }
  }

  /// Adds the laps of a runner, from the first.
  mutating func add(_ laps: some Sequence<Duration>) {
    var lap = 0
    for place in laps {
      lap += 1
      add(place, lap: lap)
    }
  }
}
