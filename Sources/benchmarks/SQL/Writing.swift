import CBaseline
import EventLog
import Glibc
import Logbook
import Timing

/// Measures laps in one process, each durable before the next.
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

/// Measures many events in one transaction.
func bulk(_ bench: Bench) throws -> [Figure] {
  let count = 100_000
  let scratch = bench.scratch
  let programs = try bench.programs()
  let start = try scratch.log("start.db", events: 1)
  // An export of one session.
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

/// Measures one lap, from the start of its process to its end.
func oneShot(_ bench: Bench) throws -> [Figure] {
  let programs = try bench.programs()
  let scratch = bench.scratch
  let log = try scratch.log("one.db", events: 1000)
  let (ours, raw, plain) = (
    try scratch.copy(log, "ours.db"), try scratch.copy(log, "raw.db"), scratch.folder + "/plain.db"
  )
  try Child.run(["sqlite3", plain, "PRAGMA journal_mode=WAL; CREATE TABLE t(a)"])
  let duel = try Duel(
    rounds: 300,
    [
      { try Child.run([programs.laptimer, "lap", "--db", ours]).seconds },
      { try Child.run([programs.baseline, "lap", raw]).seconds },
      { try Child.run(["sqlite3", plain, "INSERT INTO t VALUES(1)"]).seconds },
    ])
  return [
    Figure(
      what: "`lap`, whole process, 1,000 events; C", ours: duel.seconds(0).time,
      neighbor: duel.seconds(1).time, ratio: duel.ratio(0, to: 1), target: .atMost(1.3)),
    Figure(
      what: "the same; the `sqlite3` shell's plain row", ours: duel.seconds(0).time,
      neighbor: duel.seconds(2).time, ratio: duel.ratio(0, to: 2), target: .atMost(0.8)),
  ] + (try syncs(programs, ours, raw))
}

/// Counts the syncs of one lap.
private func syncs(_ programs: Programs, _ ours: String, _ raw: String) throws -> [Figure] {
  guard (try? Child.run(["strace", "-V"])) != nil else { return [] }
  func count(_ words: [String]) throws -> Int {
    let trace = ours + "-trace"
    try Child.run(["strace", "-f", "-o", trace, "-e", "trace=fsync,fdatasync"] + words)
    return try lines(of: trace).filter { $0.contains("sync(") }.count
  }
  // A process that also checkpoints syncs more often: take the fewest.
  let counts = try (0..<3).map { _ in try count([programs.laptimer, "lap", "--db", ours]) }
  let rawCount = try count([programs.baseline, "lap", raw])
  let fewest = counts.min() ?? 0
  return [
    Figure(
      what: "fsyncs of one `lap`", ours: "\(fewest)", neighbor: "\(rawCount)",
      ratio: Double(fewest) / Double(rawCount), target: .atMost(1))
  ]
}

/// Measures the start of the program.
func version(_ bench: Bench) throws -> [Figure] {
  let programs = try bench.programs()
  let duel = try Duel(
    rounds: 500,
    [
      { try Child.run([programs.laptimer, "--version"]).seconds },
      { try Child.run([programs.empty]).seconds },
    ])
  return [
    Figure(
      what: "`--version`; an empty static Swift program", ours: duel.seconds(0).time,
      neighbor: duel.seconds(1).time, ratio: duel.ratio(0, to: 1), target: .atMost(1.2))
  ]
}
