import Text

/// The neighbors of a place among the laps that count.
package struct LapNeighbors: Hashable, Sendable {
  /// The last lap before the place.
  package var before: Lap?
  /// The first lap after it.
  package var after: Lap?

  package init(before: Lap? = nil, after: Lap? = nil) {
    self.before = before
    self.after = after
  }
}

extension LapNeighbors {
  /// Whether a lap is between them, by place and then by event.
  package func surround(_ lap: Lap) -> Bool {
    before.map { $0.isBefore(lap) } ?? true && after.map { lap.isBefore($0) } ?? true
  }
}

extension Lap {
  fileprivate func isBefore(_ other: Lap) -> Bool {
    (place, event) < (other.place, other.event)
  }
}
