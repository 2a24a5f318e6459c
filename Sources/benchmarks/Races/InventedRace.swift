import Racing
import Text
import Timing

/// A race over laps of about 12 minutes, the same each time.
struct InventedRace {
  let runners: Int
  let laps: Int
  /// The crossings in the order of their times, as nanoseconds since the start.
  let crossings: [(runner: Int, time: Int64)]

  init(runners: Int, laps: Int) {
    var random = Random()
    var crossings: [(runner: Int, time: Int64)] = []
    for runner in 0..<runners {
      let lap = 700_000 + random.below(125_000)
      var time = 0
      for _ in 0..<laps {
        time += lap + random.below(60_000)
        crossings.append((runner, Int64(time) * 1_000_000))
      }
    }
    crossings.sort { ($0.time, $0.runner) < ($1.time, $1.runner) }
    (self.runners, self.laps, self.crossings) = (runners, laps, crossings)
  }

  /// The events of the start and of the entries.
  func entries() throws -> [Event] {
    let format = try RaceFormat(text: "\(laps) laps", rules: "")
    let start = event(.started(Event.Start(plan: Plan(race: format))), at: 0, number: 1)
    return [start]
      + (0..<runners).map { runner in
        var entry = RaceEvent.Entry(bib: "\(runner + 1)")
        entry.name = .set("Runner \(runner + 1)")
        return event(.race(.entered(entry)), at: 0, number: runner + 2)
      }
  }

  /// The event of a crossing.
  func event(ofCrossing index: Int) -> Event {
    let crossing = RaceEvent.Crossing(bib: "\(crossings[index].runner + 1)")
    return event(
      .race(.crossed(crossing)), at: crossings[index].time, number: runners + 2 + index)
  }

  private func event(_ kind: Event.Kind, at time: Int64, number: Int) -> Event {
    let moment = moment(time)
    return Event(
      id: EventID(high: 0x0192_0000_0000_7000 + UInt64(number) << 16, low: 1 << 63),
      version: number, kind: kind, at: moment, basis: .measured,
      reading: Reading(
        clock: ClockID(rawValue: 1), ticks: .nanoseconds(time), recordedAt: moment))
  }

  private func moment(_ time: Int64) -> Moment {
    Moment(nanosecondsSince1970: 1_700_000_000_000_000_000 + time)
  }
}

/// The same race as lines of `record`; runner 0 is entered, too, and stays on the course.
extension InventedRace {
  func entryLines(isStated: Bool = false) -> [String] {
    ["start --race '\(laps) laps'" + (isStated ? " --at \(moment(0).rfc3339)" : "")]
      + (0...runners).map { "enter \($0) 'Runner \($0)' --chip C\($0)" }
  }

  /// The crossings of bibs at the moments at which their lines arrive.
  var bibLines: [String] { crossings.map { "\($0.runner + 1)" } }

  /// The crossings of chips, likewise.
  var chipLines: [String] { crossings.map { "cross --chip C\($0.runner + 1)" } }

  /// The crossings at their own moments.
  var statedLines: [String] {
    crossings.map { "\($0.runner + 1) --at \(moment($0.time).rfc3339)" }
  }

  /// The number of the event of a crossing in the log.
  func number(ofCrossing index: Int) -> Int { runners + 3 + index }

  /// The crossing that ends the race.
  var finish: Int {
    var counts = Array(repeating: 0, count: runners)
    for (index, crossing) in crossings.enumerated() {
      counts[crossing.runner] += 1
      if counts[crossing.runner] == laps { return index }
    }
    return crossings.count - 1
  }
}
