/// What only reads: beside the shell's selecting one row, and beside itself on a larger log.
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
