import Timing

/// The place of a runner before and after an event.
public struct PlaceChange: Hashable, Sendable {
  /// The bib.
  public var bib: String
  /// The name.
  public var name: String?
  /// The place before; nil for a runner who was not ranked.
  public var from: Int?
  /// The place after; nil for a runner who is not ranked.
  public var to: Int?

  init(bib: String, name: String? = nil, from: Int? = nil, to: Int? = nil) {
    self.bib = bib
    self.name = name
    self.from = from
    self.to = to
  }
}

extension Standings {
  /// Returns the runners whose places differ from those in earlier results.
  ///
  /// - Parameter before: the earlier results; nil: without places.
  /// - Returns: the changes in the order of the places now; those without one are the last.
  /// - Complexity: O(n log n) in the runners.
  public func placeChanges(since before: Standings?) -> [PlaceChange] {
    var changes: [String: PlaceChange] = [:]
    for row in before?.waves.lazy.flatMap(\.rows) ?? [] {
      changes[row.bib] = PlaceChange(bib: row.bib, name: row.name, from: row.position)
    }
    for row in waves.lazy.flatMap(\.rows) {
      var change = changes[row.bib] ?? PlaceChange(bib: row.bib)
      change.name = row.name
      change.to = row.position
      changes[row.bib] = change
    }
    return changes.values.filter { $0.from != $0.to }.sorted { left, right in
      let (one, two) = (left.to ?? .max, right.to ?? .max)
      return one == two ? left.bib.precedesNaturally(right.bib) : one < two
    }
  }
}
