/// Charts side by side, as SVG: sizes along a logarithmic axis, milliseconds up from zero.
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
      <title>What a command costs, from its start to its end, as the history grows</title>
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
