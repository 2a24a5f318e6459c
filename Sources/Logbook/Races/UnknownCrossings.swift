import Racing
import Text

/// The crossings of chips and bibs that nobody has, and of nobody.
struct UnknownCrossings {
  private var unknown: [[String?]: (place: Duration, Standings.Unknown)] = [:]

  /// Each chip and bib, in the order of its first crossing.
  var inOrder: [Standings.Unknown] {
    unknown.values.sorted { ($0.place, $0.1.first) < ($1.place, $1.1.first) }.map(\.1)
  }

  /// Adds a crossing, whose id is only asked for if it may be the first one.
  ///
  /// - Returns: false if the event has no id.
  mutating func add(
    bib: String?, chip: String?, at place: Duration, id: () throws -> EventID?
  ) rethrows -> Bool {
    guard var known = unknown[[bib, chip]] else {
      guard let id = try id() else { return false }
      unknown[[bib, chip]] = (
        place, Standings.Unknown(chip: chip, bib: bib, crossings: 1, first: id)
      )
      return true
    }
    known.1.crossings += 1
    if place <= known.place {
      guard let id = try id() else { return false }
      if (place, id) < (known.place, known.1.first) { (known.place, known.1.first) = (place, id) }
    }
    unknown[[bib, chip]] = known
    return true
  }
}
