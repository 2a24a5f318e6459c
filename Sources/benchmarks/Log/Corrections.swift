/// Measures corrections of sessions of 10,000 and 100,000 laps, beside their limits.
func corrections(_ bench: Bench) throws -> [Figure] {
  var figures: [Figure] = []
  /// The seconds in which `record` makes many corrections of the last laps, by size.
  var seconds: [Double] = []
  let sizes = [10_000, 100_000].filter { $0 <= bench.events }
  for size in sizes {
    // The laps are of the present, an hour after the start.
    let log = bench.newLog("corrected\(size).db")
    try bench.record(["start --ago 1h"] + Array(repeating: "lap", count: size), to: log)
    for (command, after) in [
      ("undo", "redo"), ("amend 1 --by 1ns", "undo"), ("amend start --by -1ms", "undo"),
      ("remove 1", "undo"), ("lap --ago 30m", "undo"),
    ] {
      let times = try (0..<11).map { _ in try bench.seconds(of: command, after, on: log) }
      figures.append(
        Figure(
          "`\(command)` in a session of \(size.spaced) laps", times.quantile(0.5),
          atMost: Double(size) * 3e-6))
    }
    let many = (0..<1000).map { "amend \(size - $0 % 100) --by 1ns" }
    seconds.append(try bench.record(many, to: log).seconds)
  }
  guard sizes.count == 2 else { return figures }
  let times = Duel(times: seconds.reversed().map { [$0] })
  return figures + [
    times.figure("`record` of 1,000 corrections of the last of 100,000 laps; of 10,000", .atMost(2))
  ]
}
