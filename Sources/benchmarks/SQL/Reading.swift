import CBaseline
import EventLog
import Glibc
import Logbook
import SQLite
import Text
import Timing

/// Measures decoding and folding all events of a large log.
func replay(_ bench: Bench) throws -> [Figure] {
  let path = try bench.largeLog()
  let log = try Logbook(LogFile(path), for: .reading)
  let raw = baseline_open(path)
  defer { baseline_close(raw) }
  var sums: Set<Int64> = []
  let duel = try Duel(
    rounds: bench.events > 2_000_000 ? 1 : 5,
    [
      { try timed { sums.insert(try Replay.decode(log)) } },
      { try timed { sums.insert(try Replay.fold(log)) } },
      { timed { sums.insert(baseline_scan(raw)) } },
    ])
  precondition(sums.count <= 3)
  let events = Double(try log.newestPosition)
  let memory = try Child.run([CommandLine.arguments[0], "--fold", path]).memory
  func figure(_ name: String, _ index: Int, _ target: Double) -> Figure {
    Figure(
      what: "replay of \(bench.events) events: \(name)", ours: (events / duel.seconds(index)).rate,
      neighbor: (events / duel.seconds(2)).rate, ratio: duel.ratio(2, to: index),
      target: .atLeast(target))
  }
  return [
    figure("decode", 0, 0.8), figure("decode and fold", 1, 0.5),
    Figure(
      what: "its memory in all, MB", ours: "\((Double(memory) / 1e6).hundredths)", neighbor: "",
      ratio: Double(memory) / 1e6, target: .atMost(24)),
  ]
}

enum Replay {
  /// Decodes all events, and adds up their times.
  static func decode(_ log: Logbook) throws -> Int64 {
    var sum: Int64 = 0
    for session in stride(from: 1, through: try log.newestSession, by: 1) {
      try log.forEachEvent(of: session) { sum &+= $0.at.nanosecondsSince1970 }
    }
    return sum
  }

  /// Folds all sessions, and counts their laps.
  static func fold(_ log: Logbook) throws -> Int64 {
    var sum: Int64 = 0
    for number in stride(from: 1, through: try log.newestSession, by: 1) {
      var session = Session()
      try log.forEachEvent(of: number) { session.apply($0) }
      sum &+= Int64(session.laps.count)
    }
    return sum
  }
}

/// Measures rebuilding the tables from the events.
func rebuild(_ bench: Bench) throws -> [Figure] {
  let path = try bench.largeLog()
  let log = try Journal.open(path)
  let duel = try Duel(
    rounds: bench.events > 2_000_000 ? 1 : 3,
    [
      { try timed { _ = try log.rebuild() } },
      {
        let raw = baseline_open(path)
        defer { baseline_close(raw) }
        return timed { _ = baseline_rebuild(raw) }
      },
    ])
  // The neighbor has written different tables.
  try log.rebuild()
  let events = Double(try log.newestPosition)
  return [
    Figure(
      what: "`rebuild` from \(bench.events) events", ours: (events / duel.seconds(0)).rate,
      neighbor: (events / duel.seconds(1)).rate, ratio: duel.ratio(1, to: 0),
      target: .atLeast(0.5))
  ]
}

/// Measures commands that read, compared with the shell's query for one row, and on a larger log.
func reads(_ bench: Bench) throws -> [Figure] {
  let programs = try bench.programs()
  let small = try bench.scratch.log("small.db", events: 1000, sessions: 50)
  let large = try bench.largeLog()
  let commands = [
    ("`status`", ["status"]), ("`list`", ["list"]),
    ("shell completion of sessions", ["__complete", "sessions"]),
  ]
  var figures: [Figure] = []
  for (name, words) in commands {
    func read(_ log: String) -> () throws -> Double {
      { try Child.run([programs.laptimer] + words + ["--db", log]).seconds }
    }
    let duel = try Duel(
      rounds: 200,
      [
        read(small), read(large),
        {
          try Child.run(["sqlite3", small, "SELECT * FROM events ORDER BY position DESC LIMIT 1"])
            .seconds
        },
      ])
    figures += [
      Figure(
        what: "\(name); the shell's one row", ours: duel.seconds(0).time,
        neighbor: duel.seconds(2).time, ratio: duel.ratio(0, to: 2), target: .atMost(1)),
      Figure(
        what: "\(name) of \(bench.events) events; of 1,000", ours: duel.seconds(1).time,
        neighbor: duel.seconds(0).time, ratio: duel.ratio(1, to: 0), target: .atMost(1.1)),
    ]
  }
  return figures
}

/// Measures a query of all laps as CSV.
func queries(_ bench: Bench) throws -> [Figure] {
  let programs = try bench.programs()
  let path = try bench.largeLog()
  let sql = "SELECT * FROM laps"
  let duel = try Duel(
    rounds: 5,
    [
      {
        try Child.run(
          [programs.laptimer, "query", sql, "--format", "csv", "--timeout", "10m", "--db", path]
        ).seconds
      },
      { try Child.run(["sqlite3", "-csv", "-header", path, sql]).seconds },
    ])
  let rows = Double(bench.events)
  return [
    Figure(
      what: "`query` of \(bench.events) laps to CSV; the shell",
      ours: (rows / duel.seconds(0)).rate,
      neighbor: (rows / duel.seconds(1)).rate, ratio: duel.ratio(1, to: 0), target: .atLeast(0.9))
  ]
}
