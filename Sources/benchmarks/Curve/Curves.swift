import CBaseline
import Glibc

/// Measures commands on logs and sessions of growing size, and draws a chart.
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
    /// The ratio of the largest to the smallest size, as the median of the rounds.
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

/// A measured command, and one that reverts it.
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
  /// The number with separators: `10,000,000`.
  var spaced: String {
    self < 1000
      ? "\(self)" : (self / 1000).spaced + "," + "\(1000 + self % 1000)".dropFirst()
  }
}

/// Charts side by side as SVG: sizes on a logarithmic axis, milliseconds on a linear one.
struct Picture {
  private let charts: [Chart]
  private let highest: Double

  private static let plot = (width: 300.0, height: 180.0)
  private static let margin = (left: 50.0, top: 34.0, right: 70.0, bottom: 52.0)
  private static let colors = ["#1f6feb", "#bf3989", "#9a6700", "#8250df", "#1a7f37"]

  init(_ charts: [Chart]) {
    self.charts = charts
    let most = charts.flatMap(\.lines).flatMap(\.seconds).max() ?? 0
    highest = max(1, (most * 1000 * 1.2).rounded(.up))
  }

  private var cell: Double { Self.margin.left + Self.plot.width + Self.margin.right }

  var text: String {
    let width = cell * Double(charts.count)
    let height = Self.margin.top + Self.plot.height + Self.margin.bottom
    let body = charts.indices.map { index in
      """
      <g transform="translate(\(Double(index) * cell + Self.margin.left) \(Self.margin.top))">
      \(drawn(charts[index]))
      </g>
      """
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" \
      font-family="sans-serif" font-size="11">
      <title>The cost of a command, from its start to its end, as the history grows</title>
      <rect width="100%" height="100%" fill="#ffffff"/>
      \(body.joined(separator: "\n"))
      </svg>

      """
  }

  private func drawn(_ chart: Chart) -> String {
    let (width, height) = Self.plot
    var parts: [String] = []
    func label(_ text: String, _ x: Double, _ y: Double, _ rest: String = "") {
      parts.append(#"<text x="\#(x.hundredths)" y="\#(y.hundredths)" \#(rest)>\#(text)</text>"#)
    }
    for step in 0...4 {
      let y = height * (1 - Double(step) / 4)
      parts.append("<path d='M0 \(y.hundredths)H\(width)' stroke='#d0d7de'/>")
      label("\((highest * Double(step) / 4).hundredths)", -6, y + 4, #"text-anchor="end""#)
    }
    label("milliseconds", -40, -14)
    for (index, size) in chart.sizes.enumerated() {
      label(size.spaced, x(index, chart), height + 16, #"text-anchor="middle" font-size="8""#)
    }
    label(chart.title, width / 2, height + 36, #"text-anchor="middle""#)
    for (number, line) in chart.lines.enumerated() {
      let color = Self.colors[number % Self.colors.count]
      let points = line.seconds.enumerated().map { index, seconds in
        "\(x(index, chart).hundredths),\(y(seconds).hundredths)"
      }
      parts.append(
        """
        <polyline points="\(points.joined(separator: " "))" fill="none" stroke="\(color)" \
        stroke-width="2"/>
        """)
      label(
        line.command, width + 8, -4 + Double(number) * 14, #"fill="\#(color)""#)
    }
    return parts.joined(separator: "\n")
  }

  private func x(_ index: Int, _ chart: Chart) -> Double {
    Self.plot.width * Double(index) / Double(max(1, chart.sizes.count - 1))
  }

  private func y(_ seconds: Double) -> Double {
    Self.plot.height * (1 - seconds * 1000 / highest)
  }
}
