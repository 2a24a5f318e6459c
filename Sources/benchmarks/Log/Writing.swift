import Text
import Host
import CBaseline
import Commands
import EventLog
import Glibc
import Logbook
import Timing

/// Measures one lap, from the start of its process to its end.
func laps(_ bench: Bench) throws -> [Figure] {
  let baseline = try bench.programs().baseline
  let log = try bench.log("one.db", events: 1000)
  let (ours, raw) = (try bench.copy(log, "ours.db"), try bench.copy(log, "raw.db"))
  let plain = bench.newLog("plain.db")
  try Child.run(["sqlite3", plain, "PRAGMA journal_mode=WAL; CREATE TABLE t(a)"])
  let lap = { try bench.laptimer(["lap"], on: ours).seconds }
  return [
    try measure("`lap`, whole process, 1,000 events; C", rounds: 300, .atMost(1.3), lap) {
      try Child.run([baseline, "lap", raw]).seconds
    },
    try measure("the same; the `sqlite3` shell's plain row", rounds: 300, .atMost(0.8), lap) {
      try Child.run(["sqlite3", plain, "INSERT INTO t VALUES(1)"]).seconds
    },
  ]
}

/// Measures laps in one process, each durable before the next.
func appends(_ bench: Bench) throws -> [Figure] {
  let log = try bench.log("appends.db", events: 1000)
  let ours = try Logbook(LogFile(try bench.copy(log, "ours.db")), for: .appending(longLived: true))
  let raw = baseline_open(try bench.copy(log, "raw.db"))
  defer { baseline_close(raw) }
  baseline_live_long(raw)
  let count = 100
  return [
    try measure("single durable appends; C", rounds: 30, events: count, .atLeast(0.9)) {
      try timed {
        for _ in 0..<count {
          let instant = World.live.instant()
          _ = try ours.append(
            Request(
              id: World.live.makeID(instant.recordedAt), .lap(label: nil), of: .implied,
              instant: instant,
              source: "cli"))
        }
      }
    } against: {
      timed { for _ in 0..<count { baseline_lap(raw) } }
    }
  ]
}

/// Measures many events in one transaction.
func bulk(_ bench: Bench) throws -> [Figure] {
  let count = min(100_000, bench.events)
  let start = try bench.log("start.db", events: 1)
  let export = bench.folder + "/export.jsonl"
  let file = creat(export, 0o600)
  let full = try bench.log("full.db", laps: count)
  try bench.laptimer(["export"], on: full, Child.Streams(output: file))
  close(file)
  let laps = Array(repeating: "lap", count: count)
  let program = try bench.programs().laptimer

  func inC(_ append: @escaping (OpaquePointer?, Int64) -> Void) -> () throws -> Double {
    {
      let raw = baseline_open(try bench.copy(start, "raw.db"))
      defer { baseline_close(raw) }
      return timed { append(raw, Int64(count)) }
    }
  }
  let what = "\(count.spaced) laps; C"
  return [
    try measure("`record` from a pipe, \(what)", rounds: 5, events: count, .atLeast(0.6)) {
      try bench.record(laps, to: try bench.copy(start, "ours.db")).seconds
    } against: {
      try inC { baseline_record($0, $1) }()
    },
    Figure(
      "its memory",
      memory: try Child.peakMemory(
        of: [program, "record", "--db", try bench.copy(start, "ours.db")],
        input: bench.folder + "/ours.db.txt"), atMost: 30_000_000),
    try measure("`import`, \(what)", rounds: 5, events: count, .atLeast(0.6)) {
      try bench.laptimer(["import", export], on: bench.newLog("imported.db")).seconds
    } against: {
      try inC { baseline_import($0, $1) }()
    },
    Figure(
      "its memory",
      memory: try Child.peakMemory(
        of: [program, "import", export, "--db", bench.newLog("imported.db")]), atMost: 24_000_000),
  ]
}

/// Measures the start of the program.
func version(_ bench: Bench) throws -> [Figure] {
  let programs = try bench.programs()
  return [
    try measure(
      "`--version`; an empty static Swift program", rounds: 500, .atMost(1.2),
      { try Child.run([programs.laptimer, "--version"]).seconds },
      against: { try Child.run([programs.empty]).seconds })
  ]
}
