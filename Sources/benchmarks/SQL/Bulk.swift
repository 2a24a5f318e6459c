import CBaseline
import EventLog
import Logbook
import Glibc

/// Many events in one transaction.
func bulk(_ bench: Bench) throws -> [Figure] {
  let count = 100_000
  let scratch = bench.scratch
  let programs = try bench.programs()
  let start = try scratch.log("start.db", events: 1)
  // An export of one session of so many laps.
  let full = try scratch.copy(start, "full.db")
  let log = baseline_open(full)
  baseline_import(log, Int64(count))
  baseline_close(log)
  let export = scratch.folder + "/export.jsonl"
  let file = creat(export, 0o600)
  try Child.run([programs.laptimer, "export", "--db", full], Child.Streams(output: file))
  close(file)
  let laps = scratch.folder + "/laps.txt"
  try write(String(repeating: "lap\n", count: count), to: laps)

  var memory = (record: 0, import: 0)
  let duel = try Duel(
    rounds: 5,
    [
      {
        let target = try scratch.copy(start, "ours.db")
        let child = try Child.run(
          [programs.laptimer, "record", "--db", target], Child.Streams(input: laps))
        memory.record = max(memory.record, child.memory)
        return child.seconds
      },
      {
        let raw = baseline_open(try scratch.copy(start, "raw.db"))
        defer { baseline_close(raw) }
        return timed { baseline_record(raw, Int64(count)) }
      },
      {
        let target = scratch.folder + "/imported.db"
        for suffix in ["", "-wal", "-shm", "-bell"] { unlink(target + suffix) }
        let child = try Child.run([programs.laptimer, "import", export, "--db", target])
        memory.import = max(memory.import, child.memory)
        return child.seconds
      },
      {
        let raw = baseline_open(try scratch.copy(start, "raw.db"))
        defer { baseline_close(raw) }
        return timed { baseline_import(raw, Int64(count)) }
      },
    ])
  func figure(_ name: String, _ index: Int, _ memory: Int) -> Figure {
    Figure(
      what: "\(name), \(count) laps, \(memory >> 20) MB",
      ours: (Double(count) / duel.seconds(index)).rate,
      neighbor: (Double(count) / duel.seconds(index + 1)).rate,
      ratio: duel.ratio(index + 1, to: index), target: .atLeast(0.6))
  }
  return [
    figure("`record` from a pipe", 0, memory.record), figure("`import`", 2, memory.import),
  ]
}
