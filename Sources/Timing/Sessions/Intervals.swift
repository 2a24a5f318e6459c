/// The intervals in which a session's clock ran; they give the running time at any place.
struct Intervals: Hashable, Sendable {
  struct Interval: Hashable {
    var from: Duration
    var to: Duration?
    /// The running time at its beginning.
    var before: Duration
  }

  private var intervals: [Interval] = []

  /// The number of intervals.
  var count: Int { intervals.count }

  /// Updates the intervals after a step of a stopwatch.
  mutating func follow(_ stopwatch: Stopwatch) {
    if let finish = stopwatch.finish {
      close(at: finish.place)
    } else if let since = stopwatch.runningSince {
      guard intervals.last.map({ $0.to != nil }) ?? true else { return }
      intervals.append(Interval(from: since, to: nil, before: stopwatch.elapsed))
    } else if let stop = stopwatch.stoppedAt {
      close(at: stop)
    }
  }

  /// The running time at a place: negative before the start, nil without one.
  ///
  /// - Complexity: O(log n).
  func runningTime(at place: Duration, limit: Duration?) -> Duration? {
    guard let first = intervals.first else { return nil }
    guard let interval = last(notAfter: place) else { return place - first.from }
    let time = interval.before + min(place, interval.to ?? place) - interval.from
    return limit.map { min($0, time) } ?? time
  }

  /// Whether the clock ran at a place, its ends included.
  ///
  /// - Complexity: O(log n).
  func isRunning(at place: Duration) -> Bool {
    guard let interval = last(notAfter: place) else { return false }
    return interval.to.map { place <= $0 } ?? true
  }

  /// The first place at which the clock showed a running time; nil if it has not reached it.
  func place(ofRunningTime time: Duration) -> Duration? {
    guard let first = intervals.first else { return nil }
    if time < .zero { return first.from + time }
    for interval in intervals {
      let place = interval.from + (time - interval.before)
      if interval.to.map({ place <= $0 }) ?? true { return max(place, interval.from) }
    }
    return nil
  }

  /// Restores the intervals before a press.
  ///
  /// - Returns: the old intervals from the last remaining one on.
  mutating func cut(to state: PressState) -> [Interval] {
    let first = max(0, state.intervals - 1)
    let cutOff = Array(intervals[first...])
    intervals.removeLast(intervals.count - state.intervals)
    let stopwatch = state.clock.stopwatch
    if stopwatch.finish == nil, stopwatch.runningSince != nil, let last = intervals.indices.last {
      intervals[last].to = nil
    }
    return cutOff
  }

  /// Appends removed intervals again, where the clock has the same state as before, except that its
  /// running time is longer by a span.
  mutating func goOn(_ cutOff: [Interval], from state: PressState, later span: Duration) {
    let first = max(0, state.intervals - 1)
    if let last = intervals.indices.last, last >= first, last - first < cutOff.count {
      intervals[last].to = cutOff[last - first].to
    }
    for var interval in cutOff.dropFirst(intervals.count - first) {
      interval.before += span
      intervals.append(interval)
    }
  }

  /// The place from which on running times are others than they were with what was cut off; nil if
  /// they are the same.
  func firstDifference(from state: PressState, _ cutOff: [Interval]) -> Duration? {
    let fresh = intervals[max(0, state.intervals - 1)...]
    if fresh.elementsEqual(cutOff) { return nil }
    // Before the first start running times are negative, without one there are none.
    return state.intervals > 0 ? fresh.first?.from : Places.range.lowerBound
  }

  private mutating func close(at place: Duration) {
    guard let last = intervals.indices.last, intervals[last].to == nil else { return }
    intervals[last].to = place
  }

  private func last(notAfter place: Duration) -> Interval? {
    var range = intervals.startIndex..<intervals.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range =
        intervals[middle].from <= place
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound > 0 ? intervals[range.lowerBound - 1] : nil
  }
}
