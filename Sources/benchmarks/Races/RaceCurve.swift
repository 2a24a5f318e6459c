import Glibc

/// Measures races of growing size, and draws a picture.
func drawRaceCurve(_ bench: Bench) throws {
  let costs = try raceCosts()
  let picture = RaceCurve(
    sizes: costs.map(\.runners),
    lines: [
      RaceCurve.Line(name: "a crossing", seconds: costs.map(\.crossings.median)),
      RaceCurve.Line(name: "in C", seconds: costs.map(\.crossingsInC.median), isNeighbor: true),
      RaceCurve.Line(name: "standings", seconds: costs.map { $0.standings?.seconds(0) ?? 0 }),
      RaceCurve.Line(
        name: "in C", seconds: costs.map { $0.standings?.seconds(1) ?? 0 }, isNeighbor: true),
      RaceCurve.Line(name: "board", seconds: costs.map(\.frameAfterCrossing)),
      RaceCurve.Line(name: "its clock", seconds: costs.map(\.frameOfClock)),
    ])
  let path = "Sources/Racing/Racing.docc/Resources/race-cost.svg"
  try write(picture.text, to: path)
  print("Drawn: \(path)")
}

/// The costs over the number of entries as SVG, both axes logarithmic.
struct RaceCurve {
  /// The cost of one action.
  struct Line {
    let name: String
    let seconds: [Double]
    /// Whether it is that of the program in C.
    var isNeighbor = false
  }

  let sizes: [Int]
  let lines: [Line]

  private static let (width, height) = (420.0, 240.0)
  /// The exponents of ten at the ends of the axis of seconds.
  private static let exponents = -8...0

  var text: String {
    var parts: [String] = []
    func label(_ text: String, _ x: Double, _ y: Double, _ rest: String = "") {
      parts.append(#"<text x="\#(x.hundredths)" y="\#(y.hundredths)" \#(rest)>\#(text)</text>"#)
    }
    let units = ["10 ns", "100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"]
    for (unit, exponent) in zip(units, Self.exponents) {
      let y = y(pow(10, Double(exponent)))
      parts.append("<path d='M0 \(y.hundredths)H\(Self.width)' stroke='#d0d7de'/>")
      label(unit, -6, y + 4, #"text-anchor="end""#)
    }
    for size in sizes {
      label(size.spaced, x(size), Self.height + 16, #"text-anchor="middle""#)
    }
    label("entries", Self.width / 2, Self.height + 34, #"text-anchor="middle""#)
    let names = nameRows
    for (number, line) in lines.enumerated() {
      let color = ["#1f6feb", "#bf3989", "#1a7f37"][number / 2]
      let points = zip(sizes, line.seconds).map { size, seconds in
        "\(x(size).hundredths),\(y(seconds).hundredths)"
      }
      let dashes = line.isNeighbor ? #" stroke-dasharray="4 4""# : ""
      parts.append(
        """
        <polyline points="\(points.joined(separator: " "))" fill="none" stroke="\(color)" \
        stroke-width="2"\(dashes)/>
        """)
      label(line.name, Self.width + 8, names[number] + 4, #"fill="\#(color)""#)
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="-60 -20 \(Self.width + 140) \
      \(Self.height + 64)" font-family="sans-serif" font-size="11">
      <title>The cost of a crossing, the standings and the board, as the number of entries \
      grows</title>
      <rect x="-60" y="-20" width="100%" height="100%" fill="#ffffff"/>
      \(parts.joined(separator: "\n"))
      </svg>

      """
  }

  /// The rows of the names, beside the ends of the lines, and far enough apart to be read.
  private var nameRows: [Double] {
    var rows = lines.map { y($0.seconds.last ?? 1) }
    var last = Double.infinity
    for number in rows.indices.sorted(by: { rows[$0] > rows[$1] }) {
      rows[number] = min(rows[number], last - 12)
      last = rows[number]
    }
    return rows
  }

  private func x(_ size: Int) -> Double {
    let ends = (log10(Double(sizes.first ?? 1)), log10(Double(sizes.last ?? 10)))
    return Self.width * (log10(Double(size)) - ends.0) / max(1, ends.1 - ends.0)
  }

  private func y(_ seconds: Double) -> Double {
    let (low, high) = (Double(Self.exponents.lowerBound), Double(Self.exponents.upperBound))
    let exponent = min(max(log10(max(seconds, 1e-12)), low), high)
    return Self.height * (1 - (exponent - low) / (high - low))
  }
}
