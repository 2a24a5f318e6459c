import CBaseline
import Racing
import Text
import Timing

/// The events of an invented race, the same each time.
struct RaceEvents {
  /// The start and the entries.
  private(set) var entries: [Event] = []
  /// The crossings in the order of their times.
  private(set) var crossings: [(runner: Int32, time: Int64, event: Event)] = []
  private var random: UInt64 = 1

  /// Invents a race of so many runners, each of whom completes so many laps of about 12 minutes.
  init(runners: Int, laps: Int) throws {
    let format = try RaceFormat(text: "\(laps) laps", rules: "")
    var events = [event(.started(Event.Start(plan: Plan(race: format))), at: 0, number: 1)]
    for runner in 0..<runners {
      var entry = RaceEvent.Entry(bib: "\(runner + 1)")
      entry.name = .set("Runner \(runner + 1)")
      events.append(event(.race(.entered(entry)), at: 0, number: runner + 2))
    }
    entries = events
    var times: [(time: Int64, runner: Int32)] = []
    for runner in 0..<runners {
      let lap = 700_000 + below(1_000_000 / 8)
      var time = 0
      for _ in 0..<laps {
        time += lap + below(60_000)
        times.append((Int64(time) * 1_000_000, Int32(runner)))
      }
    }
    times.sort { ($0.time, $0.runner) < ($1.time, $1.runner) }
    for (index, item) in times.enumerated() {
      let crossing = RaceEvent.Crossing(bib: "\(item.runner + 1)")
      let event = event(
        .race(.crossed(crossing)), at: item.time, number: entries.count + index + 1)
      crossings.append((item.runner, item.time, event))
    }
  }

  /// Creates the event of a number, at nanoseconds after the start.
  func event(_ kind: Event.Kind, at time: Int64, number: Int) -> Event {
    let moment = Moment(nanosecondsSince1970: 1_700_000_000_000_000_000 + time)
    return Event(
      id: EventID(high: 0x0192_0000_0000_7000 + UInt64(number) << 16, low: 1 << 63),
      version: number, kind: kind, at: moment, basis: .measured,
      reading: Reading(
        clock: ClockID(rawValue: 1), ticks: .nanoseconds(time), recordedAt: moment))
  }

  private mutating func below(_ bound: Int) -> Int {
    // Knuth's MMIX generator.
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % bound
  }
}
