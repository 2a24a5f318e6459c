import Text

/// Measures commands that read, compared with the shell's query for one row, and on a larger log.
func reads(_ bench: Bench) throws -> [Figure] {
  let small = try bench.log("small.db", events: 1000, sessions: 50)
  let large = try bench.largeLog()
  let sql = "SELECT * FROM events ORDER BY position DESC LIMIT 1"
  let commands = [
    ("`status`", ["status"]), ("`list`", ["list"]),
    ("shell completion of sessions", ["--complete", "bash", "laptimer show ", ""]),
  ]
  return try commands.flatMap { name, words in
    func read(_ log: String) -> () throws -> Double {
      { try bench.laptimer(words, on: log).seconds }
    }
    return [
      try measure("\(name); the shell's one row", rounds: 200, .atMost(1), read(small)) {
        try Child.run(["sqlite3", small, sql]).seconds
      },
      try measure(
        "\(name) of \(bench.events.spaced) events; of 1,000", rounds: 200, .atMost(1.1),
        read(large), against: read(small)),
    ]
  }
}

/// Measures a query of all laps as CSV.
func queries(_ bench: Bench) throws -> [Figure] {
  let log = try bench.largeLog()
  let sql = "SELECT * FROM laps"
  return [
    try measure(
      "`query` of \(bench.events.spaced) laps to CSV; the shell", rounds: 5, events: bench.events,
      .atLeast(0.9),
      {
        try bench.laptimer(["query", sql, "--format", "csv", "--timeout", "10m"], on: log).seconds
      },
      against: { try Child.run(["sqlite3", "-csv", "-header", log, sql]).seconds })
  ]
}

/// Measures by how much commands take longer on a course of 1,000 attempts than on one of ten.
func attempts(_ bench: Bench) throws -> [Figure] {
  let logs = try [1000, 10].map { count in
    let log = bench.newLog("attempts\(count).db")
    try bench.record(attemptLines(count), to: log)
    return log
  }
  return try ["lap", "status", "show", "best"].map { command in
    let duel = try Duel(
      rounds: 100, logs.map { log in { try bench.laptimer([command], on: log).seconds } })
    return Figure(
      "`\(command)` on a course of 1,000 attempts of 18 segments: more than on one of 10",
      duel.seconds(0) - duel.seconds(1), atMost: 10e-3)
  }
}

/// The lines of `record` for so many attempts at a course, each finished but the last.
private func attemptLines(_ count: Int) -> [String] {
  var random = Random()
  // 2020-01-01T00:00:00Z
  var moment = Moment(nanosecondsSince1970: 1_577_836_800_000_000_000)
  let segments = (1...18).map { "Hole \($0)" }.joined(separator: ",")
  return (1...count).flatMap { number in
    var lines = ["start --course golf --segments '\(segments)' --at \(moment.rfc3339)"]
    for _ in 1...(number < count ? 18 : 9) {
      moment = moment + .milliseconds(20_000 + random.below(40_000))
      lines.append("lap --at \(moment.rfc3339)")
    }
    moment = moment + .seconds(60)
    return lines
  }
}
