import Glibc

/// A picture of values over counts as an SVG document; the values are on a logarithmic scale.
struct Plot {
  let title: String
  let axis: String
  let counts: [Int]
  let lines: [Line]
  /// The text of a value, by default as a rate.
  var label: (Double) -> String = \.rate

  struct Line {
    let name: String
    let color: String
    /// A value for each count.
    var values: [Double]
  }

  private var size: (width: Double, height: Double) { (640, 320) }
  private var left: Double { 90 }
  private var right: Double { 150 }
  private var top: Double { 50 }
  private var bottom: Double { 50 }

  private func x(_ index: Int) -> Double {
    left + 40 + Double(index) / Double(max(1, counts.count - 1)) * (size.width - left - right - 40)
  }

  /// The powers of ten around all values.
  private var decades: ClosedRange<Int> {
    let values = lines.flatMap(\.values)
    let least = Int(log10(values.min() ?? 1).rounded(.down))
    return least...max(least + 1, Int(log10(values.max() ?? 1).rounded(.up)))
  }

  private func y(_ value: Double) -> Double {
    let share = (log10(value) - Double(decades.lowerBound)) / Double(decades.count - 1)
    return size.height - bottom - share * (size.height - top - bottom)
  }

  private func text(
    _ text: String, _ x: Double, _ y: Double, _ anchor: String = "start", color: String = "#d8dee9"
  ) -> String {
    """
    <text x="\(x.hundredths)" y="\(y.hundredths)" text-anchor="\(anchor)" \
    fill="\(color)">\(text)</text>
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
      let value = pow(10, Double(decade))
      parts.append(
        "<path d=\"M\(left) \(y(value).hundredths)H\(end)\" stroke=\"#d8dee9\" opacity=\"0.2\"/>")
      parts.append(text(label(value), left - 8, y(value) + 4, "end"))
    }
    for (index, count) in counts.enumerated() {
      parts.append(text(count.spaced, x(index), size.height - bottom + 20, "middle"))
    }
    let highest = lines.compactMap(\.values.last).max()
    for line in lines {
      // Lines that lie close together have their texts on either side.
      let isHighest = line.values.last == highest
      let points = line.values.enumerated().map { (x: x($0), y: y($1), value: $1) }
      let list = points.map { "\($0.x.hundredths),\($0.y.hundredths)" }.joined(separator: " ")
      parts.append(
        "<polyline points=\"\(list)\" fill=\"none\" stroke=\"\(line.color)\" stroke-width=\"2\"/>")
      for point in points {
        let (side, anchor) = isHighest ? (1.0, "end") : (-1.0, "start")
        parts.append(text(label(point.value), point.x + 8 * side, point.y + 4 - 12 * side, anchor))
      }
      parts.append(
        text(line.name, end + 40, (points.last?.y ?? 0) + (isHighest ? -2 : 14), color: line.color))
    }
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }
}
