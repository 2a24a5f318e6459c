import Text

/// The shortest lap time as people see it, with each number of decimal places.
///
/// Hidden digits decide which laps look shorter: see ``Lap/shown(_:)``.
package struct ShownBests: Hashable, Sendable {
  /// The times in nanoseconds by the number of places, 0 to 9; none without a lap.
  package private(set) var nanoseconds: [Int64] = []

  package init() {}

  /// Creates bests from stored ones.
  package init(nanoseconds: [Int64]) { self.nanoseconds = nanoseconds }

  /// The shortest time with all of its digits; nil without a lap.
  package var exact: Duration? { self[places: 9] }

  /// The shortest time with a number of decimal places; nil without a lap.
  package subscript(places places: Int) -> Duration? {
    nanoseconds.isEmpty ? nil : .nanoseconds(nanoseconds[places])
  }

  /// Adds a lap that counts.
  ///
  /// - Complexity: O(1).
  mutating func add(_ lap: Duration, split: Duration) {
    let (lap, split) = (lap.nanoseconds, split.nanoseconds)
    if nanoseconds.isEmpty { nanoseconds = Array(repeating: .max, count: 10) }
    // A time shown is less than a second away from the exact one.
    if nanoseconds[9] < lap - 2_000_000_000 { return }
    var step: Int64 = 1
    for places in nanoseconds.indices.reversed() {
      let shown = (split / step - (split - lap) / step) * step
      nanoseconds[places] = min(nanoseconds[places], shown)
      step *= 10
    }
  }
}
