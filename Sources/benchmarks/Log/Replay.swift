import CBaseline
import EventLog
import Logbook
import Text
import Timing

/// Measures decoding and folding all events of a large log.
func replay(_ bench: Bench) throws -> [Figure] {
  let path = try bench.largeLog()
  let replay = try Replay(path)
  let raw = baseline_open(path)
  defer { baseline_close(raw) }
  let memory = try Child.peakMemory(of: [CommandLine.arguments[0], "--fold", path])
  func compare(
    _ name: String, _ least: Double, _ read: @escaping () throws -> Int64
  ) throws -> Figure {
    try measure(
      "replay of \(bench.events.spaced) events: \(name); a scan in C", rounds: bench.rounds,
      events: bench.events, .atLeast(least), { try timed { keep(try read()) } },
      against: { timed { keep(baseline_scan(raw)) } })
  }
  return [
    try compare("decode", 0.8, replay.decode), try compare("decode and fold", 0.5, replay.fold),
    Figure("its memory in all", memory: memory, atMost: 24_000_000),
  ]
}

/// A log whose events are read in order.
struct Replay {
  private let log: Logbook

  init(_ path: String) throws {
    log = try Logbook(LogFile(path), for: .reading)
  }

  /// Decodes all events, and adds up their times.
  func decode() throws -> Int64 {
    var sum: Int64 = 0
    for session in 1...(try log.newestSession) {
      try log.forEachEvent(of: session) { sum &+= $0.at.nanosecondsSince1970 }
    }
    return sum
  }

  /// Folds all sessions, and counts their laps.
  func fold() throws -> Int64 {
    var sum: Int64 = 0
    for number in 1...(try log.newestSession) {
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
  var seconds = 0.0
  let figure = try measure(
    "`rebuild` from \(bench.events.spaced) events; C", rounds: bench.rounds, events: bench.events,
    .atLeast(0.5)
  ) {
    seconds = try bench.laptimer(["rebuild"], on: path).seconds
    return seconds
  } against: {
    let raw = baseline_open(path)
    defer { baseline_close(raw) }
    return timed { baseline_rebuild(raw) }
  }
  // The neighbor has written different tables.
  try bench.laptimer(["rebuild"], on: path)
  return [figure, Figure("its time", seconds, atMost: Double(bench.events) / 100_000 * 0.5)]
}

extension Bench {
  /// The rounds of measurements that read a whole large log.
  fileprivate var rounds: Int { events > 2_000_000 ? 1 : 5 }
}

/// Uses a value, so that its computation cannot be left out.
func keep(_ value: Int64) {
  kept &+= value
}

/// Only the one thread of the benchmarks writes it; nothing reads it.
nonisolated(unsafe) private var kept: Int64 = 0
