import Glibc

/// A picture of rates over counts as an SVG document; the rates are on a logarithmic scale.
struct Plot {
  let title: String
  let axis: String
  let counts: [Int]
  let lines: [Line]

  struct Line {
    let name: String
    let color: String
    /// A rate for each count.
    var rates: [Double]
  }

  private var size: (width: Double, height: Double) { (640, 320) }
  private var left: Double { 90 }
  private var right: Double { 150 }
  private var top: Double { 50 }
  private var bottom: Double { 50 }

  private func x(_ index: Int) -> Double {
    left + 40 + Double(index) / Double(max(1, counts.count - 1)) * (size.width - left - right - 40)
  }

  /// The powers of ten around all rates.
  private var decades: ClosedRange<Int> {
    let rates = lines.flatMap(\.rates)
    let least = Int(log10(rates.min() ?? 1).rounded(.down))
    return least...max(least + 1, Int(log10(rates.max() ?? 1).rounded(.up)))
  }

  private func y(_ rate: Double) -> Double {
    let share = (log10(rate) - Double(decades.lowerBound)) / Double(decades.count - 1)
    return size.height - bottom - share * (size.height - top - bottom)
  }

  private func text(_ text: String, _ x: Double, _ y: Double, _ anchor: String = "start") -> String
  {
    """
    <text x="\(x.hundredths)" y="\(y.hundredths)" text-anchor="\(anchor)" \
    fill="#d8dee9">\(text)</text>
    """
  }

  /// The document.
  var svg: String {
    let (width, height) = (Int(size.width), Int(size.height))
    let end = x(counts.count - 1)
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" font-family="ui-monospace, SFMono-Regular, Menlo, DejaVu Sans Mono, \
      monospace" font-size="13">
      <rect width="100%" height="100%" rx="8" fill="#1c2128"/>
      """, text(title, 16, 26), text(axis, (left + end) / 2, size.height - 14, "middle"),
    ]
    for decade in decades {
      let rate = pow(10, Double(decade))
      parts.append(
        "<path d=\"M\(left) \(y(rate).hundredths)H\(end)\" stroke=\"#d8dee9\" opacity=\"0.2\"/>")
      parts.append(text(rate.rate, left - 8, y(rate) + 4, "end"))
    }
    for (index, count) in counts.enumerated() {
      parts.append(text("\(count)", x(index), size.height - bottom + 20, "middle"))
    }
    for line in lines {
      let points = line.rates.enumerated().map { (x: x($0), y: y($1), rate: $1) }
      let list = points.map { "\($0.x.hundredths),\($0.y.hundredths)" }.joined(separator: " ")
      parts.append(
        "<polyline points=\"\(list)\" fill=\"none\" stroke=\"\(line.color)\" stroke-width=\"2\"/>")
      for point in points { parts.append(text(point.rate.rate, point.x, point.y - 8, "middle")) }
      parts.append(text(line.name, end + 40, (points.last?.y ?? 0) + 4))
    }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }
}
