import Text

/// A difference between two states before the same press that changes all later laps alike: their
/// numbers by one step, and their splits by one span.
///
/// It turns the former states before later presses into the new ones, without judging the presses
/// again.
struct PressShift {
  let former: PressState
  private let new: PressState
  /// The change of the number of laps, including those that do not count.
  private let addedLaps: Int
  /// The change of the number of laps that count.
  let step: Int
  /// The change of the splits.
  let span: Duration
  /// The shortest lap in the new order, of those before the lap with an index.
  private var best: (index: Int, lap: Duration?)

  /// Compares two states; nil if they differ in another way.
  ///
  /// The number of laps has an effect on later presses only with planned laps and segments, the
  /// running time only with a limit.
  init?(from former: PressState, to new: PressState) {
    let (old, clock) = (former.clock.stopwatch, new.clock.stopwatch)
    let plan = clock.plan
    guard plan.laps == nil, plan.segments == nil else { return nil }
    self.former = former
    self.new = new
    best = (former.laps, new.clock.best)
    addedLaps = new.laps - former.laps
    step = clock.lapCount - old.lapCount
    // The next lap is measured from the last split: it is the same if both have changed alike.
    span = clock.lastSplit - old.lastSplit
    guard span == .zero || plan.limit == nil && span == .nanoseconds(span.nanoseconds),
      (old.start == nil) == (clock.start == nil), clock.zero - old.zero == span
    else { return nil }
    var moved = former
    apply(to: &moved, [])
    guard moved == new else { return nil }
  }

  /// Turns the former state before a later press into the new one; of several states, in the order
  /// of the presses.
  ///
  /// - Parameters:
  ///   - state: the state.
  ///   - laps: the former laps.
  /// - Complexity: O(1); O(n) in the laps between two states if the best lap has become a longer
  ///   one.
  mutating func apply(to state: inout PressState, _ laps: [Lap]) {
    if former.clock.best != new.clock.best { state.clock.best = newBest(before: state, laps) }
    state.laps += addedLaps
    state.clock.stopwatch.lapCount += step
    state.clock.stopwatch.lastSplit += span
    if former.clock.stopwatch.start != nil {
      state.clock.stopwatch.start = new.clock.stopwatch.start
      state.clock.startedAt = new.clock.startedAt
    }
    // In the interval of these states the clock runs since the same press.
    if state.intervals == former.intervals, state.clock.stopwatch.runningSince != nil {
      state.clock.stopwatch.elapsed = new.clock.stopwatch.elapsed
      state.clock.stopwatch.runningSince = new.clock.stopwatch.runningSince
      // The finish has ended it.
      if state.clock.runningSince != nil { state.clock.runningSince = new.clock.runningSince }
    } else {
      state.clock.stopwatch.elapsed += span
    }
  }

  private mutating func newBest(before state: PressState, _ laps: [Lap]) -> Duration? {
    if let new = new.clock.best, former.clock.best.map({ new < $0 }) ?? true {
      return state.clock.best.map { min($0, new) } ?? new
    }
    while best.index < min(state.laps, laps.count) {
      let lap = laps[best.index]
      if lap.number != nil { best.lap = best.lap.map { min($0, lap.lap) } ?? lap.lap }
      best.index += 1
    }
    return best.lap
  }
}

extension Stopwatch {
  /// The running time at the origin of the timeline, if the clock had been running since then.
  fileprivate var zero: Duration { elapsed - (runningSince ?? .zero) }
}

/// The laps after the replaced ones, which differ from before only in their numbers, all by the
/// same step, and in their splits, all by the same span.
package struct LapShift: Hashable, Sendable {
  /// The former numbers of those that count.
  package var numbers: Range<Int>
  /// The change of the numbers.
  package var step: Int
  /// The change of the splits, also of laps that do not count.
  package var span: Duration

  package init(numbers: Range<Int>, step: Int, span: Duration) {
    self.numbers = numbers
    self.step = step
    self.span = span
  }
}
