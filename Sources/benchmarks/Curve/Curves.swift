import CBaseline
import Glibc

/// What commands cost on logs, and in sessions, of growing size: printed, and drawn.
func drawCurves(_ bench: Bench) throws {
  let sizes = stride(from: 1, through: 8, by: 1).map { pow(10, $0) }
  let logs = try sizes.filter { $0 <= bench.events }.map { events in
    (
      events,
      try bench.scratch.log("log\(events).db", events: events, sessions: max(1, events / 1000))
    )
  }
  let sessions = try sizes.filter { $0 <= 100_000 }.map { laps in
    let path = try bench.scratch.log("session\(laps).db", events: 1)
    let log = baseline_open(path)
    baseline_import(log, Int64(laps))
    baseline_close(log)
    return (laps, path)
  }
  let programs = try bench.programs()
  let charts = [
    try Chart("events in the log", logs, programs),
    try Chart("laps in the session", sessions, programs),
  ]
  for chart in charts { print(chart.text + "\n") }
  let path = "Sources/EventLog/EventLog.docc/Resources/cost.svg"
  try write(Picture(charts).text, to: path)
  print("Drawn: \(path)")
}

private func pow(_ base: Int, _ exponent: Int) -> Int {
  (0..<exponent).reduce(1) { power, _ in power * base }
}

/// The cost of commands over a size.
struct Chart {
  let title: String
  let sizes: [Int]
  let lines: [Line]

  /// The cost of one command.
  struct Line {
    let command: String
    /// The median seconds for each size.
    let seconds: [Double]
    /// How many times as long the largest takes as the smallest, as the median of the rounds.
    let growth: Double
  }

  /// Measures all commands on all logs in turn, one in each round.
  init(_ title: String, _ logs: [(size: Int, path: String)], _ programs: Programs) throws {
    self.title = title
    sizes = logs.map(\.size)
    lines = try Measured.all.map { measured in
      let duel = try Duel(
        rounds: 101,
        logs.map { log in
          {
            func run(_ words: [String]) throws -> Double {
              try Child.run([programs.laptimer] + words + ["--db", log.path]).seconds
            }
            let seconds = try run(measured.words)
            if !measured.after.isEmpty { _ = try run(measured.after) }
            return seconds
          }
        })
      return Line(
        command: measured.words[0], seconds: duel.times.map(\.median),
        growth: duel.ratio(logs.count - 1, to: 0))
    }
  }

  var text: String {
    let header = "| \(title) | " + sizes.map(\.spaced).joined(separator: " | ") + " | growth |"
    let rule = "|---|" + sizes.map { _ in "---:|" }.joined() + "---:|"
    let rows = lines.map { line in
      "| `\(line.command)` | " + line.seconds.map(\.time).joined(separator: " | ")
        + " | \(line.growth.hundredths) |"
    }
    return ([header, rule] + rows).joined(separator: "\n")
  }
}

/// A command that is measured, and one that is not and makes all as it was.
private struct Measured {
  let words: [String]
  var after: [String] = []

  static let all = [
    Measured(words: ["lap"]), Measured(words: ["mark", "here"]),
    Measured(words: ["stop"], after: ["resume"]),
    Measured(words: ["start", "beside", "--also"], after: ["discard", "beside"]),
    Measured(words: ["status"]),
  ]
}

extension Int {
  /// With thin groups: 10,000,000.
  var spaced: String {
    self < 1000
      ? "\(self)" : (self / 1000).spaced + "," + "\(1000 + self % 1000)".dropFirst()
  }
}
