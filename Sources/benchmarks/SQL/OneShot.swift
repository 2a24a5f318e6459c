/// One lap, from the start of its process to its end.
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

/// How often one lap waits for the disk.
private func syncs(_ programs: Programs, _ ours: String, _ raw: String) throws -> [Figure] {
  guard (try? Child.run(["strace", "-V"])) != nil else { return [] }
  func count(_ words: [String]) throws -> Int {
    let trace = ours + "-trace"
    try Child.run(["strace", "-f", "-o", trace, "-e", "trace=fsync,fdatasync"] + words)
    return try lines(of: trace).filter { $0.contains("sync(") }.count
  }
  // A process whose turn it is to move the write-ahead log into the file syncs more: the fewest.
  let counts = try (0..<3).map { _ in try count([programs.laptimer, "lap", "--db", ours]) }
  let rawCount = try count([programs.baseline, "lap", raw])
  let fewest = counts.min() ?? 0
  return [
    Figure(
      what: "fsyncs of one `lap`", ours: "\(fewest)", neighbor: "\(rawCount)",
      ratio: Double(fewest) / Double(rawCount), target: .atMost(1))
  ]
}
