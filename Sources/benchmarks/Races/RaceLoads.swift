import CBaseline
import Racing
import Text
import Timing

/// Prints the costs of commands in races with unusual loads, of one size and of ten times that.
func measureRaceLoads(_ bench: Bench) throws {
  let laptimer = try bench.programs().laptimer
  print(
    """
    | load | n | command | at n | at 10 n | ratio |
    |---|---:|---|---:|---:|---:|
    """)
  for load in RaceLoad.all {
    let logs = try [load.size, 10 * load.size].map { size in
      try load.log("\(bench.scratch.folder)/load.db", laptimer, size: size)
    }
    let duel = try Duel(
      rounds: 11,
      logs.map { log in
        { try Child.run([laptimer] + load.command + ["--db", log]).seconds }
      })
    let cells = [
      load.name, load.size.spaced, "`\(load.command.joined(separator: " "))`",
      duel.seconds(0).time, duel.seconds(1).time, duel.ratio(1, to: 0).hundredths,
    ]
    print("| " + cells.joined(separator: " | ") + " |")
  }
}

/// A race with a load of some size.
private struct RaceLoad {
  let name: String
  let size: Int
  /// The lines of `record` that make it, before its crossings and after them.
  let lines: (Int) -> [String]
  /// The measured command; it may change the race.
  let command: [String]

  static var all: [RaceLoad] {
    [
      RaceLoad(
        name: "elimination, n crossings of n/10 runners", size: 1000,
        lines: { size in
          let bibs = (1...size / 10).map(String.init)
          return ["start --race 'elimination every 1000'"] + bibs.map { "enter \($0)" }
            + (0..<10).flatMap { _ in bibs }
        }, command: ["cross", "1"]),
      RaceLoad(
        name: "n crossings of a parked chip", size: 1000,
        lines: { size in
          ["start --race '20 laps'", "enter 17 --chip A1", "enter 4"]
            + Array(repeating: "cross --chip A1", count: size)
        }, command: ["cross", "--chip", "A1"]),
      RaceLoad(
        name: "n crossings of a parked chip, all laps shorter than the shortest", size: 1000,
        lines: { size in
          ["start --race '20 laps' --rules min_lap=1s", "enter 17 --chip A1", "enter 4"]
            + Array(repeating: "cross --chip A1", count: size)
        }, command: ["cross", "4"]),
      RaceLoad(
        name: "n crossings of a chip that nobody has", size: 1000,
        lines: { size in
          ["start --race '20 laps'", "enter 17"]
            + Array(repeating: "cross --chip A1", count: size)
        }, command: ["cross", "--chip", "A1"]),
      RaceLoad(
        name: "one runner read n times by each of two devices", size: 1000,
        lines: { size in
          ["start Race --race '20 laps'", "enter 17", "start --join Race --point finish Other"]
            + (0..<size).flatMap { _ in ["cross 17 --session Race", "cross 17 --session Other"] }
        }, command: ["standings", "Race"]),
      RaceLoad(
        name: "n rulings of one bib, every second one taken back", size: 1000,
        lines: { size in
          ["start --race '20 laps'", "enter 17"]
            + (0..<size / 2).flatMap { _ in ["rule 17 +1s", "rule 17 +1s", "undo"] }
        }, command: ["standings"]),
      RaceLoad(
        name: "n changes of one entry", size: 1000,
        lines: { size in
          ["start --race '20 laps'"] + (0..<size).map { "enter 17 'Name \($0)' --chip A1" }
        }, command: ["standings"]),
      RaceLoad(
        name: "n links of one chip with n crossings", size: 1000,
        lines: { size in
          ["start --race '20 laps'", "enter 17", "enter 4"]
            + (0..<size).flatMap { ["chip A1 \($0 % 2 == 0 ? 17 : 4)", "cross --chip A1"] }
        }, command: ["standings"]),
      RaceLoad(
        name: "an entry after n crossings", size: 1000,
        lines: { size in
          ["start --race '20 laps'"] + (1...size / 10).map { "enter \($0)" }
            + (0..<10).flatMap { _ in (1...size / 10).map(String.init) }
        }, command: ["enter", "late"]),
    ]
  }

  /// Makes the log of a size.
  func log(_ name: String, _ laptimer: String, size: Int) throws -> String {
    let path = "\(name)-\(size)"
    for suffix in ["", "-wal", "-shm", "-bell"] { _ = try Child.run(["rm", "-f", path + suffix]) }
    let input = path + ".txt"
    try write(lines(size).joined(separator: "\n"), to: input)
    try Child.run([laptimer, "record", "--db", path], Child.Streams(input: input))
    return path
  }
}

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
