/// Measures commands on logs and sessions of growing size, and draws them.
func curve(_ bench: Bench) throws -> [Figure] {
  let sizes = (1...8).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
    .filter { $0 <= bench.events }
  let logs = try sizes.map { events in
    try bench.log("log\(events).db", events: events, sessions: max(1, events / 1000))
  }
  let small = sizes.filter { $0 <= 100_000 }
  let sessions = try small.map { try bench.log("session\($0).db", laps: $0) }
  var figures: [Figure] = []
  var charts: [Picture.Chart] = []
  for (title, sizes, logs) in [
    ("events in the log", sizes, logs), ("laps in the session", small, sessions),
  ] {
    var chart = Picture.Chart(title: title, sizes: sizes)
    for (command, after) in [
      ("lap", nil), ("mark here", nil), ("stop", "resume"),
      ("start beside --also", "discard beside"), ("status", nil),
    ] {
      let duel = try Duel(
        rounds: 101, logs.map { log in { try bench.seconds(of: command, after, on: log) } })
      let name = String(command.prefix { $0 != " " })
      chart.lines.append(Picture.Line(name: name, seconds: sizes.indices.map(duel.seconds)))
      figures += sizes.indices.dropFirst().map {
        duel.figure("`\(name)`, \(sizes[$0].spaced) \(title); \(sizes[0])", of: $0, against: 0)
      }
    }
    charts.append(chart)
  }
  let most = charts.flatMap(\.lines).flatMap(\.seconds).max() ?? 0
  try Picture(
    title: "The cost of a command, from its start to its end, as the history grows",
    charts: charts, ticks: (0...4).map { Double($0) * (most * 250).rounded(.up) * 1e-3 }
  ).draw("Sources/EventLog/EventLog.docc/Resources/cost.svg")
  return figures
}
