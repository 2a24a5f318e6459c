import Text
import Timing

extension NaiveRace {
  typealias Lap = (place: Duration, number: Int, crossing: Crossing, time: Duration?)

  struct Runner {
    var bib: String
    var seen = false
    var doubles = 0
    var crossings: [Crossing] = []
    /// The crossing that started the own clock.
    var starter: Crossing?
    var start: Duration?
    /// The places of the laps, or points, that count, with their numbers.
    var laps: [Lap] = []
    var origin = Duration.zero
    var isDone = false
    var out: Int?
    var wins = false
    var isPointMissed = false

    var lapTimes: [Duration] { laps.compactMap(\.time) }

    mutating func count(_ format: RaceFormat, gun: Duration, dead: Double?) {
      var last = start
      for crossing in crossings {
        if let start, crossing.place < start { continue }
        let point = crossing.point(in: format)
        let time = crossing.place - gun
        if format.windows.contains(where: {
          $0.point == point && (time < $0.earliest ?? time || time > $0.latest ?? time)
        }) {
          continue
        }
        guard let before = last else {
          (start, last) = (crossing.place, crossing.place)
          starter = crossing
          continue
        }
        if case .points(let points) = format.finish {
          let number = points.firstIndex(of: point).map { $0 + 1 } ?? 0
          let passed = laps.last?.number ?? 0
          if number > passed {
            let between = points.dropFirst(passed).prefix(number - 1 - passed)
            if between.contains(where: { $0 != starter?.point }) { isPointMissed = true }
            let place = laps.last?.place ?? start
            laps.append((crossing.place, number, crossing, place.map { crossing.place - $0 }))
          }
          continue
        }
        guard point == "finish" else { continue }
        var interval = crossing.place - before
        if case .backyard(let period) = format.finish {
          interval = crossing.place - (gun + period * laps.count)
          guard interval > .zero, interval <= period else { continue }
        }
        if let dead, Double(interval.nanoseconds) < dead { continue }
        if let shortest = format.minimumLap, interval < shortest { continue }
        laps.append((crossing.place, laps.count + 1, crossing, interval))
        last = crossing.place
      }
    }
  }
}
