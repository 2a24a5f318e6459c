import CBaseline
import EventLog
import Logbook
import Glibc
import Timing
import Text

/// All events of a large log, decoded, and folded.
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
  /// Decodes all events, and sums up their times.
  static func decode(_ log: Logbook) throws -> Int64 {
    var sum: Int64 = 0
    for session in stride(from: 1, through: try log.newestSession, by: 1) {
      try log.forEachEvent(of: session) { sum &+= $0.at.nanosecondsSince1970 }
    }
    return sum
  }

  /// Folds all sessions, and sums up their laps.
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
