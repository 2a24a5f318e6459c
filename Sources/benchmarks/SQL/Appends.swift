import CBaseline
import EventLog
import Logbook
import Timing

/// Laps in one process, each durable before the next.
func appends(_ bench: Bench) throws -> [Figure] {
  let log = try bench.scratch.log("appends.db", events: 1000)
  let ours = try Journal.open(try bench.scratch.copy(log, "ours.db"))
  let path = try bench.scratch.copy(log, "raw.db")
  let raw = baseline_open(path)
  defer { baseline_close(raw) }
  baseline_live_long(raw)
  let count = 100
  let duel = try Duel(
    rounds: 30,
    [
      {
        try timed { for _ in 0..<count { _ = try ours.append(Journal.request(.lap(label: nil))) } }
      },
      { timed { for _ in 0..<count { baseline_lap(raw) } } },
    ])
  return [
    Figure(
      what: "single durable appends", ours: (Double(count) / duel.seconds(0)).rate,
      neighbor: (Double(count) / duel.seconds(1)).rate, ratio: duel.ratio(1, to: 0),
      target: .atLeast(0.9))
  ]
}
