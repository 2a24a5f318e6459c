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
}

extension [Standings.Row] {
  /// Returns the runners whose places differ from those in earlier results, in the order of the places
  /// now; those without one are the last.
  ///
  /// - Complexity: O(n log n) in the runners.
  package func placeChanges(since before: [Standings.Row]) -> [PlaceChange] {
    var changes: [String: PlaceChange] = [:]
    for row in before {
      changes[row.bib] = PlaceChange(bib: row.bib, name: row.name, from: row.position)
    }
    for row in self {
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

extension Standings {
  /// Returns the results of the runners of a category and of a wave, ranked again among themselves.
  ///
  /// Positions count these runners only; runners who share a place still do. Gaps are to the first
  /// of them, intervals to the one ahead. A wave without such runners has no rows.
  public func filtered(category: String? = nil, wave: String? = nil) -> Standings {
    var filtered = self
    if let wave {
      filtered.waves.removeAll { $0.name != wave }
      filtered.format = filtered.waves.first?.format ?? format
    }
    guard let category else { return filtered }
    for index in filtered.waves.indices {
      filtered.waves[index].keepRows { $0.category == category }
    }
    return filtered
  }

  /// Returns the results with the runners of a team together.
  ///
  /// In each wave, the team of the first runner is the first, and runners without a team are the
  /// last; within a team the order stays. Positions and gaps stay, too.
  public func groupedByTeam() -> Standings {
    var grouped = self
    for index in grouped.waves.indices {
      var teams: [String: Int] = [:]
      let rows = grouped.waves[index].rows
      for case let team? in rows.lazy.map(\.team) where teams[team] == nil {
        teams[team] = teams.count
      }
      let order = rows.map { $0.team.flatMap { teams[$0] } ?? teams.count }
      let sorted = rows.indices.sorted { (order[$0], $0) < (order[$1], $1) }
      grouped.waves[index].rows = sorted.map { rows[$0] }
    }
    return grouped
  }
}

extension Standings.Wave {
  /// Removes the other runners, and ranks again.
  fileprivate mutating func keepRows(where isKept: (Standings.Row) -> Bool) {
    var kept: [Standings.Row] = []
    var lastPosition: Int?
    for var row in rows where isKept(row) {
      if let position = row.position {
        row.position = position == lastPosition ? kept.last?.position : kept.count + 1
        lastPosition = position
      }
      kept.append(row)
    }
    rows = kept
    rows.setGaps(format)
  }
}
