import Racing
import Text

/// The crossings of chips and bibs that nobody has, and of nobody.
struct UnknownCrossings {
  /// A bib, or a chip; neither for crossings of nobody.
  private struct Key: Hashable {
    var bib: String?
    var chip: String?
  }

  private struct Found {
    /// The place of the first crossing.
    var place: Duration
    var crossings: Standings.Unknown
  }

  private var found: [Key: Found] = [:]

  /// Each chip and bib, in the order of its first crossing.
  var inOrder: [Standings.Unknown] {
    found.values.sorted { ($0.place, $0.crossings.first) < ($1.place, $1.crossings.first) }
      .map(\.crossings)
  }

  /// Adds a crossing; `id` is called only if it may be the first one.
  ///
  /// - Returns: false if the event has no id.
  mutating func add(
    bib: String?, chip: String?, at place: Duration, id: () throws -> EventID?
  ) rethrows -> Bool {
    let key = Key(bib: bib, chip: chip)
    guard var known = found[key] else {
      guard let id = try id() else { return false }
      let crossings = Standings.Unknown(chip: chip, bib: bib, crossings: 1, first: id)
      found[key] = Found(place: place, crossings: crossings)
      return true
    }
    known.crossings.crossings += 1
    if place <= known.place {
      guard let id = try id() else { return false }
      if (place, id) < (known.place, known.crossings.first) {
        (known.place, known.crossings.first) = (place, id)
      }
    }
    found[key] = known
    return true
  }
}
