import Glibc

/// All laps as CSV.
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
