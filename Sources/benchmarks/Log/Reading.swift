import Text

/// Measures commands that read, compared with the shell's query for one row, and on a larger log.
func reads(_ bench: Bench) throws -> [Figure] {
  let small = try bench.log("small.db", events: 1000, sessions: 50)
  let large = try bench.largeLog()
  let sql = "SELECT * FROM events ORDER BY position DESC LIMIT 1"
  return try ["status", "list"].flatMap { command in
    func read(_ log: String) -> () throws -> Double {
      { try bench.laptimer([command], on: log).seconds }
    }
    return [
      try measure("`\(command)`; the shell's one row", rounds: 200, .atMost(1), read(small)) {
        try Child.run(["sqlite3", small, sql]).seconds
      },
      try measure(
        "`\(command)` of \(bench.events.spaced) events; of 1,000", rounds: 200, .atMost(1.1),
        read(large), against: read(small)),
    ]
  }
}

/// Measures by how much commands take longer as the log and the session grow.
func curve(_ bench: Bench) throws -> [Figure] {
  let ten = try bench.log("ten.db", events: 10)
  let sessions = try [min(100_000, bench.events), 10].map { laps in
    (laps, try bench.log("session\(laps).db", laps: laps))
  }
  return try [
    ("\(bench.events.spaced) events in the log", try bench.largeLog(), ten),
    ("\(sessions[0].0.spaced) laps in the session", sessions[0].1, sessions[1].1),
  ].flatMap { what, large, small in
    try [
      ("lap", nil), ("mark here", nil), ("stop", "resume"),
      ("start beside --also", "discard beside"), ("status", nil),
    ].map { command, after in
      try measure(
        "`\(command)`, \(what); 10", rounds: 101, .atMost(1.1),
        { try bench.seconds(of: command, after, on: large) },
        against: { try bench.seconds(of: command, after, on: small) })
    }
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
      duel.times[0].quantile(0.5) - duel.times[1].quantile(0.5), atMost: 10e-3)
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
