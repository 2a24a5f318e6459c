import Text

/// The shortest lap time as people see it, with each number of decimal places.
///
/// Hidden digits decide which laps look shorter: see ``Lap/shown(_:)``.
package struct ShownBests: Hashable, Sendable {
  /// The times in nanoseconds by the number of places, 0 to 9; the largest number without a lap.
  ///
  /// An array would be retained for each copy of a clock's state.
  private var times = InlineArray<10, Int64>(repeating: .max)

  package init() {}

  /// Creates bests from stored ones; none if there are not ten.
  package init(nanoseconds: some RandomAccessCollection<Int64>) {
    guard nanoseconds.count == times.count else { return }
    for (places, time) in nanoseconds.enumerated() { times[places] = time }
  }

  /// The times by the number of places, 0 to 9; none without a lap.
  package var nanoseconds: [Int64] {
    exact == nil ? [] : times.indices.map { times[$0] }
  }

  /// The shortest time with all of its digits; nil without a lap.
  package var exact: Duration? { self[places: 9] }

  /// The shortest time with a number of decimal places; nil without a lap.
  package subscript(places places: Int) -> Duration? {
    times[places] == .max ? nil : .nanoseconds(times[places])
  }

  /// Adds a lap that counts.
  ///
  /// - Complexity: O(1).
  mutating func add(_ lap: Duration, split: Duration) {
    let (lap, split) = (lap.nanoseconds, split.nanoseconds)
    // A time shown is less than a second away from the exact one.
    if times[9] < lap - 2_000_000_000 { return }
    var step: Int64 = 1
    for places in times.indices.reversed() {
      times[places] = min(times[places], (split / step - (split - lap) / step) * step)
      step *= 10
    }
  }

  package static func == (left: ShownBests, right: ShownBests) -> Bool {
    left.times.indices.allSatisfy { left.times[$0] == right.times[$0] }
  }

  package func hash(into hasher: inout Hasher) {
    for places in times.indices { hasher.combine(times[places]) }
  }
}
