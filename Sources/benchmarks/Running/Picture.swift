import Glibc

/// Charts side by side as SVG: seconds over sizes, which lie on a logarithmic axis.
struct Picture {
  let title: String
  let charts: [Chart]
  /// The labelled seconds of the vertical axis, in order; it is linear if the first is 0.
  let ticks: [Double]

  struct Chart {
    /// The name of the sizes, as in `events`.
    let title: String
    let sizes: [Int]
    var lines: [Line] = []
  }

  /// The cost of one action.
  struct Line {
    let name: String
    let seconds: [Double]
    /// Whether it is that of the program in C.
    var isNeighbor = false
  }

  private static let (width, height) = (420.0, 240.0)
  private static let margin = (left: 60.0, top: 20.0, right: 80.0, bottom: 44.0)
  private static let colors = ["#1f6feb", "#bf3989", "#1a7f37", "#9a6700", "#8250df"]

  /// Writes the picture to a file.
  func draw(_ path: String) throws {
    let margin = Self.margin
    let cell = margin.left + Self.width + margin.right
    let parts = charts.enumerated().map { index, chart in
      """
      <g transform="translate(\(Double(index) * cell + margin.left) \(margin.top))">
      \(drawn(chart))
      </g>
      """
    }
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(cell * Double(charts.count)) \
      \(margin.top + Self.height + margin.bottom)" font-family="sans-serif" font-size="11">
      <title>\(title)</title>
      <rect width="100%" height="100%" fill="#ffffff"/>
      \(parts.joined(separator: "\n"))
      </svg>

      """
    try write(text, to: path)
  }

  private func drawn(_ chart: Chart) -> String {
    var parts: [String] = []
    func label(_ text: String, _ x: Double, _ y: Double, _ rest: String = "") {
      parts.append(#"<text x="\#(x.hundredths)" y="\#(y.hundredths)" \#(rest)>\#(text)</text>"#)
    }
    for tick in ticks {
      let y = y(tick)
      parts.append("<path d='M0 \(y.hundredths)H\(Self.width)' stroke='#d0d7de'/>")
      label(
        tick == 0 ? "0" : tick.time.replacing(".00", with: ""), -6, y + 4, #"text-anchor="end""#)
    }
    for size in chart.sizes {
      label(size.spaced, x(size, chart), Self.height + 16, #"text-anchor="middle" font-size="9""#)
    }
    label(chart.title, Self.width / 2, Self.height + 36, #"text-anchor="middle""#)
    let names = nameRows(chart)
    var color = -1
    for (line, row) in zip(chart.lines, names) {
      if !line.isNeighbor { color += 1 }
      let points = zip(chart.sizes, line.seconds).map { size, seconds in
        "\(x(size, chart).hundredths),\(y(seconds).hundredths)"
      }
      parts.append(
        """
        <polyline points="\(points.joined(separator: " "))" fill="none" \
        stroke="\(Self.colors[color])" stroke-width="2"\
        \(line.isNeighbor ? #" stroke-dasharray="4 4""# : "")/>
        """)
      label(line.name, Self.width + 8, row + 4, #"fill="\#(Self.colors[color])""#)
    }
    return parts.joined(separator: "\n")
  }

  /// The rows of the names, beside the ends of the lines, and far enough apart to be read.
  private func nameRows(_ chart: Chart) -> [Double] {
    var rows = chart.lines.map { y($0.seconds.last ?? 1) }
    var last = Double.infinity
    for number in rows.indices.sorted(by: { rows[$0] > rows[$1] }) {
      rows[number] = min(rows[number], last - 12)
      last = rows[number]
    }
    return rows
  }

  private func x(_ size: Int, _ chart: Chart) -> Double {
    let ends = (log10(Double(chart.sizes.first ?? 1)), log10(Double(chart.sizes.last ?? 10)))
    return Self.width * (log10(Double(size)) - ends.0) / max(1, ends.1 - ends.0)
  }

  private func y(_ seconds: Double) -> Double {
    let (first, last) = (ticks[0], ticks[ticks.count - 1])
    let clamped = min(max(seconds, first), last)
    let part =
      first == 0 ? clamped / last : log10(clamped / first) / log10(last / first)
    return Self.height * (1 - part)
  }
}
