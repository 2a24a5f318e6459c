import Glibc
import Racing
import Text
import Timing

/// Prints the costs of commands in a race of 48,000 runners and 528,000 crossings, each a process from
/// its start to its end, and those of its fold within one process.
func measureRaceNumbers(_ bench: Bench) throws {
  let race = try RaceOfCommands(bench)
  print("| what | laptimer | target | |\n|---|---:|---:|---|")
  for number in try race.recording() + race.presses() + race.corrections() + race.views()
    + race.folds()
  {
    print(number.line)
  }
}

/// A measured number and its target.
private struct RaceNumber {
  let what: String
  let text: String
  let target: String
  let isMet: Bool

  var line: String { "| \(what) | \(text) | \(target) | \(isMet ? "met" : "missed") |" }

  /// A time with a limit, in seconds.
  init(_ what: String, _ seconds: Double, atMost limit: Double) {
    self.what = what
    text = seconds.time
    target = "≤ " + limit.time
    isMet = seconds <= limit
  }

  /// A number of events per second.
  init(_ what: String, rate: Double, atLeast least: Double) {
    self.what = what
    text = rate.rate
    target = "≥ " + least.rate
    isMet = rate >= least
  }

  /// A ratio to another command.
  init(_ what: String, ratio: Double, atMost limit: Double) {
    self.what = what
    text = ratio.hundredths
    target = "≤ " + limit.hundredths
    isMet = ratio <= limit
  }
}

/// A log with a large race, and commands on it.
private struct RaceOfCommands {
  private let bench: Bench
  private let laptimer: String
  /// The log of the race.
  private let log: String
  private let runners = 48_000
  private let laps = 11
  /// The seconds in which the lines of the race were recorded, and their number.
  private let recorded: (seconds: Double, lines: Int)

  /// Records a race that goes on: one runner is still on the course.
  init(_ bench: Bench) throws {
    self.bench = bench
    laptimer = try bench.programs().laptimer
    log = bench.scratch.folder + "/race.db"
    let events = try RaceEvents(runners: runners, laps: laps)
    let entries = (0...runners).map { "enter \($0) 'Runner \($0)'" }
    let crossings = events.crossings.map { "\($0.runner + 1)" }
    let input = log + ".txt"
    try write((["start --race '\(laps) laps'"] + entries).joined(separator: "\n"), to: input)
    try Child.run([laptimer, "record", "--db", log], Child.Streams(input: input))
    try write(crossings.joined(separator: "\n"), to: input)
    let child = try Child.run([laptimer, "record", "--db", log], Child.Streams(input: input))
    recorded = (child.seconds, crossings.count)
  }

  /// The number of events of the race.
  private var events: Int { 2 + runners + recorded.lines }

  /// The seconds of a command.
  private func run(_ words: [String]) throws -> Double {
    try Child.run([laptimer] + words + ["--db", log]).seconds
  }

  /// The recording of crossings from a pipe, and of reads of chips.
  func recording() throws -> [RaceNumber] {
    let (input, chips, count) = (log + ".chips.txt", log + ".chips", 100_000)
    let entries = (1...200).map { "enter \($0) --chip C\($0)" }
    try write((["start --race '20 laps'"] + entries).joined(separator: "\n"), to: input)
    try Child.run([laptimer, "record", "--db", chips], Child.Streams(input: input))
    let reads = (0..<count).map { "cross --chip C\($0 % 200 + 1)" }
    try write(reads.joined(separator: "\n"), to: input)
    let child = try Child.run([laptimer, "record", "--db", chips], Child.Streams(input: input))
    return [
      RaceNumber(
        "`record` of \(recorded.lines.spaced) bibs of 48,000 runners",
        rate: Double(recorded.lines) / recorded.seconds, atLeast: 20_000),
      RaceNumber(
        "`record` of \(count.spaced) reads of 200 chips", rate: Double(count) / child.seconds,
        atLeast: 20_000),
    ]
  }

  /// A crossing to laps of plain sessions, in turn: of one in a copy of the log, and of one in a log
  /// without races, which has fewer tables to read at each start.
  func presses() throws -> [RaceNumber] {
    let (copy, plain) = (log + ".copy", log + ".plain")
    try Child.run([laptimer, "backup", copy, "--db", log])
    try Child.run([laptimer, "start", "--also", "--db", copy])
    try Child.run([laptimer, "start", "--db", plain])
    let duel = try Duel(
      rounds: 200,
      [
        ["cross", "1", "--session", "1", "--db", copy], ["lap", "--session", "2", "--db", copy],
        ["lap", "--session", "1", "--db", plain],
      ].map { words in { try Child.run([laptimer] + words).seconds } })
    return [
      RaceNumber("`cross`, to a `lap` in this log", ratio: duel.ratio(0, to: 1), atMost: 1.2),
      RaceNumber(
        "`cross`, to a `lap` in a log without races", ratio: duel.ratio(0, to: 2), atMost: 1.2),
    ]
  }

  /// Corrections, each with its undo.
  func corrections() throws -> [RaceNumber] {
    let crossing = "@\(2 + runners + recorded.lines / 2)"
    var numbers: [RaceNumber] = []
    for (what, words) in [
      ("`assign` of a crossing", ["assign", crossing, "2"]),
      ("`rule`", ["rule", "\(runners / 2)", "+10s"]),
      ("`remove` of the crossing that ended the race", ["remove", try finish()]),
      ("`withdraw`", ["withdraw", "\(runners / 2)"]),
    ] {
      var (seconds, ofUndo): ([Double], [Double]) = ([], [])
      // Each correction is undone before the next one.
      for _ in 0..<5 {
        seconds.append(try run(words))
        ofUndo.append(try run(["undo"]))
      }
      numbers.append(RaceNumber(what, seconds.median, atMost: 1.2))
      numbers.append(RaceNumber("its `undo`", ofUndo.median, atMost: 1.2))
    }
    return numbers
  }

  /// The crossing that ended the race.
  private func finish() throws -> String {
    let output = log + ".answer"
    let file = creat(output, 0o600)
    defer { close(file) }
    try Child.run(
      [
        laptimer, "query", "--format", "csv", "--db", log,
        """
        SELECT '@' || last_event FROM competitors WHERE status = 'finished' \
        ORDER BY laps DESC, time_ns LIMIT 1
        """,
      ], Child.Streams(output: file))
    return try lines(of: output).last?.trimmed ?? ""
  }

  /// The results of now and as of earlier events.
  func views() throws -> [RaceNumber] {
    let duel = try Duel(
      rounds: 5,
      [
        { try run(["standings"]) },
        { try run(["standings", "--at-event", "\(events / 2)"]) },
        { try run(["standings", "--at-event", "\(events)"]) },
        { try run(["results", "--json", "--at-event", "\(events)"]) },
      ])
    return [
      ("`standings`", 0), ("`standings` as of half of the events", 1),
      ("`standings` as of all of them", 2), ("`results --json` as of all of them", 3),
    ]
    .map { what, index in RaceNumber(what, duel.seconds(index), atMost: 1.2) }
  }

  /// The fold within one process, of a race of 50,000 runners.
  func folds() throws -> [RaceNumber] {
    let costs = try RaceCosts(runners: 50_000)
    let standings = costs.standings?.seconds(0) ?? 0
    return [
      RaceNumber("the fold of a crossing, median", costs.crossings.median, atMost: 50e-6),
      RaceNumber("the fold of a crossing, p99", costs.crossings.quantile(0.99), atMost: 1e-3),
      RaceNumber("the fold of all crossings", costs.whole, atMost: 1),
      RaceNumber("and the standings", costs.whole + standings, atMost: 1),
    ]
  }
}

extension String {
  /// The text without spaces and ends of lines at its end.
  fileprivate var trimmed: String {
    String(reversed().drop { $0.isWhitespace }.reversed())
  }
}
