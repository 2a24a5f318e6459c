/// Measures commands in races, each a process from its start to its end, beside their limits: in one
/// of 1,000 runners with 10,000 crossings, and in one of 48,000 with 528,000.
///
/// The limits are those of a machine on which an element through map-filter-scan takes 18 ns; on
/// another one they are in proportion.
func raceNumbers(_ bench: Bench) throws -> [Figure] {
  let element = try mapFilterScan(bench)
  let pace = element.seconds / 18e-9
  var figures = [element.figure]
  let sizes = [(1000, 10, 0.025), (48_000, 11, 1.5)].filter { runners, laps, _ in
    runners * laps <= bench.events
  }
  for (runners, laps, limit) in sizes {
    let race = InventedRace(runners: runners, laps: laps)
    let log = bench.newLog("race\(runners).db")
    try bench.record(race.entryLines(), to: log)
    let lines = race.bibLines
    figures.append(
      Figure(
        "`record` of \(lines.count.spaced) bibs of \(runners.spaced) runners", lines.count,
        in: try bench.record(lines, to: log).seconds, atLeast: 20_000 / pace))
    figures += try corrections(bench, race, log, limit * pace, pace)
    figures += try views(bench, race, log, 1.2 * pace)
    figures += try presses(bench, log)
  }
  return figures + (try recording(bench, 20_000 / pace))
}

/// The recording of other crossings from a pipe.
private func recording(_ bench: Bench, _ rate: Double) throws -> [Figure] {
  let race = InventedRace(runners: 200, laps: min(500, bench.events / 200))
  return try [
    ("reads of 200 chips", race.chipLines, false), ("stated crossings", race.statedLines, true),
  ].map { what, lines, isStated in
    let log = bench.newLog("recorded.db")
    try bench.record(race.entryLines(isStated: isStated), to: log)
    return Figure(
      "`record` of \(lines.count.spaced) \(what)", lines.count,
      in: try bench.record(lines, to: log).seconds, atLeast: rate)
  }
}

/// A crossing to a lap of a plain session in a copy of the log.
private func presses(_ bench: Bench, _ log: String) throws -> [Figure] {
  let copy = bench.newLog("copy.db")
  try bench.laptimer(["backup", copy], on: log)
  try bench.laptimer(["start", "--also"], on: copy)
  return [
    try measure("`cross`; a `lap` in the same log", rounds: 200, .atMost(1.2)) {
      try bench.laptimer(["cross", "1", "--session", "1"], on: copy).seconds
    } against: {
      try bench.laptimer(["lap", "--session", "2"], on: copy).seconds
    }
  ]
}

/// Corrections, each with its undo, and the rebuilding of the tables.
private func corrections(
  _ bench: Bench, _ race: InventedRace, _ log: String, _ limit: Double, _ pace: Double
) throws -> [Figure] {
  let middle = race.number(ofCrossing: race.crossings.count / 2)
  let finish = race.number(ofCrossing: race.finish)
  // A second for each 100,000 events: entries, too.
  let rebuilding = Double(race.runners + race.crossings.count) * 1e-5 * pace
  let what = "in a race of \(race.crossings.count.spaced) crossings"
  var figures = [
    Figure(
      "`rebuild` \(what)", try bench.laptimer(["rebuild"], on: log).seconds, atMost: rebuilding)
  ]
  for (command, after, limit) in [
    ("assign @\(middle) 2", "undo", limit), ("rule \(race.runners / 2) +10s", "undo", limit),
    ("enter late", "undo", limit), ("remove @\(finish)", "undo", limit),
    ("stop", "resume", 2 * pace), ("amend start --by -1s", "undo", max(limit, rebuilding)),
  ] {
    var times: [[Double]] = [[], []]
    // Each is reverted before the next one.
    for _ in 0..<5 {
      times[0].append(try bench.seconds(of: command, nil, on: log))
      times[1].append(try bench.seconds(of: after, nil, on: log))
    }
    figures.append(Figure("`\(command)` \(what)", times[0].quantile(0.5), atMost: limit))
    figures.append(Figure("its `\(after)`", times[1].quantile(0.5), atMost: limit))
  }
  return figures
}

/// The results of now and as of earlier events.
private func views(
  _ bench: Bench, _ race: InventedRace, _ log: String, _ limit: Double
) throws -> [Figure] {
  let (count, last) = (race.crossings.count, race.number(ofCrossing: race.crossings.count - 1))
  let figures = try [
    "standings", "standings --at-event \(race.number(ofCrossing: count / 2))",
    "standings --at-event \(last)", "results --json --at-event \(last)",
  ].map { command in
    let times = try (0..<5).map { _ in
      try bench.laptimer(command.split(separator: " ").map(String.init), on: log).seconds
    }
    return Figure("`\(command)` of \(count.spaced) crossings", times.quantile(0.5), atMost: limit)
  }
  let memory = try Child.peakMemory(
    of: [bench.programs().laptimer, "standings", "--db", log])
  return figures + [Figure("memory of `standings`", memory: memory, atMost: 400_000_000)]
}
