/// A standing start, stop, resume or lap, in the order in which the clock sees them.
///
/// That is the order of their places; ties by arrival, but laps last: the ends of an interval count
/// as running, also where it begins with a later event.
struct Press: Hashable, Comparable, Sendable {
  var place: Duration
  /// The event's number among those that arrived, from 0.
  var index: Int
  var isLap: Bool
  /// Whether its moment was stated.
  var isStated: Bool

  static func < (left: Press, right: Press) -> Bool {
    if left.place != right.place { return left.place < right.place }
    if left.isLap != right.isLap { return right.isLap }
    return left.index < right.index
  }
}

/// The state of the clock before a press, and how much it has made.
struct PressState: Hashable, Sendable {
  var clock: ClockState
  /// How many laps there are, those too that do not count.
  var laps = 0
  /// How many intervals there are.
  var intervals = 0

  /// The state before the first press.
  init(plan: Plan) {
    clock = ClockState(plan: plan)
  }

  init(clock: ClockState, laps: Int, intervals: Int) {
    self.clock = clock
    self.laps = laps
    self.intervals = intervals
  }
}
