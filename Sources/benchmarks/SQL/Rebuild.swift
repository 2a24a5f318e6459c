import CBaseline
import EventLog
import Logbook
import Text
import SQLite

/// The tables made anew from the events.
func rebuild(_ bench: Bench) throws -> [Figure] {
  let path = try bench.largeLog()
  let log = try Journal.open(path)
  let duel = try Duel(
    rounds: bench.events > 2_000_000 ? 1 : 3,
    [
      { try timed { _ = try log.rebuild(verifying: false) } },
      {
        let raw = baseline_open(path)
        defer { baseline_close(raw) }
        return timed { _ = baseline_rebuild(raw) }
      },
    ])
  // The neighbor leaves tables of its own making.
  try log.rebuild(verifying: false)
  let events = Double(try log.newestPosition)
  return [
    Figure(
      what: "`rebuild` from \(bench.events) events", ours: (events / duel.seconds(0)).rate,
      neighbor: (events / duel.seconds(1)).rate, ratio: duel.ratio(1, to: 0),
      target: .atLeast(0.5))
  ]
}
