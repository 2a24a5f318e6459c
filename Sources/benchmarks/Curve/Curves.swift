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
  /// The median seconds of each command for each size.
  let lines: [(command: String, seconds: [Double])]

  /// Measures all commands on all logs in turn, one in each round.
  init(_ title: String, _ logs: [(size: Int, path: String)], _ programs: Programs) throws {
    self.title = title
    sizes = logs.map(\.size)
    lines = try ["lap", "mark", "status"].map { command in
      let words = [programs.laptimer, command] + (command == "mark" ? ["here"] : [])
      let duel = try Duel(
        rounds: 101,
        logs.map { log in { try Child.run(words + ["--db", log.path]).seconds } })
      return (command, duel.times.map(\.median))
    }
  }

  var text: String {
    let header = "| \(title) | " + sizes.map(\.spaced).joined(separator: " | ") + " |"
    let rule = "|---|" + sizes.map { _ in "---:|" }.joined()
    let rows = lines.map { line in
      "| `\(line.command)` | " + line.seconds.map(\.time).joined(separator: " | ") + " |"
    }
    return ([header, rule] + rows).joined(separator: "\n")
  }
}

extension Int {
  /// With thin groups: 10,000,000.
  var spaced: String {
    self < 1000
      ? "\(self)" : (self / 1000).spaced + "," + "\(1000 + self % 1000)".dropFirst()
  }
}
