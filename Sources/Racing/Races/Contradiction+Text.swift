import Text
import Timing

extension Contradiction {
  /// The contradiction in a sentence.
  public var text: String {
    switch kind {
    case .crossingAfterStatus:
      let count = events.count - 1
      let crossings = count == 1 ? "1 crossing" : "\(count) crossings"
      return "\(bib) is \(status?.rawValue ?? "") and has \(crossings) afterwards."
    case .twoPlaces:
      return "\(bib) crossed \(points.joined(separator: " and ")) within 1 s."
    case .missedPoint: return "\(bib) missed \(points.joined(separator: ", "))."
    case .sharedChip:
      return "Chip \(chip ?? "") of \(bib) is that of \(others.joined(separator: ", ")) too."
    }
  }

  /// Writes the fields.
  func write(to json: inout JSONWriter) {
    json.field("kind", kind.rawValue)
    json.field("bib", bib)
    json.array("events") { list in for event in events { list.element(event) } }
    if let status { json.field("status", status.rawValue) }
    if !points.isEmpty { json.field("points", points) }
    if let chip { json.field("chip", chip) }
    if !others.isEmpty { json.field("others", others) }
  }
}

extension Standings.Wave {
  /// The name of the line at which laps or the last point are completed.
  var line: String {
    if case .points(let points) = format.finish, let last = points.last { last } else { "finish" }
  }

  /// The crossings of a runner at a point, also at one that counts no lap, without those that the
  /// rules leave out for another reason.
  func passages(of row: Standings.Row, at point: String) -> [Standings.Passage] {
    row.allPassages.filter {
      ($0.point ?? line) == point && $0.flags.isDisjoint(with: RaceFlags.leftOut)
    }
  }

  /// The points of the format, or those that were crossed; the line is the last of these.
  var points: [String] {
    if case .points(let points) = format.finish { return points }
    let crossed = Set(rows.lazy.flatMap(\.allPassages).map { $0.point ?? line })
    return crossed.subtracting([line]).sorted { $0.precedesNaturally($1) } + [line]
  }
}
