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

/// The passages of a runner who is ranked, as places are compared by them.
struct RankedTrack {
  /// The time at each lap, or point, with penalties; a point that was missed has that of the next.
  var splits: [Duration]
  /// The number of laps at the passage before the last one; 0 if there is none.
  var lapsBefore: Int
  /// The laps that a ruling gave, which were complete at the first passage.
  var granted = 0

  /// Creates the track of passages, each with its number and split, and of the penalties.
  init(
    _ passages: some Sequence<(number: Int, split: Duration)>, penaltyTime: Duration,
    penaltyLaps: Int
  ) {
    (splits, lapsBefore, granted) = ([], 0, max(0, -penaltyLaps))
    for passage in passages where passage.number - penaltyLaps > laps {
      lapsBefore = splits.isEmpty ? 0 : laps
      let count = passage.number - penaltyLaps - laps
      splits += Array(repeating: passage.split + penaltyTime, count: count)
    }
  }

  init(splits: [Duration]) { (self.splits, lapsBefore) = (splits, max(0, splits.count - 1)) }

  /// The number of laps at the last passage.
  var laps: Int { granted + splits.count }

  /// The time at which so many laps were complete; nil if they never were.
  func split(atLap lap: Int) -> Duration? {
    let index = max(0, lap - granted - 1)
    return index < splits.count ? splits[index] : nil
  }

  /// Returns the places that each of several runners gained since the passage before the last one;
  /// nil for a runner with fewer than two passages.
  ///
  /// A runner's place at a passage is the number of those who completed the same lap earlier, and
  /// one. Later events do not change it, so that boards made at any moment agree.
  ///
  /// - Complexity: O(n log n) in the runners and in their laps.
  static func placesGained(_ tracks: [RankedTrack]) -> [Int?] {
    var gained = [Int?](repeating: nil, count: tracks.count)
    // A number of laps concerns only the runners who completed as many.
    let byLaps = tracks.indices.sorted { tracks[$0].laps > tracks[$1].laps }
    for laps in Set(tracks.lazy.map(\.lapsBefore)) where laps > 0 {
      var order: [(split: Duration, runner: Int)] = []
      for runner in byLaps.prefix(while: { tracks[$0].laps >= laps }) {
        if let split = tracks[runner].split(atLap: laps) { order.append((split, runner)) }
      }
      order.sort { ($0.split, $0.runner) < ($1.split, $1.runner) }
      for (place, (_, runner)) in order.enumerated() where tracks[runner].lapsBefore == laps {
        gained[runner] = place - runner
      }
    }
    return gained
  }
}
